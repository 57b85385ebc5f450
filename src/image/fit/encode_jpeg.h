// Pixels to baseline JPEG, by libjpeg-turbo.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "base/error.h"
#include "image/pixels.h"

namespace lectern {

/// Alpha is not looked at: JPEG has none.
/// \param quality  1-100, libjpeg's scale. Colours are kept at full resolution from 90 on, at half
///                 below.
/// \param icc  an RGB colour profile to embed; empty: none
/// \param most_bytes  a larger file is given up as soon as that is known; it is empty then.
/// \param whole  of the picture that the pixels are a sample of, which is encoded as that would be
/// \returns INTERNAL when the encoder fails
Result<ByteVector> encode_jpeg(PixelView pixels, int quality, ByteSpan icc = {},
                               std::uint64_t most_bytes = std::numeric_limits<std::uint64_t>::max(),
                               std::optional<Dimensions> whole = std::nullopt);

/// The same of a picture that is given up: a JPEG of more than some megabytes is written over what
/// has been read of it, so that both take no more memory than the larger one.
Result<ByteVector> encode_jpeg_over(Pixels pixels, int quality, ByteSpan icc,
                                    std::uint64_t most_bytes);

}  // namespace lectern
