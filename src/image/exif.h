// The one thing this project reads from EXIF: which way up a picture is (CIPA DC-008 2023, tag
// 0x0112). Everything else of EXIF stays in the file untouched.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace lectern {

/// Orientation of a TIFF-structured EXIF block, without JPEG's "Exif\0\0" before it: 1-8. 1
/// (upright) when the block is damaged or says nothing.
std::uint32_t exif_orientation(ByteSpan tiff_block);

/// True for orientations 5-8, which swap width and height.
constexpr bool swaps_axes(std::uint32_t orientation) { return orientation >= 5; }

}  // namespace lectern
