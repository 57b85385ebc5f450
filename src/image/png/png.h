// PNG and APNG (W3C PNG specification, third edition). All colour types, bit depths and both
// interlace methods. Embedded colour profiles and gamma are not applied to decoded pixels.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_png(ByteSpan bytes);

/// Proves that every chunk, every row of the picture and every frame of the animation is there and
/// intact, holding no more than 100 KB. CORRUPT_IMAGE or LIMIT_EXCEEDED.
Result<ImageInfo> verify_png(ByteSpan bytes, const Limits& limits);

/// What the header tells, and of the chunks after it, as they stand there, the orientation and the
/// number of frames. CORRUPT_IMAGE or LIMIT_EXCEEDED for the header alone.
Result<ImageInfo> inspect_png(ByteSpan bytes, const Limits& limits);

/// Decodes the still picture (an APNG's default image) and proves the whole file on the way; `info`
/// becomes what verify_png gives. Interlaced files need the whole picture in memory:
/// LIMIT_EXCEEDED.
Result<void> decode_and_verify_png(ByteSpan bytes, const Limits& limits, RowSink& sink,
                                   ImageInfo& info);
/// The same for who needs the pixels only.
Result<void> decode_png(ByteSpan bytes, const Limits& limits, RowSink& sink);

}  // namespace lectern
