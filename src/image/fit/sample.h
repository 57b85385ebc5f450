// Some rows of a picture, which tell how well all of them compress.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "image/pixels.h"

namespace lectern {

/// `bands` of `rows` rows, the first and the last of the picture among them. It must have more rows
/// than they have together. LIMIT_EXCEEDED where they do not fit into memory.
Result<Pixels> sample_of(PixelView pixels, std::uint32_t bands, std::uint32_t rows);

}  // namespace lectern
