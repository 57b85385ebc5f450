// Encrypted members of ZIP archives: PKWARE's old cipher (APPNOTE 6.1), which every program writes,
// and AES as WinZip defined it (AE-1 and AE-2).
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/error.h"
#include "package/package.h"

namespace lectern {

/// Decrypts a member, one piece behind the other.
class ZipCipher {
 public:
  ZipCipher() = default;
  ZipCipher(const ZipCipher&) = delete;
  ZipCipher& operator=(const ZipCipher&) = delete;
  virtual ~ZipCipher() = default;

  /// Decrypts in place.
  virtual void decrypt(std::span<std::uint8_t> bytes) = 0;
  /// Whether `proof`, which stands behind the member, is right for all that was decrypted.
  virtual bool proves(ByteSpan) { return true; }
};

/// Bytes that stand before an encrypted member's data, and behind it. \param member  its `method`
/// is that of what is encrypted.
struct ZipCipherSizes {
  std::size_t before = 0;
  std::size_t behind = 0;
};
ZipCipherSizes zip_cipher_sizes(const Member& member);

/// \param head  the bytes before the data. \returns ENCRYPTED when the password is not the one.
Result<std::unique_ptr<ZipCipher>> open_zip_cipher(const Member& member, ByteSpan head,
                                                   std::string_view password);

}  // namespace lectern
