// The compressions of TIFF strips and tiles whose decoders the core does not have.
#pragma once

#include "base/error.h"
#include "image/tiff/tiff_directory.h"

namespace lectern {

/// Exactly `expected_bytes` bytes of samples; a strip or tile that holds less is CORRUPT_IMAGE.
/// \param size  of the strip or tile, in pixels.
Result<ByteVector> unpack_tiff(ByteSpan chunk, const TiffImage& image, Dimensions size,
                               std::size_t expected_bytes);

/// SGI LogLuv and LogL (libtiff's tif_luv.c) to RGB, three bytes a pixel; shown as libtiff does it.
Result<ByteVector> unpack_log_luv(ByteSpan chunk, bool has_colors, Dimensions size);

}  // namespace lectern
