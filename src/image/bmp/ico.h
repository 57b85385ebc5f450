// Windows icons and cursors (Microsoft ICONDIR): the largest entry, as PNG or bitmap with a mask.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_ico(ByteSpan bytes);

/// Decodes the largest entry to prove it. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<ImageInfo> verify_ico(ByteSpan bytes, const Limits& limits);

Result<void> decode_ico(ByteSpan bytes, const Limits& limits, RowSink& sink);

}  // namespace lectern
