// The compression schemes of TIFF strips and tiles (TIFF 6.0, sections 9-11, 13, 22; Adobe
// technical notes on Deflate; ITU-T T.4 and T.6 in ccitt.h).
#pragma once

#include "base/error.h"
#include "image/tiff/tiff_directory.h"

namespace lectern {

/// Exactly `expected_bytes` bytes of samples; a strip or tile that holds less is CORRUPT_IMAGE.
/// Not for JPEG.
/// \param size  of the strip or tile, in pixels.
Result<ByteVector> decompress_tiff(ByteSpan chunk, const TiffImage& image, Dimensions size,
                                   std::size_t expected_bytes);

/// Undoes the predictor in place, row by row. Floating point rows (predictor 3) come out in big
/// endian order. UNSUPPORTED_FORMAT for sample sizes that no predictor is defined for.
Result<void> undo_tiff_predictor(std::span<std::uint8_t> samples, const TiffImage& image,
                                 std::size_t row_bytes);

}  // namespace lectern
