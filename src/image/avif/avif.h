// AVIF (AV1 Image File Format 1.1): the primary picture of a file, decoded by dav1d. The boxes
// around the AV1 data are read by avif_boxes.h; here is what they mean: grids, alpha, crops and
// turns.
#pragma once

#include "image/picture_engine.h"

namespace lectern {

/// Decodes the primary picture, or the first frame of a sequence. CORRUPT_IMAGE, UNSUPPORTED_FORMAT
/// or LIMIT_EXCEEDED.
Result<DecodedPicture> decode_avif(ByteSpan bytes, const Limits& limits);

}  // namespace lectern
