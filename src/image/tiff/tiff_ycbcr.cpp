#include "image/tiff/tiff_ycbcr.h"

#include <algorithm>
#include <cmath>

namespace lectern {
namespace {

constexpr int kFractionBits = 16;
constexpr std::int32_t kHalf = 1 << (kFractionBits - 1);
constexpr float kMaxLevel = 128.0F * 32;
constexpr int kMiddle = 128;

std::int32_t fixed(float value) {
  constexpr float kOne = 1 << kFractionBits;
  if (!(value > 0)) return 0;  // or no number
  return static_cast<std::int32_t>(std::lround(std::min(value, 2.0F) * kOne));
}

std::int32_t clamped_level(float value) {
  if (!(value > -kMaxLevel)) return static_cast<std::int32_t>(-kMaxLevel);  // or no number
  return static_cast<std::int32_t>(std::min(value, kMaxLevel));
}

/// A stored value between its black and its white, of which `range` is the distance.
std::int32_t level(int stored, float black, float white, float range) {
  const float distance = white == black ? 1.0F : white - black;
  const auto above = static_cast<float>(stored - clamped_level(black));
  return clamped_level(above * range / distance);
}

std::uint8_t clamped(std::int32_t value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

}  // namespace

TiffYcbcr::TiffYcbcr(const TiffYcbcrLevels& levels) {
  const auto [red, green, blue] = levels.luminance;
  const std::int32_t red_of_cr = fixed(2 - 2 * red);
  const std::int32_t blue_of_cb = fixed(2 - 2 * blue);
  const std::int32_t green_of_cr = -fixed(red * (2 - 2 * red) / green);
  const std::int32_t green_of_cb = -fixed(blue * (2 - 2 * blue) / green);
  for (int stored = 0; stored < 256; ++stored) {
    const auto i = static_cast<std::size_t>(stored);
    const auto chroma = [&](std::size_t at) {
      constexpr float kRange = 127;
      return level(stored - kMiddle, levels.reference[at] - kMiddle,
                   levels.reference[at + 1] - kMiddle, kRange);
    };
    const std::int32_t cb = chroma(2);
    const std::int32_t cr = chroma(4);
    luminance_[i] = level(stored, levels.reference[0], levels.reference[1], 255);
    red_of_cr_[i] = (red_of_cr * cr + kHalf) >> kFractionBits;
    blue_of_cb_[i] = (blue_of_cb * cb + kHalf) >> kFractionBits;
    green_of_cr_[i] = green_of_cr * cr;
    green_of_cb_[i] = green_of_cb * cb + kHalf;
  }
}

void TiffYcbcr::convert(std::span<const std::uint8_t, 3> ycbcr,
                        std::span<std::uint8_t, 4> rgba) const {
  const auto [y, cb, cr] = std::array{ycbcr[0], ycbcr[1], ycbcr[2]};
  rgba[0] = clamped(luminance_[y] + red_of_cr_[cr]);
  rgba[1] = clamped(luminance_[y] + ((green_of_cb_[cb] + green_of_cr_[cr]) >> kFractionBits));
  rgba[2] = clamped(luminance_[y] + blue_of_cb_[cb]);
  rgba[3] = 0xFF;
}

}  // namespace lectern
