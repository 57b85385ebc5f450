// Windows and OS/2 bitmap files (Microsoft BITMAPFILEHEADER; see dib.h for what they hold).
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_bmp(ByteSpan bytes);
/// A bitmap as programs pass it on, without the header of a file.
bool is_bare_bitmap(ByteSpan bytes);

/// Decodes the file to prove it. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<ImageInfo> verify_bmp(ByteSpan bytes, const Limits& limits);

Result<void> decode_bmp(ByteSpan bytes, const Limits& limits, RowSink& sink);

}  // namespace lectern
