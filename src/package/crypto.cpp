#include "package/crypto.h"

#include <mbedtls/aes.h>
#include <mbedtls/blowfish.h>
#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha512.h>

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace lectern {
namespace {

/// The longest block of a digest, SHA-512's.
constexpr std::size_t kMaxBlockBytes = 128;

std::size_t block_bytes(DigestKind kind) {
  return kind == DigestKind::kSha384 || kind == DigestKind::kSha512 ? 128 : 64;
}

void copy_into(std::span<std::uint8_t> to, ByteSpan from) {
  std::copy(from.begin(), from.end(), to.begin());
}

template <typename Context>
Context* context_in(std::span<std::uint8_t> state) {
  static_assert(sizeof(Context) <= 224 && alignof(Context) <= 8);
  return reinterpret_cast<Context*>(state.data());
}

}  // namespace

ByteVector utf16_of(std::string_view text) {
  ByteVector bytes;
  const auto unit = [&bytes](char32_t value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
  };
  while (!text.empty()) {
    const std::size_t size = utf8_sequence_size(as_bytes(text));
    if (size == 0) {
      unit(0xFFFD);
      text.remove_prefix(invalid_utf8_at(as_bytes(text)).size);
      continue;
    }
    const char32_t character = utf8_character_at(text.substr(0, size), 0).code_point;
    if (character < 0x10000) {
      unit(character);
    } else {
      unit(0xD800 + ((character - 0x10000) >> 10));
      unit(0xDC00 + ((character - 0x10000) & 0x3FF));
    }
    text.remove_prefix(size);
  }
  return bytes;
}

std::size_t digest_bytes(DigestKind kind) {
  switch (kind) {
    case DigestKind::kMd5:
      return 16;
    case DigestKind::kSha1:
      return 20;
    case DigestKind::kSha256:
      return 32;
    case DigestKind::kSha384:
      return 48;
    case DigestKind::kSha512:
      return 64;
  }
  return 0;
}

Hasher::Hasher(DigestKind kind) : kind_(kind) {
  switch (kind) {
    case DigestKind::kMd5:
      mbedtls_md5_starts_ret(context_in<mbedtls_md5_context>(state_));
      break;
    case DigestKind::kSha1:
      mbedtls_sha1_starts_ret(context_in<mbedtls_sha1_context>(state_));
      break;
    case DigestKind::kSha256:
      break;
    case DigestKind::kSha384:
    case DigestKind::kSha512:
      mbedtls_sha512_starts_ret(context_in<mbedtls_sha512_context>(state_),
                                kind == DigestKind::kSha384 ? 1 : 0);
      break;
  }
}

void Hasher::update(ByteSpan bytes) {
  switch (kind_) {
    case DigestKind::kMd5:
      mbedtls_md5_update_ret(context_in<mbedtls_md5_context>(state_), bytes.data(), bytes.size());
      break;
    case DigestKind::kSha1:
      mbedtls_sha1_update_ret(context_in<mbedtls_sha1_context>(state_), bytes.data(), bytes.size());
      break;
    case DigestKind::kSha256:
      sha256_.update(bytes);
      break;
    case DigestKind::kSha384:
    case DigestKind::kSha512:
      mbedtls_sha512_update_ret(context_in<mbedtls_sha512_context>(state_), bytes.data(),
                                bytes.size());
      break;
  }
}

Digest Hasher::finish() {
  Digest digest;
  digest.size = digest_bytes(kind_);
  switch (kind_) {
    case DigestKind::kMd5:
      mbedtls_md5_finish_ret(context_in<mbedtls_md5_context>(state_), digest.bytes.data());
      break;
    case DigestKind::kSha1:
      mbedtls_sha1_finish_ret(context_in<mbedtls_sha1_context>(state_), digest.bytes.data());
      break;
    case DigestKind::kSha256:
      copy_into(digest.bytes, sha256_.finish_bytes());
      break;
    case DigestKind::kSha384:
    case DigestKind::kSha512:
      mbedtls_sha512_finish_ret(context_in<mbedtls_sha512_context>(state_), digest.bytes.data());
      break;
  }
  return digest;
}

Digest digest_of(DigestKind kind, std::initializer_list<ByteSpan> parts) {
  Hasher hasher(kind);
  for (const ByteSpan part : parts) hasher.update(part);
  return hasher.finish();
}

Hmac::Hmac(DigestKind kind, ByteSpan key) : inner_(kind), outer_(kind) {
  const Digest shortened = key.size() > block_bytes(kind) ? digest_of(kind, {key}) : Digest();
  if (shortened.size > 0) key = shortened;
  std::array<std::uint8_t, kMaxBlockBytes> pad{};
  const auto block = std::span(pad).first(block_bytes(kind));
  copy_into(block, key);
  for (std::uint8_t& byte : block) byte ^= 0x36;
  inner_.update(block);
  for (std::uint8_t& byte : block) byte ^= 0x36 ^ 0x5C;
  outer_.update(block);
}

Digest Hmac::finish() {
  outer_.update(inner_.finish());
  return outer_.finish();
}

void pbkdf2(DigestKind kind, ByteSpan password, ByteSpan salt, std::uint64_t rounds,
            std::span<std::uint8_t> key) {
  const Hmac keyed(kind, password);
  for (std::uint32_t number = 1; !key.empty(); ++number) {
    Hmac first = keyed;
    first.update(salt);
    const std::array<std::uint8_t, 4> counter = {
        static_cast<std::uint8_t>(number >> 24), static_cast<std::uint8_t>(number >> 16),
        static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
    first.update(counter);
    Digest last = first.finish();
    Digest sum = last;
    for (std::uint64_t round = 1; round < rounds; ++round) {
      Hmac next = keyed;
      next.update(last);
      last = next.finish();
      for (std::size_t i = 0; i < sum.size; ++i) sum.bytes[i] ^= last.bytes[i];
    }
    const std::size_t taken = std::min(sum.size, key.size());
    copy_into(key, ByteSpan(sum).first(taken));
    key = key.subspan(taken);
  }
}

std::uint64_t pbkdf2_work(DigestKind kind, std::uint64_t rounds, std::size_t key_bytes) {
  const std::uint64_t blocks = (key_bytes + digest_bytes(kind) - 1) / digest_bytes(kind);
  const std::uint64_t each = 2 * kDigestWork * (block_bytes(kind) / 64) * blocks;
  return rounds > UINT64_MAX / each ? UINT64_MAX : rounds * each;
}

struct Aes::State {
  mbedtls_aes_context context;
  Use use;
};

Aes::Aes(ByteSpan key, Use use) : state_(std::make_unique<State>()) {
  mbedtls_aes_init(&state_->context);
  state_->use = use;
  const auto bits = static_cast<unsigned>(8 * key.size());
  if (use == Use::kEncrypt) {
    mbedtls_aes_setkey_enc(&state_->context, key.data(), bits);
  } else {
    mbedtls_aes_setkey_dec(&state_->context, key.data(), bits);
  }
}

Aes::Aes(Aes&&) noexcept = default;
Aes& Aes::operator=(Aes&&) noexcept = default;

Aes::~Aes() {
  if (state_) mbedtls_aes_free(&state_->context);
}

void Aes::block(const std::uint8_t* from, std::uint8_t* to) const {
  mbedtls_aes_crypt_ecb(&state_->context,
                        state_->use == Use::kEncrypt ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT,
                        from, to);
}

void Aes::decrypt_blocks(std::span<std::uint8_t> bytes) const {
  for (; bytes.size() >= kBlockBytes; bytes = bytes.subspan(kBlockBytes))
    block(bytes.data(), bytes.data());
}

void Aes::decrypt_chain(ByteSpan start, std::span<std::uint8_t> bytes) const {
  std::array<std::uint8_t, kBlockBytes> previous{};
  copy_into(previous, start.first(kBlockBytes));
  mbedtls_aes_crypt_cbc(&state_->context, MBEDTLS_AES_DECRYPT,
                        bytes.size() / kBlockBytes * kBlockBytes, previous.data(), bytes.data(),
                        bytes.data());
}

void AesCounter::apply(std::span<std::uint8_t> bytes) {
  for (std::uint8_t& byte : bytes) {
    if (used_ == stream_.size()) {
      for (std::uint8_t& digit : counter_) {
        if (++digit != 0) break;
      }
      aes_.block(counter_.data(), stream_.data());
      used_ = 0;
    }
    byte ^= stream_[used_++];
  }
}

Rc4::Rc4(ByteSpan key) {
  for (std::size_t i = 0; i < table_.size(); ++i) table_[i] = static_cast<std::uint8_t>(i);
  std::uint8_t j = 0;
  for (std::size_t i = 0; i < table_.size() && !key.empty(); ++i) {
    j = static_cast<std::uint8_t>(j + table_[i] + key[i % key.size()]);
    std::swap(table_[i], table_[j]);
  }
}

void Rc4::apply(std::span<std::uint8_t> bytes) {
  for (std::uint8_t& byte : bytes) {
    y_ = static_cast<std::uint8_t>(y_ + table_[++x_]);
    std::swap(table_[x_], table_[y_]);
    byte ^= table_[static_cast<std::uint8_t>(table_[x_] + table_[y_])];
  }
}

void Rc4::skip(std::uint64_t count) {
  std::array<std::uint8_t, 1024> passed{};
  for (; count > 0; count -= std::min<std::uint64_t>(count, passed.size()))
    apply(std::span(passed).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(count, passed.size()))));
}

void decrypt_blowfish(ByteSpan key, ByteSpan start, std::span<std::uint8_t> bytes) {
  const auto blowfish = std::make_unique<mbedtls_blowfish_context>();
  mbedtls_blowfish_init(blowfish.get());
  mbedtls_blowfish_setkey(blowfish.get(), key.data(), static_cast<unsigned>(8 * key.size()));
  std::array<std::uint8_t, MBEDTLS_BLOWFISH_BLOCKSIZE> feedback{};
  copy_into(feedback, start.first(feedback.size()));
  std::size_t offset = 0;
  mbedtls_blowfish_crypt_cfb64(blowfish.get(), MBEDTLS_BLOWFISH_DECRYPT, bytes.size(), &offset,
                               feedback.data(), bytes.data(), bytes.data());
  mbedtls_blowfish_free(blowfish.get());
}

}  // namespace lectern
