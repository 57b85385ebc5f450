#include "package/zip_stream.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "base/crc32.h"
#include "package/member_name.h"
#include "package/unpack_stream.h"
#include "package/zip_cipher.h"
#include "package/zip_records.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

constexpr auto kCorruptZip = ErrorCode::kCorruptArchive;
/// What a local header may have beside its name.
constexpr std::uint64_t kLocalExtraBytes = 256;
/// Bytes of a member that are asked for with its header.
constexpr std::uint64_t kStoredPieceBytes = std::uint64_t{256} << 10;

/// Methods that are read (APPNOTE 4.4.5).
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kBzip2 = 12;
constexpr std::uint16_t kLzma = 14;
constexpr std::uint16_t kOldZstd = 20;
constexpr std::uint16_t kZstd = 93;
constexpr std::uint16_t kXz = 95;

struct Method {
  std::uint16_t number;
  std::string_view name;
};
/// Methods that are known and not read.
constexpr Method kOtherMethods[] = {
    {1, "Shrink"},
    {2, "Reduce"},
    {3, "Reduce"},
    {4, "Reduce"},
    {5, "Reduce"},
    {6, "Implode"},
    {9, "Deflate64"},
    {10, "PKWARE DCL Implode"},
    {94, "MP3"},
    {96, "JPEG"},
    {97, "WavPack"},
    {98, "PPMd"},
    {99, "AES encryption"},
};

/// Null for a method that is not read.
std::unique_ptr<Unpacker> unpacker_of(const Member& member, UnpackerMemory& memory) {
  switch (member.method) {
    case kDeflated:
      return make_deflate_unpacker();
    case kBzip2:
      return make_bzip2_unpacker(memory);
    case kLzma:
      return make_zip_lzma_unpacker(memory, member.size_bytes.value_or(0));
    case kOldZstd:
    case kZstd:
      return make_zstd_unpacker(memory);
    case kXz:
      return make_xz_unpacker(memory);
    default:
      return nullptr;
  }
}

/// Whether a number of 32 bits, which may be elsewhere for zip64, is another one.
bool differs(std::uint32_t own, std::uint64_t listed) { return own != ~0U && own != listed; }

class ZipStream final : public MemberStream {
 public:
  /// \param unpacker  null for a stored member
  ZipStream(ByteWindow& window, const Member& member, std::string_view password,
            std::unique_ptr<Unpacker> unpacker)
      : window_(window),
        member_(member),
        password_(password),
        cipher_sizes_(zip_cipher_sizes(member)),
        size_(member.size_bytes.value_or(0)),
        unpacker_(std::move(unpacker)) {}

  Result<std::optional<ByteSpan>> next() override;
  std::optional<std::uint64_t> seek(std::uint64_t to, std::uint64_t least) override;
  bool is_stored() const override { return member_.method == kStored && !member_.is_encrypted; }

 private:
  Result<bool> read_header();
  Result<bool> open_cipher();
  std::optional<std::string> flaw();
  /// What else may be wrong with a member that is damaged.
  std::string_view doubt() const {
    return member_.is_encrypted ? ", or the password is wrong" : "";
  }
  std::uint64_t data_end() const {
    return data_ + member_.stored_bytes - cipher_sizes_.before - cipher_sizes_.behind;
  }
  tl::expected<std::optional<ByteSpan>, UnpackError> take();

  ByteWindow& window_;
  Member member_;
  std::string password_;
  ZipCipherSizes cipher_sizes_;
  std::unique_ptr<ZipCipher> cipher_;
  ByteVector decrypted_;
  std::uint64_t size_;
  std::uint64_t data_ = 0;      ///< where the stored bytes begin
  std::uint64_t position_ = 0;  ///< of the next byte of the member
  std::uint32_t crc_ = 0;
  bool has_header_ = false;
  bool is_whole_ = true;  ///< nothing was skipped
  bool is_done_ = false;
  std::unique_ptr<Unpacker> unpacker_;  ///< until the data begins
  std::optional<UnpackStream> unpacked_;
};

