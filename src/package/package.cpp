#include "package/package.h"

#include "base/format.h"

namespace lectern {

Result<void> Package::count_member() {
  if (++members_ <= limits_.max_members) return {};
  return fail(ErrorCode::kLimitExceeded,
              {"the archive has more than {member}, the limit", limits_.max_members});
}

}  // namespace lectern
