#include "package/seven_zip_package.h"

#include <algorithm>
#include <optional>

#include "base/byte_reader.h"
#include "base/crc32.h"
#include "package/member_name.h"
#include "package/seven_zip_stream.h"

namespace lectern {
namespace {

constexpr std::uint64_t kStartBytes = 32;
/// A packed directory may be packed again.
constexpr int kMaxPackings = 4;
/// The part of `max_decoded_bytes` that the directory may have.
constexpr std::uint64_t kDirectoryShare = 4;

/// Attributes: those of Windows, and above them a Unix mode when a bit says so.
constexpr std::uint32_t kWindowsDirectory = 0x10;
constexpr std::uint32_t kHasUnixMode = 0x8000;
constexpr std::uint32_t kUnixType = 0170000;
constexpr std::uint32_t kUnixDirectory = 0040000;
constexpr std::uint32_t kUnixRegular = 0100000;
constexpr std::uint32_t kUnixLink = 0120000;

/// \param has_data  what has bytes is a file: archives made of a pipe's output have the pipe's mode
MemberKind seven_zip_kind(std::uint32_t attributes, bool is_folder, bool has_data) {
  if ((attributes & kHasUnixMode) != 0) {
    const std::uint32_t type = attributes >> 16 & kUnixType;
    if (type == kUnixLink) return MemberKind::kLink;
    const bool is_other = type != 0 && type != kUnixRegular && type != kUnixDirectory;
    if (is_other) return has_data ? MemberKind::kFile : MemberKind::kOther;
  }
  const bool is_directory = is_folder || (!has_data && (attributes & kWindowsDirectory) != 0);
  return is_directory ? MemberKind::kDirectory : MemberKind::kFile;
}

tl::unexpected<Error> wrong_password() {
  return fail(ErrorCode::kEncrypted,
              "the directory of the 7-Zip archive is encrypted and the password is wrong, or it is "
              "damaged");
}

class EmptyStream final : public MemberStream {
 public:
  Result<std::optional<ByteSpan>> next() override { return ByteSpan(); }
};

class SevenZipPackage final : public Package {
 public:
  SevenZipPackage(ByteWindow& window, const Limits& limits, std::string_view password,
                  UnpackerMemory& memory)
      : Package(window, limits), password_(password), memory_(memory) {}

  Result<Step> next(Member& member) override;
  Result<std::unique_ptr<MemberStream>> open(const Member& member) override;

 private:
  enum class Part : std::uint8_t { kStart, kHeader, kPacked, kFiles };

  Result<bool> read_start();
  Result<bool> read_header();
  Result<bool> unpack_header();
  Result<void> take_header();
  std::uint64_t most_header_bytes() const { return limits_.max_decoded_bytes / kDirectoryShare; }

