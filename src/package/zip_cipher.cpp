#include "package/zip_cipher.h"

#include <algorithm>
#include <array>

#include "package/crypto.h"
#include "package/member_name.h"
#include "package/zip_records.h"

namespace lectern {
namespace {

constexpr std::size_t kOldHeadBytes = 12;
constexpr std::size_t kAesCheckBytes = 2;
constexpr std::size_t kAesProofBytes = 10;
constexpr std::uint64_t kAesRounds = 1000;

/// Strength 1 to 3 is a key of 16, 24 or 32 bytes, with a salt of half as many.
std::size_t aes_key_bytes(const Member& member) { return 8 + 8 * std::size_t{member.aes_strength}; }

class OldCipher final : public ZipCipher {
 public:
  explicit OldCipher(std::string_view password) {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      auto value = static_cast<std::uint32_t>(i);
      for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320 : 0);
      table_[i] = value;
    }
    for (const std::uint8_t byte : as_bytes(password)) mix(byte);
  }

  void decrypt(std::span<std::uint8_t> bytes) override {
    for (std::uint8_t& byte : bytes) {
      const std::uint32_t mask = (keys_[2] | 2) & 0xFFFF;
      byte ^= static_cast<std::uint8_t>(mask * (mask ^ 1) >> 8);
      mix(byte);
    }
  }

 private:
  std::uint32_t crc(std::uint32_t before, std::uint32_t byte) const {
    return before >> 8 ^ table_[(before ^ byte) & 0xFF];
  }

  void mix(std::uint8_t byte) {
    keys_[0] = crc(keys_[0], byte);
    keys_[1] = (keys_[1] + (keys_[0] & 0xFF)) * 134775813 + 1;
    keys_[2] = crc(keys_[2], keys_[1] >> 24);
  }

  std::array<std::uint32_t, 256> table_;
  std::array<std::uint32_t, 3> keys_{0x12345678, 0x23456789, 0x34567890};
};

class AesCipher final : public ZipCipher {
 public:
  AesCipher(ByteSpan key, ByteSpan hmac_key) : aes_(key), hmac_(DigestKind::kSha1, hmac_key) {}

  void decrypt(std::span<std::uint8_t> bytes) override {
    hmac_.update(bytes);
    aes_.apply(bytes);
  }

  bool proves(ByteSpan proof) override {
    const Digest made = hmac_.finish();
    return proof.size() == kAesProofBytes &&
           std::equal(proof.begin(), proof.end(), made.bytes.begin());
  }

 private:
  AesCounter aes_;
  Hmac hmac_;
};

tl::unexpected<Error> wrong_password(const Member& member) {
  return fail(
      ErrorCode::kEncrypted,
      {"{} is encrypted and the password is wrong: it does not open it", told_name(member.name)});
}

}  // namespace

ZipCipherSizes zip_cipher_sizes(const Member& member) {
  if (!member.is_encrypted) return {};
  if (member.aes_strength == 0) return {kOldHeadBytes, 0};
  return {aes_key_bytes(member) / 2 + kAesCheckBytes, kAesProofBytes};
}

Result<std::unique_ptr<ZipCipher>> open_zip_cipher(const Member& member, ByteSpan head,
                                                   std::string_view password) {
  if (member.aes_strength == 0) {
    auto cipher = std::make_unique<OldCipher>(password);
    std::array<std::uint8_t, kOldHeadBytes> bytes{};
    std::copy_n(head.begin(), std::min(head.size(), bytes.size()), bytes.begin());
    cipher->decrypt(bytes);
    // The checksum is not known yet when a member is written whose sizes stand behind it.
    const std::uint32_t check =
        (member.flags & kZipSizesBehind) != 0 ? member.dos_time >> 8 : member.crc >> 24;
    if (bytes.back() != check) return wrong_password(member);
    return cipher;
  }
  const std::size_t key_bytes = aes_key_bytes(member);
  const ByteSpan salt = head.first(key_bytes / 2);
  ByteVector keys(2 * key_bytes + kAesCheckBytes);
  pbkdf2(DigestKind::kSha1, as_bytes(password), salt, kAesRounds, keys);
  const ByteSpan made(keys);
  if (as_chars(made.last(kAesCheckBytes)) != as_chars(head.last(kAesCheckBytes)))
    return wrong_password(member);
  return std::make_unique<AesCipher>(made.first(key_bytes), made.subspan(key_bytes, key_bytes));
}

}  // namespace lectern
