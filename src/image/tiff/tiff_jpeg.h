// JPEG inside of TIFF: technical note 2 (compression 7) and the older section 22 (compression 6).
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/pixels.h"
#include "image/tiff/tiff_directory.h"

namespace lectern {

/// The picture of one strip or tile. CORRUPT_IMAGE or UNSUPPORTED_FORMAT.
/// \param file  the whole file, for the older kind's tables.
Result<Pixels> decode_tiff_jpeg(ByteSpan file, ByteSpan chunk, const TiffImage& image,
                                Dimensions size, const Limits& limits);

}  // namespace lectern
