#include "package/seven_zip_stream.h"

#include <algorithm>
#include <utility>

#include "base/crc32.h"
#include "package/member_name.h"
#include "package/seven_zip_cipher.h"

namespace lectern {
namespace {

constexpr std::uint64_t kCopyMethod = 0;
constexpr std::uint64_t kLzma2Method = 0x21;
constexpr std::uint64_t kLzmaMethod = 0x030101;
constexpr std::uint64_t kDeflateMethod = 0x040108;
constexpr std::uint64_t kBzip2Method = 0x040202;
constexpr std::uint64_t kZstdMethod = 0x04F71101;

/// Methods that liblzma has, by its numbers: the short ones are the same.
struct Filter {
  std::uint64_t method;
  std::uint64_t id;
};
constexpr Filter kFilters[] = {
    {0x03, 0x03},       {0x04, 0x04},       {0x05, 0x05},         {0x06, 0x06},
    {0x07, 0x07},       {0x08, 0x08},       {0x09, 0x09},         {0x0A, 0x0A},
    {0x03030103, 0x04}, {0x03030205, 0x05}, {0x03030401, 0x06},   {0x03030501, 0x07},
    {0x03030701, 0x08}, {0x03030805, 0x09}, {kLzma2Method, 0x21}, {kLzmaMethod, 0x4000000000000001},
};

/// A dictionary larger than the content would only take memory.
void fit_dictionary(const SevenZipCoder& coder, ByteVector& properties) {
  constexpr std::uint64_t kLeastBytes = 4096;
  if (coder.method == kLzmaMethod && properties.size() == 5) {
    std::uint64_t size = 0;
    for (std::size_t i = 5; i-- > 1;) size = size << 8 | properties[i];
    size = std::min(size, std::max(coder.size_bytes, kLeastBytes));
    for (std::size_t i = 1; i < 5; ++i, size >>= 8) properties[i] = static_cast<std::uint8_t>(size);
  }
  if (coder.method == kLzma2Method && properties.size() == 1 && properties[0] <= 40) {
    // Sizes are 2 or 3 times a power of two (7zFormat.txt).
    const auto size_of = [](unsigned code) {
      return (std::uint64_t{2} | (code & 1)) << (code / 2 + 11);
    };
    while (properties[0] > 0 && size_of(properties[0] - 1U) >= coder.size_bytes) --properties[0];
  }
}

/// Null for methods that are not read. \param chain  without a cipher
std::unique_ptr<Unpacker> chain_unpacker(std::span<const SevenZipCoder> chain,
                                         std::uint64_t size_bytes, UnpackerMemory& memory) {
  if (chain.empty()) return make_copy_unpacker(size_bytes);
  if (chain.size() == 1) {
    switch (chain.front().method) {
      case kCopyMethod:
        return make_copy_unpacker(size_bytes);
      case kDeflateMethod:
        return make_deflate_unpacker();
      case kBzip2Method:
        return make_bzip2_unpacker(memory);
      case kZstdMethod:
        return make_zstd_unpacker(memory);
      default:
        break;
    }
  }
  std::vector<RawFilter> filters;
  for (const SevenZipCoder& coder : chain) {
    const auto* const known =
        std::find_if(std::begin(kFilters), std::end(kFilters),
                     [&coder](const Filter& filter) { return filter.method == coder.method; });
    const bool is_last = &coder == &chain.back();
    const bool packs = coder.method == kLzmaMethod || coder.method == kLzma2Method;
    if (known == std::end(kFilters) || packs != is_last) return nullptr;
    filters.push_back({known->id, {coder.properties.begin(), coder.properties.end()}});
    fit_dictionary(coder, filters.back().properties);
  }
  return make_raw_unpacker(memory, filters, chain.back().size_bytes);
}

class SevenZipStream final : public MemberStream {
 public:
  SevenZipStream(UnpackStream content, const Member& member, bool has_crc)
      : content_(std::move(content)),
        name_(told_name(member.name)),
        to_pass_(member.place),
        size_(member.size_bytes.value_or(0)),
        crc_wanted_(member.crc),
        has_crc_(has_crc),
        is_encrypted_(member.is_encrypted) {}

