#include "image/expand_rgb.h"

#include <cstring>

#include "base/vectors.h"
#include "image/pixels.h"

namespace lectern {
namespace {

/// Pixels at once.
constexpr std::size_t kPixels = 4;

using Words = std::uint32_t __attribute__((vector_size(kPixels * kRgbaBytes)));

std::uint32_t load_word(const std::uint8_t* bytes) {
  std::uint32_t word;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

}  // namespace

void expand_rgb(ByteSpan rgb, std::span<std::uint8_t> rgba) {
  const Lanes opaque = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255};
  const std::uint8_t* from = rgb.data();
  std::uint8_t* to = rgba.data();
  std::size_t left = rgba.size() / kRgbaBytes;
  // A word has a byte of the next pixel, too: there must be one.
  for (; left > kPixels; left -= kPixels) {
    const Words words = {load_word(from), load_word(from + kRgbBytes),
                         load_word(from + 2 * kRgbBytes), load_word(from + 3 * kRgbBytes)};
    const Lanes pixels = (Lanes)words | opaque;
    std::memcpy(to, &pixels, sizeof(pixels));
    from += kPixels * kRgbBytes;
    to += kPixels * kRgbaBytes;
  }
  for (; left > 0; --left) {
    std::memcpy(to, from, kRgbBytes);
    to[kRgbBytes] = 255;
    from += kRgbBytes;
    to += kRgbaBytes;
  }
}

bool is_same_row(ByteSpan row, ByteSpan other) {
  std::size_t at = 0;
  for (; at + kLanes <= row.size(); at += kLanes) {
    if (any_lane(load_lanes(&row[at]) ^ load_lanes(&other[at]))) return false;
  }
  return std::memcmp(row.data() + at, other.data() + at, row.size() - at) == 0;
}

}  // namespace lectern
