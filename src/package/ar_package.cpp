#include "package/ar_package.h"

#include <algorithm>

#include "package/member_name.h"
#include "package/tar_header.h"
#include "package/tar_stream.h"

namespace lectern {
namespace {

constexpr std::uint64_t kArMarkBytes = 8;  // "!<arch>\n"
constexpr std::uint64_t kArHeaderBytes = 60;
constexpr std::string_view kArHeaderEnd = "`\n";
/// The longest table of names, and the longest name.
constexpr std::uint64_t kMaxTableBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kMaxArNameBytes = 4096;
/// Members name about each name of the table once; those that share them may have this much.
constexpr std::uint64_t kMaxSharedNameBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kArAheadBytes = std::uint64_t{64} << 10;

/// A field of a header without the blanks that fill it up.
std::string_view ar_field(ByteSpan header, std::size_t at, std::size_t size) {
  std::string_view text = as_chars(header.subspan(at, size));
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

class ArPackage final : public Package {
 public:
  using Package::Package;

  Result<Step> next(Member& member) override;
  Result<std::unique_ptr<MemberStream>> open(const Member& member) override {
    return open_tar_stream(window_, member, "ar archive");
  }

 private:
  /// \returns false while the window wants bytes.
  Result<bool> read_name(std::string_view stored, Member& member);
  /// At the end of the file: warns when it does not have all of the last member.
  void check_end();

  std::uint64_t position_ = kArMarkBytes;
  std::string table_;                    ///< of long names
  std::uint64_t table_names_bytes_ = 0;  ///< taken from it
  std::string last_name_;
  std::uint64_t last_place_ = kArMarkBytes;  ///< where the last member's bytes are
  std::uint64_t last_bytes_ = 0;
};

Result<bool> ArPackage::read_name(std::string_view stored, Member& member) {
  if (stored.starts_with("#1/")) {
    // BSD: the name stands in front of the data.
    const std::uint64_t size = parse_decimal(stored.substr(3)).value_or(0);
    if (size > kMaxArNameBytes || size > member.stored_bytes) {
      return fail(ErrorCode::kCorruptArchive,
                  {"a name of {byte} at byte {} of the ar archive", size, position_}, position_);
    }
    const auto name = window_.get(position_, kArHeaderBytes + size, kArAheadBytes);
    if (!name) return false;
    const std::string_view text = as_chars(name->subspan(kArHeaderBytes));
    member.name = decode_member_name(as_bytes(text.substr(0, text.find('\0'))));
    member.place += size;
    member.stored_bytes -= size;
    return true;
  }
  const auto place = stored.starts_with('/') ? parse_decimal(stored.substr(1)) : std::nullopt;
  if (place && *place < table_.size()) {
    const std::string_view rest = std::string_view(table_).substr(static_cast<std::size_t>(*place));
    stored = rest.substr(0, rest.find('\n'));
    // Many members may have the same name.
    if (stored.size() > kMaxArNameBytes) {
      return fail(ErrorCode::kCorruptArchive,
                  {"a name of {byte} at byte {} of the ar archive", stored.size(), position_},
                  position_);
    }
    table_names_bytes_ += stored.size();
    if (table_names_bytes_ > table_.size() + kMaxSharedNameBytes) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the members of the ar archive share names: {byte} of them, more than the limit "
                   "of {,} beyond the table's",
                   table_names_bytes_, kMaxSharedNameBytes},
                  position_);
    }
  }
  if (stored.size() > 1 && stored.ends_with('/')) stored.remove_suffix(1);
  member.name = decode_member_name(as_bytes(stored));
  return true;
}

void ArPackage::check_end() {
  const std::uint64_t size = window_.size().value_or(position_);
  if (size >= last_place_ + last_bytes_) return;
  warn({"the ar archive is cut off: of {} only {,} of {byte} are there", told_name(last_name_),
        size - std::min(size, last_place_), last_bytes_});
}

Result<Package::Step> ArPackage::next(Member& member) {
  for (;;) {
    const auto bytes = window_.get(position_, kArHeaderBytes, kArAheadBytes);
    if (!bytes) return Step::kNeedsBytes;
    // A line feed may fill up behind the last member.
    if (bytes->empty() || as_chars(*bytes) == "\n") {
      check_end();
      return Step::kEnd;
    }
    const bool is_header =
        bytes->size() == kArHeaderBytes && has_bytes_at(*bytes, kArHeaderBytes - 2, kArHeaderEnd);
    const auto size =
        is_header ? parse_decimal(ar_field(*bytes, 48, 10)) : std::optional<std::uint64_t>();
    if (!size) {
      if (members_ == 0) {
        return fail(ErrorCode::kCorruptArchive, {"there is no ar header at byte {}", position_},
                    position_);
      }
      if (bytes->size() < kArHeaderBytes) {
        warn({"the ar archive is cut off in the header at byte {}", position_});
      } else {
        warn({"there is no ar header at byte {}; what follows is not read", position_});
      }
      return Step::kEnd;
    }
    const std::string name(ar_field(*bytes, 0, 16));
    member = {};
    member.place = position_ + kArHeaderBytes;
    member.stored_bytes = *size;
    member.method = kTarPlain;
    member.is_utc = true;
    const auto modified = parse_decimal(ar_field(*bytes, 16, 12));
    if (modified && *modified > 0) member.modified = static_cast<std::int64_t>(*modified);
    const std::uint64_t after = member.place + *size + *size % 2;
    last_name_ = name;
    last_place_ = member.place;
    last_bytes_ = *size;
    if (name == "//") {
      if (*size > kMaxTableBytes) {
        return fail(ErrorCode::kLimitExceeded,
                    {"the ar archive has {byte} of names, more than the limit of {,}", *size,
                     kMaxTableBytes});
      }
      // From the header on, which is read again when bytes are missing.
      const std::uint64_t all = kArHeaderBytes + *size;
      const auto table = window_.get(position_, all, all + kArAheadBytes);
      if (!table) return Step::kNeedsBytes;
      table_ = as_chars(table->subspan(kArHeaderBytes));
    }
    // The index of a library's symbols, which is no file.
    if (name == "//" || name == "/" || name == "/SYM64/") {
      position_ = after;
      continue;
    }
    LECTERN_TRY(const bool is_read, read_name(name, member));
    if (!is_read) return Step::kNeedsBytes;
    member.size_bytes = member.stored_bytes;
    last_name_ = member.name;
    position_ = after;
    LECTERN_CHECK(count_member());
    return Step::kMember;
  }
}

}  // namespace

std::unique_ptr<Package> open_ar_package(ByteWindow& window, const Limits& limits) {
  return std::make_unique<ArPackage>(window, limits);
}

}  // namespace lectern