/// \returns false while the window wants bytes.
Result<bool> ZipStream::read_header() {
  const std::uint64_t ahead = kZipLocalBytes + member_.name.size() + kLocalExtraBytes +
                              std::min(member_.stored_bytes, kStoredPieceBytes);
  const auto fixed = window_.get(member_.place, kZipLocalBytes, ahead);
  if (!fixed) return false;
  if (fixed->size() < kZipLocalBytes || !starts_with(*fixed, kZipLocalMark)) {
    return fail(
        kCorruptZip,
        {"{} has no header at byte {} of the ZIP archive", told_name(member_.name), member_.place},
        member_.place);
  }
  ByteReader reader(fixed->subspan(6));
  const std::uint16_t flags = *reader.u16_le();
  const std::uint16_t method = *reader.u16_le();
  (void)reader.take(4);
  const std::uint32_t crc = *reader.u32_le();
  const std::uint32_t packed_bytes = *reader.u32_le();
  const std::uint32_t size_bytes = *reader.u32_le();
  const std::size_t name_bytes = *reader.u16_le();
  const std::size_t extra_bytes = *reader.u16_le();
  const auto header = window_.get(member_.place, kZipLocalBytes + name_bytes);
  if (!header) return false;
  std::string local_name = decode_member_name(header->subspan(kZipLocalBytes));
  std::replace(local_name.begin(), local_name.end(), '\\', '/');
  std::string listed_name = member_.name;
  std::replace(listed_name.begin(), listed_name.end(), '\\', '/');
  if (local_name != listed_name && (flags & kZipUtf8) == (member_.flags & kZipUtf8)) {
    damage_ = compose({"{} is {} in its own header; the directory of the ZIP archive counts",
                       told_name(member_.name), told_name(local_name)});
  } else if ((method != member_.method && member_.aes_strength == 0) ||
             ((flags & kZipSizesBehind) == 0 &&
              ((crc != member_.crc && member_.has_crc) ||
               differs(packed_bytes, member_.stored_bytes) || differs(size_bytes, size_)))) {
    damage_ =
        compose({"{} has another method, size or CRC-32 in its own header; the directory of "
                 "the ZIP archive counts",
                 told_name(member_.name)});
  }
  data_ = member_.place + kZipLocalBytes + name_bytes + extra_bytes;
  if (member_.is_encrypted) {
    LECTERN_TRY(const bool is_open, open_cipher());
    if (!is_open) return false;
  }
  if (unpacker_) {
    unpacked_.emplace(std::move(unpacker_), window_, data_, data_end(), cipher_.get());
  }
  has_header_ = true;
  return true;
}

/// Goes past what stands before the data. \returns false while the window wants bytes.
Result<bool> ZipStream::open_cipher() {
  const std::size_t size = cipher_sizes_.before;
  // From the header on, which is read again when bytes are missing.
  const std::uint64_t from_header = data_ - member_.place;
  const auto head = window_.get(member_.place, from_header + size);
  if (!head) return false;
  if (head->size() < from_header + size || member_.stored_bytes < size + cipher_sizes_.behind) {
    return fail(kCorruptZip, {"{} is encrypted and cut off: {byte}", told_name(member_.name),
                              member_.stored_bytes});
  }
  LECTERN_TRY(cipher_, open_zip_cipher(member_, head->last(size), password_));
  data_ += size;
  return true;
}

tl::expected<std::optional<ByteSpan>, UnpackError> ZipStream::take() {
  if (unpacked_) return unpacked_->next();
  const std::uint64_t all = data_end() - data_;
  if (position_ >= all) return ByteSpan();
  const std::uint64_t left = all - position_;
  const auto bytes = window_.get_some(data_ + position_, std::min(left, kStoredPieceBytes));
  if (!bytes) return std::nullopt;
  if (bytes->empty()) {
    return tl::unexpected(UnpackError{ErrorCode::kCorruptArchive, "the file ends within the data"});
  }
  const ByteSpan piece = bytes->first(
      static_cast<std::size_t>(std::min<std::uint64_t>({bytes->size(), left, kStoredPieceBytes})));
  if (!cipher_) return piece;
  decrypted_.assign(piece.begin(), piece.end());
  cipher_->decrypt(decrypted_);
  return decrypted_;
}

