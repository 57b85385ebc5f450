// Inks to colours, for pictures in CMYK.
#pragma once

#include <cstdint>
#include <span>

namespace lectern {

/// Replaces inks by what they look like on coated paper (SWOP), as sRGB.
/// \param pixels  four bytes each: cyan, magenta, yellow and black, of which 255 is all of it,
/// become
///                red, green, blue and opaque.
void show_inks(std::span<std::uint8_t> pixels);

}  // namespace lectern
