// Portable anymaps (Netpbm: pbm, pgm, ppm, pam): P1 to P7, up to 16 bits a sample.
#pragma once

#include "image/picture_engine.h"

namespace lectern {

/// Decodes the first picture of a file. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<DecodedPicture> decode_pnm(ByteSpan bytes, const Limits& limits);

}  // namespace lectern
