#include "package/seven_zip_cipher.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_reader.h"
#include "package/crypto.h"

namespace lectern {
namespace {

constexpr std::size_t kKeyBytes = 32;
/// Instead of a number of rounds: the key is the password itself.
constexpr unsigned kNoRounds = 0x3F;
struct CipherProperties {
  unsigned rounds = 0;  ///< as a power of two
  ByteSpan salt;
  std::array<std::uint8_t, Aes::kBlockBytes> start{};
};

std::optional<CipherProperties> parse_properties(ByteSpan bytes) {
  ByteReader reader(bytes);
  const std::uint8_t first = reader.u8().value_or(0);
  CipherProperties properties{first & 0x3FU, {}, {}};
  if ((first & 0xC0) == 0) return properties;
  const auto sizes = reader.u8();
  if (!sizes) return std::nullopt;
  const auto salt = reader.take((first >> 7 & 1U) + (*sizes >> 4));
  const auto start = salt ? reader.take((first >> 6 & 1U) + (*sizes & 15U)) : std::nullopt;
  if (!start) return std::nullopt;
  properties.salt = *salt;
  std::copy(start->begin(), start->end(), properties.start.begin());
  return properties;
}

/// A round is the salt, the password and the round's number.
std::array<std::uint8_t, kKeyBytes> make_key(const CipherProperties& properties, ByteSpan wide) {
  constexpr std::size_t kNumberBytes = 8;
  std::array<std::uint8_t, kKeyBytes> key{};
  ByteVector round(properties.salt.begin(), properties.salt.end());
  round.insert(round.end(), wide.begin(), wide.end());
  if (properties.rounds == kNoRounds) {
    std::copy_n(round.begin(), std::min(round.size(), key.size()), key.begin());
    return key;
  }
  const std::size_t number = round.size();
  round.resize(number + kNumberBytes);
  Sha256 hash;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << properties.rounds; ++i) {
    hash.update(round);
    for (std::size_t at = number; at < round.size() && ++round[at] == 0; ++at) {
    }
  }
  return hash.finish_bytes();
}

class SevenZipDecrypter final : public Unpacker {
 public:
  SevenZipDecrypter(ByteSpan key, const CipherProperties& properties, std::uint64_t size_bytes,
                    std::unique_ptr<Unpacker> inner)
      : aes_(key, Aes::Use::kDecrypt),
        chained_(properties.start),
        left_(size_bytes),
        inner_(std::move(inner)) {}

  void feed(ByteSpan piece) override {
    decrypted_.assign(cut_.begin(), cut_.end());
    decrypted_.insert(decrypted_.end(), piece.begin(), piece.end());
    const std::size_t whole = decrypted_.size() / Aes::kBlockBytes * Aes::kBlockBytes;
    cut_.assign(decrypted_.begin() + static_cast<std::ptrdiff_t>(whole), decrypted_.end());
    decrypted_.resize(whole);
    if (whole > 0) {
      auto last = chained_;
      std::copy_n(decrypted_.end() - Aes::kBlockBytes, last.size(), last.begin());
      aes_.decrypt_chain(std::exchange(chained_, last), decrypted_);
    }
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(whole, left_));
    left_ -= size;
    inner_->feed(ByteSpan(decrypted_).first(size));
  }
  tl::expected<ByteSpan, UnpackError> next() override { return inner_->next(); }
  bool ended() const override { return inner_->ended(); }
  std::size_t unused() const override { return inner_->unused(); }

 private:
  Aes aes_;
  std::array<std::uint8_t, Aes::kBlockBytes> chained_;  ///< the block before, as it was encrypted
  std::uint64_t left_;
  ByteVector cut_;  ///< of a block whose rest comes with the next piece
  ByteVector decrypted_;
  std::unique_ptr<Unpacker> inner_;
};

}  // namespace

Result<std::unique_ptr<Unpacker>> SevenZipPassword::decrypter(ByteSpan properties,
                                                              std::uint64_t size_bytes,
                                                              std::unique_ptr<Unpacker> inner,
                                                              std::string_view what) {
  if (password_.empty()) {
    return fail(ErrorCode::kEncrypted,
                {"{} is encrypted and needs a password: the option `password`", what});
  }
  const auto parsed = parse_properties(properties);
  if (!parsed) {
    return fail(
        ErrorCode::kCorruptArchive,
        {"{} is encrypted, and how is cut off in the directory of the 7-Zip archive", what});
  }
  const ByteVector wide = utf16_of(password_);
  const std::uint64_t round_bytes = parsed->salt.size() + wide.size() + 8;
  const bool is_same =
      has_key_ && rounds_ == parsed->rounds &&
      std::equal(salt_.begin(), salt_.end(), parsed->salt.begin(), parsed->salt.end());
  if (!is_same) {
    const bool is_hashed = parsed->rounds != kNoRounds;
    if (is_hashed && left_to_hash_ >> parsed->rounds < round_bytes) {
      return fail(ErrorCode::kLimitExceeded,
                  {"{} is encrypted with a key of 2^{} rounds, each of {byte}; the limit is {byte} "
                   "for all keys of an archive",
                   what, parsed->rounds, round_bytes, kMaxHashedBytes});
    }
    if (is_hashed) left_to_hash_ -= round_bytes << parsed->rounds;
    rounds_ = parsed->rounds;
    salt_.assign(parsed->salt.begin(), parsed->salt.end());
    key_ = make_key(*parsed, wide);
    has_key_ = true;
  }
  return std::make_unique<SevenZipDecrypter>(key_, *parsed, size_bytes, std::move(inner));
}

}  // namespace lectern
