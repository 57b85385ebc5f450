#include "image/orient.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "image/exif.h"

namespace lectern {
namespace {

/// As many pixels as a line of a processor's cache has, twice.
constexpr std::uint32_t kRowsAtOnce = 32;
/// Of very wide rows fewer are held: they are beside a picture that may be all that has room.
constexpr std::size_t kMostHeldBytes = std::size_t{8} << 20;

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

/// Turns a picture that has no room beside it, whose rows stay rows.
void mirror(Pixels& pixels, const Turn& turn) {
  const Dimensions size = pixels.size();
  for (std::uint32_t y = 0; turn.mirror_x && y < size.height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    for (std::size_t left = 0, right = row.size() - kRgbaBytes; left < right;
         left += kRgbaBytes, right -= kRgbaBytes) {
      std::swap_ranges(&row[left], &row[left] + kRgbaBytes, &row[right]);
    }
  }
  for (std::uint32_t y = 0; turn.mirror_y && y < size.height / 2; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    std::swap_ranges(row.begin(), row.end(), pixels.row(size.height - 1 - y).begin());
  }
}

/// The same where rows become columns: each pixel goes to its place, what was there to its
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

UprightRows::UprightRows(Dimensions stored, std::uint32_t orientation)
    : stored_(stored), orientation_(orientation) {
  const Turn& turn = turn_of(orientation);
  const std::size_t row_bytes = std::size_t{stored.width} * kRgbaBytes;
  if (turn.swap) {
    const auto most = static_cast<std::uint32_t>(kMostHeldBytes / row_bytes);
    held_ = std::clamp(most, 1u, std::min(kRowsAtOnce, stored.height));
  }
  if (turn.swap || turn.mirror_x) rows_.resize(row_bytes * held_);
}

std::span<std::uint8_t> UprightRows::room(Pixels& upright) {
  const Turn& turn = turn_of(orientation_);
  if (rows_.empty()) return upright.row(turn.mirror_y ? stored_.height - 1 - next_ : next_);
  const std::size_t row_bytes = std::size_t{stored_.width} * kRgbaBytes;
  return std::span(rows_).subspan(waiting_ * row_bytes, row_bytes);
}

void UprightRows::written(Pixels& upright) {
  const Turn& turn = turn_of(orientation_);
  ++next_;
  if (rows_.empty()) return;
  if (turn.swap) {
    ++waiting_;
    if (waiting_ < held_ && next_ < stored_.height) return;
    write_columns(upright);
    waiting_ = 0;
    return;
  }
  const std::span<std::uint8_t> to =
      upright.row(turn.mirror_y ? stored_.height - next_ : next_ - 1);
  for (std::size_t from = 0, at = to.size(); at > 0; from += kRgbaBytes) {
    at -= kRgbaBytes;
    std::memcpy(&to[at], &rows_[from], kRgbaBytes);
  }
}

void UprightRows::put(ByteSpan row, Pixels& upright) {
  std::copy(row.begin(), row.end(), room(upright).begin());
  written(upright);
}

void UprightRows::write_columns(Pixels& upright) const {
  const Turn& turn = turn_of(orientation_);
  const std::size_t row_bytes = std::size_t{stored_.width} * kRgbaBytes;
  const std::size_t first =
      (turn.mirror_y ? stored_.height - next_ : next_ - waiting_) * kRgbaBytes;
  for (std::uint32_t x = 0; x < stored_.width; ++x) {
    const std::span<std::uint8_t> out = upright.row(turn.mirror_x ? stored_.width - 1 - x : x);
    for (std::uint32_t i = 0; i < waiting_; ++i) {
      const std::uint32_t row = turn.mirror_y ? waiting_ - 1 - i : i;
      std::memcpy(&out[first + i * kRgbaBytes], &rows_[row * row_bytes + x * kRgbaBytes],
                  kRgbaBytes);
    }
  }
}

Result<Pixels> turned_upright(Pixels pixels, std::uint32_t orientation, std::uint64_t max_bytes) {
  if (orientation <= 1 || orientation > 8) return pixels;
  const Dimensions stored = pixels.size();
  if (rgba_bytes(stored) > max_bytes / 2) {
    const Turn& turn = turn_of(orientation);
    if (!turn.swap) {
      mirror(pixels, turn);
      return pixels;
    }
    return Pixels::of(upright_size(stored, orientation),
                      turned_in_circles(pixels.release(), stored, turn));
  }
  LECTERN_TRY(Pixels upright, Pixels::create(upright_size(stored, orientation), max_bytes));
  UprightRows rows(stored, orientation);
  for (std::uint32_t y = 0; y < stored.height; ++y) rows.put(pixels.view().row(y), upright);
  return upright;
}

}  // namespace lectern
