// TIFF 6.0 and BigTIFF, the first page: strips and tiles, chunky and planar, 1-64 bits a sample,
// integer and floating point, gray, palette, RGB, CMYK, alpha; uncompressed, PackBits, LZW,
// Deflate, CCITT fax, JPEG of both kinds. Not supported: CIE L*a*b*, LogLuv, Zstandard, WebP and
// LERC compression, YCbCr that is not JPEG. Embedded colour profiles are not applied.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_tiff(ByteSpan bytes);

/// Decodes the first page to prove it; `frames` counts the pages.
/// CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<ImageInfo> verify_tiff(ByteSpan bytes, const Limits& limits);

/// Decodes the first page, not turned. Holds one row of strips or tiles: LIMIT_EXCEEDED.
Result<void> decode_tiff(ByteSpan bytes, const Limits& limits, RowSink& sink);

}  // namespace lectern
