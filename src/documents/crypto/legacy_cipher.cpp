#include "documents/crypto/legacy_cipher.h"

#include <algorithm>
#include <bit>

#include "base/byte_reader.h"
#include "documents/crypto/password.h"

namespace lectern {
namespace {

constexpr std::size_t kSaltBytes = 16;
constexpr std::size_t kVerifierBytes = 16;
/// Of the digest, RC4 with 40 bits uses that much.
constexpr std::size_t kShortKeyBytes = 5;
constexpr std::uint32_t kAlgorithmRc4 = 0x6801;
constexpr std::uint32_t kAlgorithmSha1 = 0x8004;
/// The longest password of XOR, and what fills up a shorter one.
constexpr std::size_t kMaxXorPassword = 15;
constexpr std::array<std::uint8_t, 15> kXorFill = {0xBB, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xB9, 0x80,
                                                   0x00, 0xBE, 0x0F, 0x00, 0xBF, 0x0F, 0x00};

/// A password as bytes, one for each character.
ByteVector xor_password(std::string_view password) {
  const ByteVector wide = utf16_of(password);
  ByteVector bytes;
  for (std::size_t i = 0; i + 1 < wide.size() && bytes.size() < kMaxXorPassword; i += 2)
    bytes.push_back(wide[i] != 0 ? wide[i] : wide[i + 1]);
  return bytes;
}

/// The key of XOR: bits of the password choose among the states of a shift register (2.3.7.2, which
/// has them as tables).
std::uint16_t xor_key(ByteSpan password) {
  std::uint16_t key = 0;
  std::uint16_t base = 0x8000;
  std::uint16_t end = 0xFFFF;
  const auto turn = [](std::uint16_t value) {
    value = std::rotl(value, 1);
    return static_cast<std::uint16_t>((value & 1) != 0 ? value ^ 0x1020 : value);
  };
  for (std::size_t i = password.size(); i-- > 0;) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      base = turn(base);
      if (bit < 7 && (password[i] >> bit & 1) != 0) key ^= base;
      end = turn(end);
    }
  }
  return password.empty() ? 0 : key ^ end;
}

/// The check of XOR (2.3.7.1).
std::uint16_t xor_check(ByteSpan password) {
  std::uint16_t check = static_cast<std::uint16_t>(password.size());
  for (std::size_t i = 0; i < password.size(); ++i) {
    const auto turns = static_cast<unsigned>((i + 1) % 15);
    const std::uint32_t wide = std::uint32_t{password[i]} << turns;
    check ^= static_cast<std::uint16_t>((wide | wide >> 15) & 0x7FFF);
  }
  return password.empty() ? 0 : check ^ 0xCE4B;
}

std::array<std::uint8_t, 4> block_number(std::uint32_t number) {
  return {static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8),
          static_cast<std::uint8_t>(number >> 16), static_cast<std::uint8_t>(number >> 24)};
}

}  // namespace

Result<LegacyCipher> LegacyCipher::from_info(ByteSpan info, std::string_view kind) {
  LegacyCipher cipher(kind);
  ByteReader reader(info);
  const std::uint16_t major = reader.u16_le().value_or(0);
  const std::uint16_t minor = reader.u16_le().value_or(0);
  const auto damaged = [] {
    return fail(ErrorCode::kCorruptDocument, "what says how the file is encrypted is cut off");
  };
  std::size_t digest_size = digest_bytes(DigestKind::kMd5);
  if (major == 1 && minor == 1) {
    cipher.method_ = Method::kRc4;
  } else if (minor == 2 && major >= 2 && major <= 4) {
    cipher.method_ = Method::kCryptoApi;
    digest_size = digest_bytes(DigestKind::kSha1);
    (void)reader.skip(4);
    const auto header_bytes = reader.u32_le();
    if (!header_bytes) return damaged();
    const auto header = reader.take(std::min<std::size_t>(*header_bytes, reader.remaining()));
    ByteReader fields(*header);
    (void)fields.skip(8);
    const std::uint32_t algorithm = fields.u32_le().value_or(0);
    const std::uint32_t digest = fields.u32_le().value_or(0);
    const std::uint32_t key_bits = fields.u32_le().value_or(0);
    if (algorithm != kAlgorithmRc4 && algorithm != 0)
      return refuse_method(kind, compose({"with the cipher {}", algorithm}));
    if (digest != kAlgorithmSha1 && digest != 0)
      return refuse_method(kind, compose({"with the digest {}", digest}));
    if (key_bits != 0) cipher.key_bytes_ = key_bits / 8;
    if (key_bits % 8 != 0 || key_bits > 128 || (key_bits != 0 && key_bits < 40)) {
      return fail(ErrorCode::kCorruptDocument, {"the file is encrypted with {bit}", key_bits});
    }
    if (reader.u32_le() != kSaltBytes) return damaged();
  } else {
    return refuse_method(kind, compose({"by version {}.{}", major, minor}));
  }
  const auto salt = reader.take(kSaltBytes);
  const auto verifier = reader.take(kVerifierBytes);
  if (cipher.method_ == Method::kCryptoApi) (void)reader.skip(4);
  const auto digest = reader.take(digest_size);
  if (!salt || !verifier || !digest) return damaged();
  cipher.salt_.assign(salt->begin(), salt->end());
  cipher.verifier_.assign(verifier->begin(), verifier->end());
  cipher.verifier_.insert(cipher.verifier_.end(), digest->begin(), digest->end());
  return cipher;
}

