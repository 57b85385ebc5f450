// SHA-256 (FIPS 180-4, section 6.2), incremental.
#pragma once

#include <array>
#include <string>

#include "base/bytes.h"

namespace lectern {

class Sha256 {
 public:
  /// Adds bytes; may be called any number of times before `finish`.
  void update(ByteSpan bytes);
  /// The digest. Call once; the object is used up afterwards.
  std::array<std::uint8_t, 32> finish_bytes();
  /// The digest as 64 lower-case hex digits. Call once; the object is used up afterwards.
  std::string finish();

 private:
  void compress(ByteSpan block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t total_bytes_ = 0;
};

/// The digest of `bytes` as 64 lower-case hex digits.
std::string sha256_hex(ByteSpan bytes);

}  // namespace lectern
