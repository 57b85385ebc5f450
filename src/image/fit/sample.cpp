#include "image/fit/sample.h"

#include <algorithm>
#include <limits>

namespace lectern {
Result<Pixels> sample_of(PixelView pixels, std::uint32_t bands, std::uint32_t rows) {
  if (pixels.size.height <= bands * rows) {
    bands = 1;
    rows = pixels.size.height;
  }
  const auto width = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(pixels.size.width, kMostSamplePixels / (bands * rows)));
  LECTERN_TRY(Pixels sample,
              Pixels::create({width, bands * rows}, std::numeric_limits<std::uint64_t>::max()));
  for (std::uint32_t band = 0; band < bands; ++band) {
    const std::uint32_t first = band == 0 ? 0 : (pixels.size.height - rows) / (bands - 1) * band;
    for (std::uint32_t y = 0; y < rows; ++y) {
      const ByteSpan row = pixels.row(first + y).first(std::size_t{width} * kRgbaBytes);
      std::copy(row.begin(), row.end(), sample.row(band * rows + y).begin());
    }
  }
  return sample;
}

}  // namespace lectern
