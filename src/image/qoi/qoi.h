// The Quite OK Image format (version 1.0 of its specification): RGB or RGBA, 8 bits a channel.
#pragma once

#include "image/picture_engine.h"

namespace lectern {

/// Decodes the rows that the header promises. CORRUPT_IMAGE where the data ends before them;
/// LIMIT_EXCEEDED.
Result<DecodedPicture> decode_qoi(ByteSpan bytes, const Limits& limits);

}  // namespace lectern
