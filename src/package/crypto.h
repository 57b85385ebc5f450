// The digests and ciphers that encrypted documents and archives use. Of a key, all that is made
// here comes from a password; nothing here is for keeping a secret that is our own.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/sha256.h"

namespace lectern {

/// A password as it is hashed, UTF-8 as UTF-16, little-endian; what is no character is U+FFFD.
ByteVector utf16_of(std::string_view text);

enum class DigestKind : std::uint8_t { kMd5, kSha1, kSha256, kSha384, kSha512 };

/// Units of work (base/work_budget.h) that a digest of 64 bytes or less costs.
inline constexpr std::uint64_t kDigestWork = 256;
/// Units of work that a byte costs which is decrypted.
inline constexpr std::uint64_t kCipherWork = 8;

/// A digest, or a key made of one.
struct Digest {
  std::array<std::uint8_t, 64> bytes{};
  std::size_t size = 0;

  // NOLINTNEXTLINE(google-explicit-constructor): it stands wherever bytes are wanted
  operator ByteSpan() const { return ByteSpan(bytes).first(size); }
};

/// Bytes of a digest of that kind.
std::size_t digest_bytes(DigestKind kind);

/// A digest of bytes that come piece by piece. A copy goes on from where it was made.
class Hasher {
 public:
  explicit Hasher(DigestKind kind);
  void update(ByteSpan bytes);
  /// Call once; the object is used up afterwards.
  Digest finish();

 private:
  DigestKind kind_;
  alignas(8) std::array<std::uint8_t, 224> state_{};
  Sha256 sha256_;
};

/// The digest of `parts`, one behind the other.
Digest digest_of(DigestKind kind, std::initializer_list<ByteSpan> parts);

/// HMAC (RFC 2104). A copy goes on from where it was made.
class Hmac {
 public:
  Hmac(DigestKind kind, ByteSpan key);
  void update(ByteSpan bytes) { inner_.update(bytes); }
  /// Call once; the object is used up afterwards.
  Digest finish();

 private:
  Hasher inner_;
  Hasher outer_;
};

/// Fills `key` by PBKDF2 (RFC 8018) with HMAC.
void pbkdf2(DigestKind kind, ByteSpan password, ByteSpan salt, std::uint64_t rounds,
            std::span<std::uint8_t> key);
/// Units of work that pbkdf2 costs.
std::uint64_t pbkdf2_work(DigestKind kind, std::uint64_t rounds, std::size_t key_bytes);

/// AES with a key of 16, 24 or 32 bytes.
class Aes {
 public:
  static constexpr std::size_t kBlockBytes = 16;
  enum class Use : std::uint8_t { kEncrypt, kDecrypt };

  Aes(ByteSpan key, Use use);
  Aes(Aes&&) noexcept;
  Aes& operator=(Aes&&) noexcept;
  ~Aes();

  static bool has_key_size(std::size_t bytes) { return bytes == 16 || bytes == 24 || bytes == 32; }

  /// One block, for what it was made for.
  void block(const std::uint8_t* from, std::uint8_t* to) const;
  /// Decrypts blocks on their own, in place; what is left behind the last whole one stays.
  void decrypt_blocks(std::span<std::uint8_t> bytes) const;
  /// Decrypts blocks that are chained (CBC), in place; what is left behind the last whole one
  /// stays. \param start  16 bytes
  void decrypt_chain(ByteSpan start, std::span<std::uint8_t> bytes) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Encrypts and decrypts with AES in counter mode, in place, where the counter is little-endian and
/// begins with 1.
class AesCounter {
 public:
  explicit AesCounter(ByteSpan key) : aes_(key, Aes::Use::kEncrypt) {}
  void apply(std::span<std::uint8_t> bytes);

 private:
  Aes aes_;
  std::array<std::uint8_t, Aes::kBlockBytes> counter_{};
  std::array<std::uint8_t, Aes::kBlockBytes> stream_{};
  std::size_t used_ = Aes::kBlockBytes;
};

/// RC4 with a key of 1 to 256 bytes; encrypts and decrypts.
class Rc4 {
 public:
  explicit Rc4(ByteSpan key);
  void apply(std::span<std::uint8_t> bytes);
  /// Goes past `count` bytes.
  void skip(std::uint64_t count);

 private:
  std::array<std::uint8_t, 256> table_;
  std::uint8_t x_ = 0;
  std::uint8_t y_ = 0;
};

/// Decrypts with Blowfish in CFB of 64 bits, in place. \param key  4 to 56 bytes  \param start  8
/// bytes
void decrypt_blowfish(ByteSpan key, ByteSpan start, std::span<std::uint8_t> bytes);

}  // namespace lectern
