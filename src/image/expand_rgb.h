// Rows of three bytes a pixel as rows of four, and rows that come again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace lectern {

inline constexpr std::size_t kRgbBytes = 3;

/// Gives each pixel of `rgb` an alpha of 255. `rgba` has room for as many pixels.
void expand_rgb(ByteSpan rgb, std::span<std::uint8_t> rgba);

/// Whether two rows of one size hold the same.
bool is_same_row(ByteSpan row, ByteSpan other);

}  // namespace lectern
