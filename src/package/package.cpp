#include "package/package.h"

#include "base/format.h"

namespace lectern {

Result<void> Package::count_member() {
  if (++members_ <= limits_.max_members) return {};
  return fail(ErrorCode::kLimitExceeded,
              {"the archive has more than {member}, the limit", limits_.max_members});
}

void Package::name_if_none(Member& member) {
  if (!member.name.empty()) return;
  member.name = compose({"unnamed-{}", members_});
  warn({"member {} of the archive has no name; here it is {}", members_, member.name});
}

void Package::warn(const Message& warning) {
  constexpr std::size_t kMostWarnings = 50;
  if (warnings_.size() < kMostWarnings) {
    add_to(warnings_, warning);
  } else if (warnings_.size() == kMostWarnings) {
    warnings_.push_back("more of the archive is odd than is named here");
  }
}

}  // namespace lectern
