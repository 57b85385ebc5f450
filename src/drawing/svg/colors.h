// Colours as CSS writes them (CSS Color 4; sRGB only).
#pragma once

#include <optional>
#include <string_view>

#include "drawing/raster/sources.h"

namespace lectern::drawing {

/// A name, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba(), hsl() or hsla(); nullopt for others.
std::optional<Color> read_color(std::string_view text);

}  // namespace lectern::drawing
