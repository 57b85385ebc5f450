// WebP (RFC 9649): lossy, lossless, alpha, animated. Embedded colour profiles are not applied to
// decoded pixels.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/animation.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_webp(ByteSpan bytes);

/// Proves that every frame decodes, with no more output than a pixel each. libwebp itself holds
/// four bytes a pixel for lossless frames and one for alpha. CORRUPT_IMAGE or LIMIT_EXCEEDED.
Result<ImageInfo> verify_webp(ByteSpan bytes, const Limits& limits);

/// The picture, or the first frame on its transparent canvas, of a file that verify_webp has
/// accepted. Holds the decoded picture: LIMIT_EXCEEDED.
/// \param at_least  a still picture may be averaged down by a whole factor on the way, as long as
///                  neither side becomes smaller than this; {0, 0} always means full size.
Result<void> decode_webp(ByteSpan bytes, const Limits& limits, Dimensions at_least, RowSink& sink);

/// Decodes the frames of a file that verify_webp has accepted, one at a time: LIMIT_EXCEEDED.
Result<void> animate_webp(ByteSpan bytes, const Limits& limits, FrameSink& sink);

}  // namespace lectern
