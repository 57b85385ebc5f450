#include "image/fit/tiles.h"

#include <algorithm>

namespace lectern {
namespace {

std::uint32_t pieces(std::uint32_t length, std::uint32_t piece) {
  return (length + piece - 1) / piece;
}

/// Side of the largest square that is not scaled down.
std::uint32_t full_size_square(Dimensions size, const FitLimits& limits) {
  const std::uint32_t longest = std::max(size.width, size.height);
  const Dimensions square = fitted_size({longest, longest}, limits);
  return std::min(square.width, square.height);
}

}  // namespace

std::vector<PixelRegion> tile_regions(Dimensions size, const FitLimits& limits,
                                      std::uint64_t max_tiles) {
  if (fitted_size(size, limits) == size || max_tiles <= 1) {
    return {{0, 0, size.width, size.height}};
  }
  std::uint32_t side = full_size_square(size, limits);
  const auto count = [&] {
    return std::uint64_t{pieces(size.width, side)} * pieces(size.height, side);
  };
  // Each step drops a row or a column at the latest when the side has grown by a sixteenth.
  while (count() > max_tiles) side += side / 16 + 1;

  const std::uint32_t columns = pieces(size.width, side);
  const std::uint32_t rows = pieces(size.height, side);
  std::vector<PixelRegion> regions;
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const auto edge = [](std::uint32_t length, std::uint32_t index, std::uint32_t all) {
        return static_cast<std::uint32_t>(std::uint64_t{length} * index / all);
      };
      const std::uint32_t x = edge(size.width, column, columns);
      const std::uint32_t y = edge(size.height, row, rows);
      regions.push_back(
          {x, y, edge(size.width, column + 1, columns) - x, edge(size.height, row + 1, rows) - y});
    }
  }
  return regions;
}

}  // namespace lectern
