// SVG (SVG 2, static) drawn: read by svg/, filled and stroked by raster/, lettered by type/.
// Scripts do not run, animations show their start, nothing is fetched, and what is not drawn is
// said in a warning.
#pragma once

#include <string_view>

#include "image/picture_engine.h"

namespace lectern {

inline constexpr std::string_view kSvgMimeType = "image/svg+xml";

/// Draws an SVG on white: at its own size, at most 4096 pixels a side, or smaller where that does
/// not fit. CORRUPT_IMAGE or LIMIT_EXCEEDED.
Result<DecodedPicture> draw_svg(ByteSpan bytes, const Limits& limits, const FitLimits& fit = {});

}  // namespace lectern
