// The Quite OK Image format (version 1.0 of its specification): RGB or RGBA, 8 bits a channel.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_qoi(ByteSpan bytes);

/// Decodes the file to prove it. CORRUPT_IMAGE or LIMIT_EXCEEDED.
Result<ImageInfo> verify_qoi(ByteSpan bytes, const Limits& limits);

/// Decodes the rows that the header promises. CORRUPT_IMAGE where the data ends before them.
Result<void> decode_qoi(ByteSpan bytes, const Limits& limits, RowSink& sink);

}  // namespace lectern
