#include "image/orient.h"

#include <algorithm>
#include <utility>

#include "image/exif.h"

namespace lectern {
namespace {

/// How an upright position is found in the stored picture: first the axes are swapped, then each
/// is counted from its other end where that is said.
struct Turn {
  bool swap;
  bool mirror_x;  ///< of the stored picture
  bool mirror_y;
};
constexpr Turn kTurns[] = {{false, false, false}, {false, true, false}, {false, true, true},
                           {false, false, true},  {true, false, false}, {true, false, true},
                           {true, true, true},    {true, true, false}};

constexpr const Turn& turn_of(std::uint32_t orientation) {
  return kTurns[orientation >= 1 && orientation <= 8 ? orientation - 1 : 0];
}

}  // namespace

Dimensions upright_size(Dimensions stored, std::uint32_t orientation) {
  return swaps_axes(orientation) ? Dimensions{stored.height, stored.width} : stored;
}

PixelRegion stored_region(PixelRegion region, Dimensions stored, std::uint32_t orientation) {
  const Turn& turn = turn_of(orientation);
  if (turn.swap) {
    std::swap(region.x, region.y);
    std::swap(region.width, region.height);
  }
  if (turn.mirror_x) region.x = stored.width - region.width - region.x;
  if (turn.mirror_y) region.y = stored.height - region.height - region.y;
  return region;
}

Result<Pixels> turned_upright(Pixels pixels, std::uint32_t orientation, std::uint64_t max_bytes) {
  if (orientation <= 1 || orientation > 8) return pixels;
  const Turn& turn = turn_of(orientation);
  const Dimensions stored = pixels.size();
  LECTERN_TRY(Pixels upright, Pixels::create(upright_size(stored, orientation), max_bytes));
  const PixelView from = pixels.view();
  for (std::uint32_t y = 0; y < upright.size().height; ++y) {
    const std::span<std::uint8_t> row = upright.row(y);
    for (std::uint32_t x = 0; x < upright.size().width; ++x) {
      std::uint32_t from_x = turn.swap ? y : x;
      std::uint32_t from_y = turn.swap ? x : y;
      if (turn.mirror_x) from_x = stored.width - 1 - from_x;
      if (turn.mirror_y) from_y = stored.height - 1 - from_y;
      const ByteSpan pixel = from.row(from_y).subspan(std::size_t{from_x} * kRgbaBytes, kRgbaBytes);
      std::copy(pixel.begin(), pixel.end(), row.subspan(std::size_t{x} * kRgbaBytes).begin());
    }
  }
  return upright;
}

}  // namespace lectern
