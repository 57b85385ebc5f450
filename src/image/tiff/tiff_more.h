// TIFFs that the core does not read: LZMA, Zstandard and LogLuv compression, CIE and ICC Lab,
// LogL, and YCbCr that is not JPEG.
#pragma once

#include "image/picture_engine.h"

namespace lectern {

/// Decodes the first page of a file that the core refuses as unsupported. CORRUPT_IMAGE,
/// UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<DecodedPicture> decode_tiff_more(ByteSpan bytes, const Limits& limits);

}  // namespace lectern
