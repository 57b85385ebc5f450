// AVIF and HEIC: which of them a file is and how large its picture is, from the boxes around it
// (ISO/IEC 14496-12 and 23008-12, AV1 Image File Format 1.1). The pictures are not decoded here: a
// host that can decode them gives the pixels (see image_reader.h).
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"

namespace lectern {

bool sniff_avif(ByteSpan bytes);
bool sniff_heic(ByteSpan bytes);

/// Size of the primary picture, turned as the file says; {0, 0} when the boxes do not tell.
Dimensions isobmff_dimensions(ByteSpan bytes);

/// What the boxes say. LIMIT_EXCEEDED for too many pixels.
Result<ImageInfo> inspect_avif(ByteSpan bytes, const Limits& limits);
Result<ImageInfo> inspect_heic(ByteSpan bytes, const Limits& limits);

}  // namespace lectern
