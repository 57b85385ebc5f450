// Inks to colours, for pictures in CMYK.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace lectern {

/// What four inks look like on coated paper (SWOP), as sRGB: red, green and blue are written.
/// \param inks  cyan, magenta, yellow and black; 255 is all of it.
void show_inks(const std::array<std::uint8_t, 4>& inks, std::span<std::uint8_t> rgb);

}  // namespace lectern
