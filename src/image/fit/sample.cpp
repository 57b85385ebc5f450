#include "image/fit/sample.h"

#include <algorithm>
#include <limits>

namespace lectern {
namespace {

/// Where the piece of a side begins that is the one of this number of so many, from its first to
/// its last pixels.
std::uint32_t piece_start(std::uint32_t side, std::uint32_t piece, std::uint32_t number,
                          std::uint32_t count) {
  return number == 0 ? 0 : (side - piece) / (count - 1) * number;
}

}  // namespace

Result<Pixels> sample_of(PixelView pixels, std::uint32_t bands, std::uint32_t rows,
                         std::uint64_t most_pixels) {
  constexpr std::uint32_t kPieces = 8;
  if (pixels.size.height <= bands * rows) {
    bands = 1;
    rows = pixels.size.height;
  }
  const std::uint64_t most_columns = most_pixels / (bands * rows);
  const bool is_wide = pixels.size.width > most_columns;
  const std::uint32_t pieces = is_wide ? kPieces : 1;
  const std::uint32_t columns =
      is_wide ? static_cast<std::uint32_t>(most_columns / kPieces) : pixels.size.width;
  LECTERN_TRY(Pixels sample, Pixels::create({pieces * columns, bands * rows},
                                            std::numeric_limits<std::uint64_t>::max()));
  const std::size_t piece_bytes = std::size_t{columns} * kRgbaBytes;
  for (std::uint32_t band = 0; band < bands; ++band) {
    const std::uint32_t first = piece_start(pixels.size.height, rows, band, bands);
    for (std::uint32_t y = 0; y < rows; ++y) {
      const ByteSpan row = pixels.row(first + y);
      auto to = sample.row(band * rows + y).begin();
      for (std::uint32_t piece = 0; piece < pieces; ++piece) {
        const std::size_t left = piece_start(pixels.size.width, columns, piece, pieces);
        const ByteSpan from = row.subspan(left * kRgbaBytes, piece_bytes);
        to = std::copy(from.begin(), from.end(), to);
      }
    }
  }
  return sample;
}

}  // namespace lectern