  Result<std::optional<ByteSpan>> next() override;
  std::uint64_t take_passed() override { return std::exchange(passed_, 0); }

 private:
  /// What else may be wrong with a member that is damaged.
  std::string_view doubt() const { return is_encrypted_ ? ", or the password is wrong" : ""; }

  UnpackStream content_;
  std::string name_;
  std::uint64_t to_pass_;  ///< bytes of other members before this one
  std::uint64_t passed_ = 0;
  std::uint64_t size_;
  std::uint64_t given_ = 0;
  std::uint32_t crc_wanted_;
  bool has_crc_;
  bool is_encrypted_;
  std::uint32_t crc_ = 0;
  bool is_done_ = false;
};

Result<std::optional<ByteSpan>> SevenZipStream::next() {
  if (is_done_) return ByteSpan();
  if (given_ < size_) {
    const auto bytes = content_.next();
    if (bytes && !*bytes) return std::nullopt;
    if (bytes && !(*bytes)->empty()) {
      ByteSpan piece = **bytes;
      const auto passed = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), to_pass_));
      to_pass_ -= passed;
      passed_ += passed;
      piece = piece.subspan(passed);
      // Others have a turn between two pieces that are passed by.
      if (piece.empty()) return std::nullopt;
      piece = piece.first(
          static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), size_ - given_)));
      given_ += piece.size();
      crc_ = crc32_of(crc_, piece);
      return piece;
    }
    is_done_ = true;
    if (!bytes && given_ == 0 && bytes.error().code == ErrorCode::kLimitExceeded) {
      return fail(bytes.error().code, {"{}: {}", name_, bytes.error().reason});
    }
    if (!bytes && given_ == 0 && is_encrypted_) {
      return fail(ErrorCode::kEncrypted,
                  {"{} is encrypted and the password is wrong, or it is damaged: {}", name_,
                   bytes.error().reason});
    }
    damage_ = compose({"{} {} after {byte} of {,}{}: {}", name_,
                       bytes ? "is damaged" : bytes.error().verdict(), given_, size_, doubt(),
                       bytes ? "the data is cut off" : bytes.error().reason});
    return ByteSpan();
  }
  is_done_ = true;
  if (has_crc_ && crc_ != crc_wanted_) {
    damage_ =
        compose({"{} is damaged: its CRC-32 is not the one in the directory of the 7-Zip archive{}",
                 name_, doubt()});
  }
  return ByteSpan();
}

}  // namespace

Result<UnpackStream> open_seven_zip_folder(ByteWindow& window, const SevenZipFolder& folder,
                                           SevenZipPassword& password, UnpackerMemory& memory,
                                           std::string_view what) {
  const bool is_opened = folder.is_opened_by_password();
  std::span<const SevenZipCoder> chain(folder.chain);
  if (is_opened) chain = chain.first(chain.size() - 1);
  std::unique_ptr<Unpacker> unpacker;
  if (!folder.chain.empty()) unpacker = chain_unpacker(chain, folder.size_bytes, memory);
  if (unpacker && is_opened) {
    const SevenZipCoder& cipher = folder.chain.back();
    LECTERN_TRY(unpacker, password.decrypter(cipher.properties, cipher.size_bytes,
                                             std::move(unpacker), what));
  }
  if (unpacker) {
    return UnpackStream(std::move(unpacker), window, folder.place,
                        folder.place + folder.packed_bytes);
  }
  std::vector<std::uint64_t> methods = folder.methods;
  for (const SevenZipCoder& coder : folder.chain) methods.push_back(coder.method);
  if (folder.is_encrypted() && !is_opened) {
    return fail(ErrorCode::kEncrypted, {"{} is encrypted in a way that is not read here", what});
  }
  std::string names;
  for (const std::uint64_t method : methods) {
    append_to(names, {"{}{}", names.empty() ? "" : " and ", seven_zip_method_name(method)});
  }
  return fail(ErrorCode::kUnsupportedFormat,
              {"{} is compressed with {}, which is not read here", what, names});
}

std::unique_ptr<MemberStream> make_seven_zip_stream(UnpackStream content, const Member& member,
                                                    bool has_crc) {
  return std::make_unique<SevenZipStream>(std::move(content), member, has_crc);
}

}  // namespace lectern