LegacyCipher LegacyCipher::from_xor(std::uint16_t key, std::uint16_t check, std::string_view kind) {
  LegacyCipher cipher(kind);
  cipher.key_ = key;
  cipher.check_ = check;
  return cipher;
}

Result<void> LegacyCipher::unlock(std::initializer_list<std::string_view> passwords) {
  for (const std::string_view password : passwords) {
    if (!password.empty() && opens(password)) return {};
  }
  return refuse_password(kind_, *passwords.begin());
}

bool LegacyCipher::opens(std::string_view password) {
  if (method_ == Method::kXor) {
    ByteVector bytes = xor_password(password);
    const std::uint16_t key = xor_key(bytes);
    const std::uint16_t check = xor_check(bytes);
    if ((key != key_ || check != check_) && (key != check_ || check != key_)) return false;
    bytes.insert(bytes.end(), kXorFill.begin(), kXorFill.end());
    for (std::size_t i = 0; i < mask_.size(); ++i)
      mask_[i] = bytes[i] ^ static_cast<std::uint8_t>(i % 2 == 0 ? key : key >> 8);
    return true;
  }
  const ByteVector wide = utf16_of(password);
  if (method_ == Method::kRc4) {
    const Digest digest = digest_of(DigestKind::kMd5, {wide});
    Hasher hasher(DigestKind::kMd5);
    for (int i = 0; i < 16; ++i) {
      hasher.update(ByteSpan(digest).first(kShortKeyBytes));
      hasher.update(salt_);
    }
    base_ = hasher.finish();
    base_.size = kShortKeyBytes;
  } else {
    base_ = digest_of(DigestKind::kSha1, {salt_, wide});
  }
  ByteVector verifier = verifier_;
  decrypt_block(verifier, 0);
  const ByteSpan opened(verifier);
  const Digest made = digest_of(method_ == Method::kRc4 ? DigestKind::kMd5 : DigestKind::kSha1,
                                {opened.first(kVerifierBytes)});
  return as_chars(made) == as_chars(opened.subspan(kVerifierBytes));
}

Digest LegacyCipher::key_of(std::uint32_t block) const {
  if (method_ == Method::kRc4) return digest_of(DigestKind::kMd5, {base_, block_number(block)});
  Digest key = digest_of(DigestKind::kSha1, {base_, block_number(block)});
  key.size = key_bytes_;
  if (key_bytes_ == kShortKeyBytes) {
    // A key of 40 bits is one of 128, most of which are zero.
    std::fill(key.bytes.begin() + kShortKeyBytes, key.bytes.end(), std::uint8_t{0});
    key.size = 16;
  }
  return key;
}

void LegacyCipher::decrypt_block(std::span<std::uint8_t> bytes, std::uint32_t number) const {
  Rc4(key_of(number)).apply(bytes);
}

void LegacyCipher::decrypt_stream(std::span<std::uint8_t> stream, std::size_t block_bytes) const {
  for (std::uint32_t number = 0; !stream.empty(); ++number) {
    const std::size_t size = std::min(block_bytes, stream.size());
    decrypt_block(stream.first(size), number);
    stream = stream.subspan(size);
  }
}

void LegacyCipher::decrypt_record(std::span<std::uint8_t> bytes, std::size_t at) const {
  for (std::uint8_t& byte : bytes) {
    byte = std::rotl(byte, 3) ^ std::rotl(mask_[at % mask_.size()], 2);
    ++at;
  }
}

void LegacyCipher::decrypt_word(std::span<std::uint8_t> stream) const {
  for (std::size_t at = 0; at < stream.size(); ++at) {
    const std::uint8_t plain = stream[at] ^ std::rotl(mask_[at % mask_.size()], 7);
    // Zeros, and what would become one, stand as they are.
    if (stream[at] != 0 && plain != 0) stream[at] = plain;
  }
}

}  // namespace lectern