  SevenZipPassword password_;
  UnpackerMemory& memory_;
  Part part_ = Part::kStart;
  std::uint64_t header_place_ = 0;
  std::uint64_t header_bytes_ = 0;
  std::uint32_t header_crc_ = 0;
  ByteVector header_;  ///< what `directory_` views into
  ByteVector unpacked_;
  std::optional<UnpackStream> packed_header_;
  int packings_ = 0;
  SevenZipDirectory directory_;
  std::size_t file_ = 0;
  std::size_t part_of_file_ = 0;
  std::size_t without_stream_ = 0;
  ByteSpan names_;
};

/// \returns false while the window wants bytes, as the others.
Result<bool> SevenZipPackage::read_start() {
  const auto bytes = window_.get(0, kStartBytes, kStartBytes);
  if (!bytes) return false;
  ByteReader reader(bytes->size() < kStartBytes ? ByteSpan() : bytes->subspan(8));
  const std::uint32_t crc = reader.u32_le().value_or(0);
  const auto rest = reader.take(20);
  if (!rest || crc32_of(0, *rest) != crc) {
    return fail(ErrorCode::kCorruptArchive, "the first 32 bytes of the 7-Zip archive are damaged");
  }
  ByteReader fields(*rest);
  const std::uint64_t offset = *fields.u64_le();
  header_bytes_ = *fields.u64_le();
  header_crc_ = *fields.u32_le();
  header_place_ = kStartBytes + std::min(offset, ~std::uint64_t{0} - kStartBytes);
  if (header_bytes_ == 0) {
    part_ = Part::kFiles;
    return true;
  }
  if (header_bytes_ > most_header_bytes()) {
    return fail(ErrorCode::kLimitExceeded,
                {"the directory of the 7-Zip archive has {byte}, more than the limit of {,}",
                 header_bytes_, most_header_bytes()});
  }
  if (!window_.size() && header_place_ > limits_.max_decoded_bytes) {
    return fail(ErrorCode::kLimitExceeded,
                {"the 7-Zip archive comes as a stream and is longer than {byte}, the limit",
                 limits_.max_decoded_bytes});
  }
  part_ = Part::kHeader;
  return true;
}

Result<bool> SevenZipPackage::read_header() {
  if (!window_.size()) window_.keep_all();
  const auto bytes = window_.get(header_place_, header_bytes_, header_bytes_);
  if (!bytes) return false;
  if (bytes->size() < header_bytes_) {
    return fail(
        ErrorCode::kCorruptArchive,
        {"the 7-Zip archive is cut off, or one part of several: its directory of {byte} stands at "
         "byte {}",
         header_bytes_, header_place_},
        header_place_);
  }
  if (crc32_of(0, *bytes) != header_crc_) {
    return fail(ErrorCode::kCorruptArchive,
                {"the directory of the 7-Zip archive at byte {} is damaged: its CRC-32 is wrong",
                 header_place_},
                header_place_);
  }
  header_.assign(bytes->begin(), bytes->end());
  LECTERN_CHECK(take_header());
  return true;
}

/// Goes on with a directory that is there, or that has to be unpacked first.
Result<void> SevenZipPackage::take_header() {
  LECTERN_TRY(directory_, parse_seven_zip(header_, limits_));
  names_ = directory_.names;
  part_ = Part::kFiles;
  if (!directory_.is_packed) return {};
  const SevenZipFolder& folder = directory_.folders.front();
  if (++packings_ > kMaxPackings || folder.size_bytes > most_header_bytes()) {
    return fail(ErrorCode::kLimitExceeded,
                {"the directory of the 7-Zip archive unpacks to {byte}, more than the limit of {,}",
                 folder.size_bytes, most_header_bytes()});
  }
  LECTERN_TRY(auto stream, open_seven_zip_folder(window_, folder, password_, memory_,
                                                 "the directory of the 7-Zip archive"));
  packed_header_.emplace(std::move(stream));
  unpacked_.clear();
  part_ = Part::kPacked;
  return {};
}

Result<bool> SevenZipPackage::unpack_header() {
  const SevenZipFolder& folder = directory_.folders.front();
  while (unpacked_.size() < folder.size_bytes) {
    const auto bytes = packed_header_->next();
    if (bytes && !*bytes) return false;
    if (!bytes || (*bytes)->empty()) {
      if (folder.is_encrypted()) return wrong_password();
      return fail(bytes ? ErrorCode::kCorruptArchive : bytes.error().code,
                  {"the directory of the 7-Zip archive is damaged after {byte} of {,}: {}",
                   unpacked_.size(), folder.size_bytes,
                   bytes ? "the data is cut off" : bytes.error().reason});
    }
    const ByteSpan piece = (*bytes)->first(static_cast<std::size_t>(
        std::min<std::uint64_t>((*bytes)->size(), folder.size_bytes - unpacked_.size())));
    unpacked_.insert(unpacked_.end(), piece.begin(), piece.end());
  }
  packed_header_.reset();
  if (folder.crc && *folder.crc != crc32_of(0, unpacked_)) {
    if (folder.is_encrypted()) return wrong_password();
    return fail(ErrorCode::kCorruptArchive,
                "the directory of the 7-Zip archive is damaged: its CRC-32 is wrong");
  }
  header_.swap(unpacked_);
  LECTERN_CHECK(take_header());
  return true;
}

Result<Package::Step> SevenZipPackage::next(Member& member) {
  while (part_ != Part::kFiles) {
    Result<bool> is_read = part_ == Part::kStart    ? read_start()
                           : part_ == Part::kHeader ? read_header()
                                                    : unpack_header();
    if (!is_read) return tl::unexpected<Error>(std::move(is_read).error());
    if (!*is_read) return Step::kNeedsBytes;
  }
  if (file_ >= directory_.files) {
    if (const std::size_t parts = directory_.parts.size(); part_of_file_ < parts)
      warn({"the 7-Zip archive holds {file} that its directory does not name",
            parts - part_of_file_});
    return Step::kEnd;
  }
  member = {};
  std::size_t end = 0;
  while (end + 1 < names_.size() && (names_[end] != 0 || names_[end + 1] != 0)) end += 2;
  member.name = decode_utf16_name(names_.first(end));
  names_ = names_.subspan(std::min(end + 2, names_.size()));
  member.is_utc = true;
  if (file_ < directory_.modified.size()) member.modified = directory_.modified[file_];
  const bool has_stream =
      file_ >= directory_.has_no_stream.size() || !directory_.has_no_stream[file_];
  bool is_folder = false;
  if (has_stream) {
    if (part_of_file_ >= directory_.parts.size()) {
      return fail(ErrorCode::kCorruptArchive,
                  {"the directory of the 7-Zip archive has {file}, and content for {,}",
                   directory_.files, directory_.parts.size()});
    }
    const SevenZipPart& part = directory_.parts[part_of_file_++];
    const SevenZipFolder& folder = directory_.folders[part.folder];
    member.place = part.offset;
    member.stored_bytes = part.folder;
    member.size_bytes = part.size_bytes;
    member.method = 1;
    member.crc = part.crc.value_or(0);
    member.flags = part.crc ? 1 : 0;
    member.is_encrypted = folder.is_encrypted();
    member.is_locked = member.is_encrypted && !folder.is_opened_by_password();
  } else {
    const std::size_t at = without_stream_++;
    is_folder = at >= directory_.is_empty_file.size() || !directory_.is_empty_file[at];
    member.size_bytes = 0;
  }
  const std::uint32_t attributes =
      file_ < directory_.attributes.size() ? directory_.attributes[file_] : 0;
  member.kind = seven_zip_kind(attributes, is_folder, member.size_bytes != 0U);
  ++file_;
  LECTERN_CHECK(count_member());
  name_if_none(member);
  return Step::kMember;
}

Result<std::unique_ptr<MemberStream>> SevenZipPackage::open(const Member& member) {
  if (member.method == 0) return std::make_unique<EmptyStream>();
  if (member.place > limits_.max_inflated_bytes) {
    return fail(ErrorCode::kLimitExceeded,
                {"{} stands behind {byte} of its block, more than the limit of {,}",
                 told_name(member.name), member.place, limits_.max_inflated_bytes});
  }
  const SevenZipFolder& folder = directory_.folders[static_cast<std::size_t>(member.stored_bytes)];
  LECTERN_TRY(auto content,
              open_seven_zip_folder(window_, folder, password_, memory_, told_name(member.name)));
  return make_seven_zip_stream(std::move(content), member, member.flags != 0);
}

}  // namespace

std::unique_ptr<Package> open_seven_zip_package(ByteWindow& window, const Limits& limits,
                                                std::string_view password, UnpackerMemory& memory) {
  return std::make_unique<SevenZipPackage>(window, limits, password, memory);
}

}  // namespace lectern
