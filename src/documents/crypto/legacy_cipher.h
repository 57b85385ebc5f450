// How Word, Excel and PowerPoint 97 to 2003 encrypted their files ([MS-OFFCRYPTO] 2.3.5 to 2.3.7):
// RC4 with a key of 40 bits, RC4 by the CryptoAPI with up to 128, and the XOR of older versions.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "base/error.h"
#include "package/crypto.h"

namespace lectern {

class LegacyCipher {
 public:
  /// \param info  EncryptionVersionInfo, and what follows it there
  /// \param kind  of the document, for messages; must outlive this
  /// \returns ENCRYPTED when the method is not read, CORRUPT_DOCUMENT when `info` is damaged.
  static Result<LegacyCipher> from_info(ByteSpan info, std::string_view kind);
  /// XOR. \param key, check  as the file has them; where they stand the other way round will do
  static LegacyCipher from_xor(std::uint16_t key, std::uint16_t check, std::string_view kind);

  /// Takes the first of the passwords that is right. \param passwords  the user's, and what else
  /// may open the file \returns ENCRYPTED when none is.
  Result<void> unlock(std::initializer_list<std::string_view> passwords);

  bool is_xor() const { return method_ == Method::kXor; }

  /// RC4: a stream from its start, whose key changes with every `block_bytes`.
  void decrypt_stream(std::span<std::uint8_t> stream, std::size_t block_bytes) const;
  /// RC4: the bytes of one block from its start.
  void decrypt_block(std::span<std::uint8_t> bytes, std::uint32_t number) const;
  /// XOR of Excel: bytes of a record. \param at  where they begin in the stream, and the size of
  /// the record more
  void decrypt_record(std::span<std::uint8_t> bytes, std::size_t at) const;
  /// XOR of Word: a stream from its start.
  void decrypt_word(std::span<std::uint8_t> stream) const;

 private:
  enum class Method : std::uint8_t { kXor, kRc4, kCryptoApi };

  explicit LegacyCipher(std::string_view kind) : kind_(kind) {}
  bool opens(std::string_view password);
  Digest key_of(std::uint32_t block) const;

  std::string_view kind_;
  Method method_ = Method::kXor;
  std::size_t key_bytes_ = 5;
  ByteVector salt_;
  ByteVector verifier_;  ///< and its digest
  Digest base_;          ///< what all keys are made of
  std::uint16_t key_ = 0;
  std::uint16_t check_ = 0;
  std::array<std::uint8_t, 16> mask_{};  ///< XOR: the password, filled up and mixed with the key
};

}  // namespace lectern
