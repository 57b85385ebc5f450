// zlib's checksum (RFC 1950, section 8.2), sixteen bytes at once: a large picture's pixels all go
// through it.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace lectern {

/// Of no bytes.
inline constexpr std::uint32_t kAdler32Start = 1;

/// The checksum of what `checksum` covers followed by `bytes`.
std::uint32_t adler32_of(std::uint32_t checksum, ByteSpan bytes);

}  // namespace lectern
