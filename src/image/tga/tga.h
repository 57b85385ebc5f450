// Truevision TGA (version 2.0 of its specification): palettes, colours and gray, with and without
// run lengths, 8 to 32 bits a pixel.
#pragma once

#include "image/picture_engine.h"

namespace lectern {

/// Decodes a file. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<DecodedPicture> decode_tga(ByteSpan bytes, const Limits& limits);

}  // namespace lectern
