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
    const auto bytes = window_.get(position_, kMaxEntryBytes, kBytesAtATime);
    if (!bytes) return Step::kNeedsBytes;
    if (bytes->empty()) return Step::kEnd;
    std::string_view text = as_chars(*bytes);
    const bool is_ignored = text.starts_with('i');
    if (is_ignored) text.remove_prefix(1);
    const std::size_t end = text.find('\0');
    const std::size_t size_end = text.find(' ');
    const std::size_t time_end = size_end == text.npos ? text.npos : text.find(' ', size_end + 1);
    if (end == text.npos || time_end >= end) {
      return fail(ErrorCode::kIoError,
                  {"the entry at byte {} of the directory is none", position_});
    }
    member = {};
    member.is_ignored = is_ignored;
    switch (text[0]) {
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
    const auto size = parse_decimal(text.substr(1, size_end - 1));
    // Beyond it, what a host in JavaScript says is rounded.
    if (size && *size <= kMostFileBytes) member.size_bytes = size;
    if (const auto time = parse_decimal(text.substr(size_end + 1, time_end - size_end - 1))) {
      member.modified = static_cast<std::int64_t>(*time & ~(std::uint64_t{1} << 63));
    }
    member.is_utc = true;
    member.name = decode_member_name(as_bytes(text.substr(time_end + 1, end - time_end - 1)));
    position_ += end + 1 + (is_ignored ? 1 : 0);
    LECTERN_CHECK(count_member("directory"));
    name_bytes_ += end - time_end - 1;
    if (const std::uint64_t most = most_name_bytes(limits_); name_bytes_ > most) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the names of the directory have more than {byte}, the limit", most});
    }
    return Step::kMember;
  }

  Result<std::unique_ptr<MemberStream>> open(const Member&) override {
    return fail(ErrorCode::kInternal, "the entries of a directory are opened by the host");
  }

 private:
  std::uint64_t position_ = 0;
  std::uint64_t name_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Package> open_directory_package(ByteWindow& window, const Limits& limits) {
  return std::make_unique<DirectoryPackage>(window, limits);
}

}  // namespace lectern
