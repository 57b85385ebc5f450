// Cutting a large picture into tiles that a provider shows nearly at full size.
#pragma once

#include <vector>

#include "base/request.h"
#include "image/fit/fit.h"

namespace lectern {

/// Regions that cover `size` row by row, nearly square and equal, as few as keep them at full size,
/// but no more than `max_tiles` (at least 1). One region when the picture fits as it is.
std::vector<PixelRegion> tile_regions(Dimensions size, const FitLimits& limits,
                                      std::uint64_t max_tiles);

}  // namespace lectern
