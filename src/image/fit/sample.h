// A part of a picture that tells how well all of it compresses.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "image/pixels.h"

namespace lectern {

constexpr std::uint64_t kMostSamplePixels = 4u << 20;

/// `bands` of `rows` rows, from the first to the last of the picture, or all of one that has no
/// more; of wide ones as many columns as make `most_pixels`, from side to side. LIMIT_EXCEEDED
/// where they do not fit into memory.
Result<Pixels> sample_of(PixelView pixels, std::uint32_t bands, std::uint32_t rows,
                         std::uint64_t most_pixels = kMostSamplePixels);

}  // namespace lectern
