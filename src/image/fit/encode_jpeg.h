// Pixels to baseline JPEG, by libjpeg-turbo.
#pragma once

#include "base/error.h"
#include "image/pixels.h"

namespace lectern {

/// Alpha is not looked at: JPEG has none.
/// \param quality  1-100, libjpeg's scale. Colours are kept at full resolution from 90 on, at half
///                 below.
/// \param icc  an RGB colour profile to embed; empty: none
/// \returns INTERNAL when the encoder fails
Result<ByteVector> encode_jpeg(PixelView pixels, int quality, ByteSpan icc = {});

}  // namespace lectern
