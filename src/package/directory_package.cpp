#include "package/directory_package.h"

#include "base/file_size.h"
#include "package/member_name.h"
#include "package/tar_header.h"

namespace lectern {
namespace {

/// More than any file system allows for a name, and what is asked for at a time: what is left of it
/// is moved.
constexpr std::uint64_t kMaxEntryBytes = std::uint64_t{64} << 10;
constexpr std::uint64_t kBytesAtATime = std::uint64_t{1} << 20;

class DirectoryPackage final : public Package {
 public:
  using Package::Package;

  Result<Step> next(Member& member) override {
    for (;;) {
      const auto bytes = window_.get(position_, kMaxEntryBytes, kBytesAtATime);
      if (!bytes) return Step::kNeedsBytes;
      if (bytes->empty()) return Step::kEnd;
      const std::string_view text = as_chars(*bytes);
      const std::size_t end = text.find('\0');
      const std::string_view entry = text.substr(0, end);
      const bool is_note = entry == "!" || entry.starts_with('#');
      LECTERN_CHECK(end == text.npos ? fail_here()
                    : is_note        ? take_note(entry)
                                     : take(entry, member));
      position_ += end + 1;
      if (!is_note) return Step::kMember;
    }
  }

  Result<std::unique_ptr<MemberStream>> open(const Member&) override {
    return fail(ErrorCode::kInternal, "the entries of a directory are opened by the host");
  }

 private:
  Result<void> fail_here() const {
    return fail(ErrorCode::kIoError, {"the entry at byte {} of the directory is none", position_});
  }

  Result<void> take_note(std::string_view note) {
    ignores_none_ = ignores_none_ || note == "!";
    const std::size_t count_end = note.find(' ');
    if (count_end == note.npos) return {};
    return check(parse_decimal(note.substr(1, count_end - 1)).value_or(0),
                 parse_decimal(note.substr(count_end + 1)).value_or(0));
  }

  Result<void> take(std::string_view entry, Member& member) {
    const bool is_ignored = entry.starts_with('i');
    if (is_ignored) entry.remove_prefix(1);
    const std::size_t size_end = entry.find(' ');
    const std::size_t time_end =
        size_end == entry.npos ? entry.npos : entry.find(' ', size_end + 1);
    if (time_end == entry.npos) return fail_here();
    member = {};
    member.is_ignored = is_ignored;
    switch (entry[0]) {
      case '-':
        member.kind = MemberKind::kFile;
        break;
      case 'd':
        member.kind = MemberKind::kDirectory;
        break;
      case 'l':
        member.kind = MemberKind::kLink;
        break;
      default:
        member.kind = MemberKind::kOther;
    }
    const auto size = parse_decimal(entry.substr(1, size_end - 1));
    // Beyond it, what a host in JavaScript says is rounded.
    if (size && *size <= kMostFileBytes) member.size_bytes = size;
    if (const auto time = parse_decimal(entry.substr(size_end + 1, time_end - size_end - 1))) {
      member.modified = static_cast<std::int64_t>(*time & ~(std::uint64_t{1} << 63));
    }
    member.is_utc = true;
    const std::string_view name = entry.substr(time_end + 1);
    member.name = decode_member_name(as_bytes(name));
    name_bytes_ += name.size();
    return check(++names_, name_bytes_);
  }

  Result<void> check(std::uint64_t names, std::uint64_t name_bytes) const {
    if (names > limits_.max_members) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the directory has more than {member}, the limit", limits_.max_members});
    }
    if (const std::uint64_t most = most_name_bytes(limits_); name_bytes > most) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the names of the directory have more than {byte}, the limit", most});
    }
    return {};
  }

  std::uint64_t position_ = 0;
  std::uint64_t names_ = 0;
  std::uint64_t name_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Package> open_directory_package(ByteWindow& window, const Limits& limits) {
  return std::make_unique<DirectoryPackage>(window, limits);
}

}  // namespace lectern