/// What is wrong with a member whose bytes have all come, as the words behind its name; "" when
/// nothing is. Nothing: the window wants bytes.
std::optional<std::string> ZipStream::flaw() {
  const bool is_wrong = is_whole_ && member_.has_crc && crc_ != member_.crc;
  if (is_wrong) {
    return compose(
        {" is damaged: its CRC-32 is not the one in the directory of the ZIP archive{}", doubt()});
  }
  // What ends LZMA's data may stand behind what is read of it.
  if (unpacked_ && member_.method != kLzma && unpacked_->position() < data_end()) {
    return compose({" is followed by {byte} within its data, which belong to no member",
                    data_end() - unpacked_->position()});
  }
  if (!cipher_ || cipher_sizes_.behind == 0) return "";
  const auto proof = window_.get(data_end(), cipher_sizes_.behind);
  if (!proof) return std::nullopt;
  if (cipher_->proves(proof->first(std::min(proof->size(), cipher_sizes_.behind)))) return "";
  return " is damaged or was changed: its HMAC is not the one behind it";
}

Result<std::optional<ByteSpan>> ZipStream::next() {
  if (is_done_) return ByteSpan();
  if (!has_header_) {
    LECTERN_TRY(const bool is_read, read_header());
    if (!is_read) return std::nullopt;
  }
  const auto bytes = take();
  if (bytes && !*bytes) return std::nullopt;
  if (bytes && !(*bytes)->empty() && (*bytes)->size() <= size_ - position_) {
    position_ += (*bytes)->size();
    if (is_whole_) crc_ = crc32_of(crc_, **bytes);
    return *bytes;
  }
  if (bytes && (*bytes)->empty() && position_ == size_) {
    const auto found = flaw();
    if (!found) return std::nullopt;
    if (!found->empty()) damage_ = compose({"{}{}", told_name(member_.name), *found});
  }
  is_done_ = true;
  if (!bytes) {
    if (position_ == 0 && bytes.error().code == ErrorCode::kLimitExceeded) {
      return fail(bytes.error().code, {"{}: {}", told_name(member_.name), bytes.error().reason});
    }
    // The old cipher finds one wrong password in 256 right.
    if (position_ == 0 && cipher_ && member_.aes_strength == 0) {
      return fail(ErrorCode::kEncrypted,
                  {"{} is encrypted and the password is wrong, or it is damaged: {}",
                   told_name(member_.name), bytes.error().reason});
    }
    damage_ = compose({"{} {} after {byte} of {,}{}: {}", told_name(member_.name),
                       bytes.error().verdict(), position_, size_, doubt(), bytes.error().reason});
  } else if (!(*bytes)->empty()) {
    // What is beyond the size is not the member's: somebody lies about it.
    damage_ = compose({"{} holds more than the {byte} that the directory of the ZIP archive says{}",
                       told_name(member_.name), size_, doubt()});
    return (*bytes)->first(static_cast<std::size_t>(size_ - position_));
  } else if (position_ < size_) {
    damage_ = compose({"{} holds {byte}, the directory of the ZIP archive says {,}{}",
                       told_name(member_.name), position_, size_, doubt()});
  }
  return ByteSpan();
}

std::optional<std::uint64_t> ZipStream::seek(std::uint64_t to, std::uint64_t) {
  if (!has_header_ || unpacked_ || cipher_ || is_done_) return std::nullopt;
  is_whole_ = is_whole_ && to == position_;
  position_ = std::min(to, member_.stored_bytes);
  return to;
}

}  // namespace

Result<std::unique_ptr<MemberStream>> open_zip_stream(ByteWindow& window, const Member& member,
                                                      std::string_view password,
                                                      UnpackerMemory& memory) {
  if (member.is_encrypted && (member.flags & kZipStrong) != 0) {
    return fail(ErrorCode::kEncrypted,
                {"{} is encrypted with PKWARE's strong encryption, which is not read here",
                 told_name(member.name)});
  }
  if (member.is_encrypted && password.empty()) {
    return fail(
        ErrorCode::kEncrypted,
        {"{} is encrypted and needs a password: the option `password`", told_name(member.name)});
  }
  auto unpacker = unpacker_of(member, memory);
  if (!unpacker && member.method != kStored) {
    for (const Method& method : kOtherMethods) {
      if (method.number != member.method) continue;
      return fail(ErrorCode::kUnsupportedFormat,
                  {"{} is compressed with {}, which is not read here", told_name(member.name),
                   method.name});
    }
    return fail(ErrorCode::kUnsupportedFormat, {"{} is compressed with the unknown method {}",
                                                told_name(member.name), member.method});
  }
  return std::make_unique<ZipStream>(window, member, password, std::move(unpacker));
}

}  // namespace lectern
