// AES-256 as 7-Zip encrypts with it: in CBC, with a key made of the password by very many rounds of
// SHA-256 (7zAes.cpp of 7-Zip).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/error.h"
#include "package/unpacker.h"

namespace lectern {

/// What SHA-256 may be given for the keys of an archive. 7-Zip's half a million rounds with a
/// password of 20 letters are a tenth of it.
inline constexpr std::uint64_t kMaxHashedBytes = std::uint64_t{256} << 20;

/// A password, and the key that was last made of it, which takes long.
class SevenZipPassword {
 public:
  /// \param password  must outlive this; "" for none
  explicit SevenZipPassword(std::string_view password) : password_(password) {}

  /// Decrypts what `inner` unpacks.
  /// \param properties  of the method, as the directory has them
  /// \param size_bytes  of what is decrypted; what is behind it fills up the last block
  /// \param what        whose content it is, for messages
  /// \returns ENCRYPTED without a password, CORRUPT_ARCHIVE, LIMIT_EXCEEDED for more rounds than
  /// anybody wants.
  Result<std::unique_ptr<Unpacker>> decrypter(ByteSpan properties, std::uint64_t size_bytes,
                                              std::unique_ptr<Unpacker> inner,
                                              std::string_view what);

 private:
  std::string_view password_;
  unsigned rounds_ = 0;  ///< of `key_`, as a power of two
  ByteVector salt_;      ///< the same
  bool has_key_ = false;
  std::uint64_t left_to_hash_ = kMaxHashedBytes;
  std::array<std::uint8_t, 32> key_{};
};

}  // namespace lectern
