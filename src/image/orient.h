// Turning pictures upright by their EXIF orientation (CIPA DC-008 2023, tag 0x0112).
#pragma once

#include "base/request.h"
#include "image/pixels.h"

namespace lectern {

/// The size of the upright picture.
Dimensions upright_size(Dimensions stored, std::uint32_t orientation);

/// The part of the stored picture that shows `region` of the upright one. `region` must lie inside.
PixelRegion stored_region(PixelRegion region, Dimensions stored, std::uint32_t orientation);

/// Writes a row of the stored picture into the upright one.
/// \param y  of the row, below `stored.height`
/// \param upright  of upright_size(stored, orientation)
void put_upright(ByteSpan row, std::uint32_t y, Dimensions stored, std::uint32_t orientation,
                 Pixels& upright);

/// The upright picture; `pixels` itself for orientation 1. \param max_bytes  for both: where they
/// do not fit beside each other, the picture is turned where it is, which takes several times as
/// long.
Result<Pixels> turned_upright(Pixels pixels, std::uint32_t orientation, std::uint64_t max_bytes);

}  // namespace lectern
