// JPEG (ITU-T T.81, JFIF 1.02, EXIF 2.3; Adobe's CMYK and YCCK). 8-bit DCT only: 12-bit and
// lossless files are refused by name. Embedded colour profiles are not applied to decoded pixels.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

bool sniff_jpeg(ByteSpan bytes);

/// What the headers tell: everything that verify_jpeg does except what it says about damage.
/// CORRUPT_IMAGE, UNSUPPORTED_FORMAT, LIMIT_EXCEEDED.
Result<ImageInfo> inspect_jpeg(ByteSpan bytes, const Limits& limits);

/// Proves that all of the entropy-coded data decodes, at 1/8 of the size and without colour
/// conversion. Damage that decoders go over with a warning is CORRUPT_IMAGE, or with `lenient` a
/// warning; a missing end marker or stray bytes between segments are always warnings.
/// Also UNSUPPORTED_FORMAT and LIMIT_EXCEEDED.
Result<ImageInfo> verify_jpeg(ByteSpan bytes, const Limits& limits, bool lenient);

/// Decodes a file; EXIF orientation is not applied. That proves it as verify_jpeg does, which saves
/// going over the data twice.
/// \param at_least  the picture may be decoded at 1/2, 1/4 or 1/8 of its size as long as neither
///                  side becomes smaller than this; {0, 0} always means full size.
/// \param info      what inspect_jpeg found; damage is noted there. When it is an error, rows have
///                  been delivered already.
Result<void> decode_and_verify_jpeg(ByteSpan bytes, const Limits& limits, bool lenient,
                                    Dimensions at_least, RowSink& sink, ImageInfo& info);

/// The same for a file that verify_jpeg has accepted.
Result<void> decode_jpeg(ByteSpan bytes, const Limits& limits, Dimensions at_least, RowSink& sink);

}  // namespace lectern
