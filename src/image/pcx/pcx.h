// ZSoft PCX (technical reference manual, revision 5): 1 to 8 bits with a palette, 24 and 32 bits.
#pragma once

#include "image/picture_engine.h"

namespace lectern {

/// Decodes a file. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<DecodedPicture> decode_pcx(ByteSpan bytes, const Limits& limits);

}  // namespace lectern
