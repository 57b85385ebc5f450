// GIF87a and GIF89a (CompuServe, 1987 and 1990). Plain text extensions are not drawn.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/animation.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_gif(ByteSpan bytes);

/// Proves that the LZW data of every frame holds all of its pixels, without producing them.
/// CORRUPT_IMAGE or LIMIT_EXCEEDED.
Result<ImageInfo> verify_gif(ByteSpan bytes, const Limits& limits);

/// The first frame on the whole canvas, of a file that verify_gif has accepted. What the frame
/// does not cover is transparent. Holds one byte for each pixel of the frame: LIMIT_EXCEEDED.
Result<void> decode_gif(ByteSpan bytes, const Limits& limits, RowSink& sink);

/// Decodes the frames of a file that verify_gif has accepted, one at a time: LIMIT_EXCEEDED.
Result<void> animate_gif(ByteSpan bytes, const Limits& limits, FrameSink& sink);

}  // namespace lectern
