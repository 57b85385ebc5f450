#include "image/orient.h"

#include <algorithm>
#include <cstring>
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

/// Where a pixel of the stored picture goes.
std::size_t upright_place(std::size_t place, Dimensions stored, const Turn& turn) {
  auto x = static_cast<std::uint32_t>(place % stored.width);
  auto y = static_cast<std::uint32_t>(place / stored.width);
  if (turn.mirror_x) x = stored.width - 1 - x;
  if (turn.mirror_y) y = stored.height - 1 - y;
  return turn.swap ? std::size_t{x} * stored.height + y : std::size_t{y} * stored.width + x;
}

/// Turns a picture that has no room beside it: each pixel goes to its place, what was there to its
/// own, and so on in a circle.
ByteVector turned_in_circles(ByteVector rgba, Dimensions stored, const Turn& turn) {
  const std::size_t count = rgba.size() / kRgbaBytes;
  std::vector<bool> is_there(count);
  for (std::size_t first = 0; first < count; ++first) {
    std::uint32_t pixel;
    std::memcpy(&pixel, &rgba[first * kRgbaBytes], kRgbaBytes);
    for (std::size_t at = first; !is_there[at];) {
      is_there[at] = true;
      at = upright_place(at, stored, turn);
      std::uint32_t next;
      std::memcpy(&next, &rgba[at * kRgbaBytes], kRgbaBytes);
      std::memcpy(&rgba[at * kRgbaBytes], &pixel, kRgbaBytes);
      pixel = next;
    }
  }
  return rgba;
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

void put_upright(ByteSpan row, std::uint32_t y, Dimensions stored, std::uint32_t orientation,
                 Pixels& upright) {
  const Turn& turn = turn_of(orientation);
  if (turn.mirror_y) y = stored.height - 1 - y;
  if (!turn.swap && !turn.mirror_x) {
    std::copy(row.begin(), row.end(), upright.row(y).begin());
    return;
  }
  for (std::uint32_t x = 0; x < stored.width; ++x) {
    const std::uint32_t to = turn.mirror_x ? stored.width - 1 - x : x;
    const std::span<std::uint8_t> out = upright.row(turn.swap ? to : y);
    std::memcpy(&out[std::size_t{turn.swap ? y : to} * kRgbaBytes],
                &row[std::size_t{x} * kRgbaBytes], kRgbaBytes);
  }
}

Result<Pixels> turned_upright(Pixels pixels, std::uint32_t orientation, std::uint64_t max_bytes) {
  if (orientation <= 1 || orientation > 8) return pixels;
  const Dimensions stored = pixels.size();
  if (rgba_bytes(stored) > max_bytes / 2) {
    return Pixels::of(upright_size(stored, orientation),
                      turned_in_circles(pixels.release(), stored, turn_of(orientation)));
  }
  LECTERN_TRY(Pixels upright, Pixels::create(upright_size(stored, orientation), max_bytes));
  for (std::uint32_t y = 0; y < stored.height; ++y)
    put_upright(pixels.view().row(y), y, stored, orientation, upright);
  return upright;
}

}  // namespace lectern
