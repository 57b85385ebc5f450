#include "image/tiff_ycbcr.h"

#include <algorithm>

namespace lectern {
namespace {

constexpr int kFractionBits = 16;
constexpr std::int32_t kHalf = 1 << (kFractionBits - 1);
constexpr float kMaxLevel = 128.0F * 32;
constexpr int kMiddle = 128;

std::int32_t fixed(float value) {
  constexpr float kOne = 1 << kFractionBits;
  return static_cast<std::int32_t>(std::clamp(value, 0.0F, 2.0F) * kOne + 0.5F);
}

/// A stored value between its black and its white, of which `range` is the distance.
std::int32_t level(int stored, float black, float white, float range) {
  const float distance = white == black ? 1.0F : white - black;
  const auto above = static_cast<float>(stored - static_cast<std::int32_t>(black));
  return static_cast<std::int32_t>(std::clamp(above * range / distance, -kMaxLevel, kMaxLevel));
}

std::uint8_t clamped(std::int32_t value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

}  // namespace

TiffYcbcr::TiffYcbcr(const std::vector<float>& coefficients, const std::vector<float>& levels) {
  std::array<float, 3> share{0.299F, 0.587F, 0.114F};
  if (coefficients.size() == share.size() && coefficients[1] != 0) {
    std::copy(coefficients.begin(), coefficients.end(), share.begin());
  }
  std::array<float, 6> reference{0, 255, 128, 255, 128, 255};
  // What no integer can hold is no level.
  const auto usable = [](float each) { return each >= -kMaxLevel && each <= kMaxLevel; };
  if (levels.size() == reference.size() && std::all_of(levels.begin(), levels.end(), usable)) {
    std::copy(levels.begin(), levels.end(), reference.begin());
  }
  const auto [red, green, blue] = share;
  const std::int32_t red_of_cr = fixed(2 - 2 * red);
  const std::int32_t blue_of_cb = fixed(2 - 2 * blue);
  const std::int32_t green_of_cr = -fixed(red * (2 - 2 * red) / green);
  const std::int32_t green_of_cb = -fixed(blue * (2 - 2 * blue) / green);
  for (int stored = 0; stored < 256; ++stored) {
    const auto i = static_cast<std::size_t>(stored);
    const auto chroma = [&](std::size_t at) {
      constexpr float kRange = 127;
      return level(stored - kMiddle, reference[at] - kMiddle, reference[at + 1] - kMiddle, kRange);
    };
    const std::int32_t cb = chroma(2);
    const std::int32_t cr = chroma(4);
    luminance_[i] = level(stored, reference[0], reference[1], 255);
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
