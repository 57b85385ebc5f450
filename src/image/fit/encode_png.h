// Pixels to PNG (W3C PNG specification, third edition).
#pragma once

#include <cstdint>
#include <limits>

#include "base/error.h"
#include "image/pixels.h"

namespace lectern {

/// Whether no pixel is transparent.
bool is_opaque(ByteSpan rgba);

/// The smallest of PNG's colour types that holds every pixel exactly: gray, indexed, RGB or RGBA,
/// 8 bits, not interlaced. Deterministic. INTERNAL when the encoder fails.
/// \param icc  a colour profile to embed; empty: none. One for RGB makes gray pixels indexed; one
///             for gray is for pixels that are gray and opaque.
/// \param most_bytes  a larger file is given up as soon as that is known; it is empty then. A
///                    picture of more than a megapixel is not begun where some of its rows take
///                    a quarter more than their part.
Result<ByteVector> encode_png(PixelView pixels, ByteSpan icc = {},
                              std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max());

}  // namespace lectern
