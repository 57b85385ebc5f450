// Inks as sRGB: what the fit must keep whatever its numbers are.
#include "image/cmyk.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

namespace lectern {
namespace {

std::array<std::uint8_t, 3> shown(const std::array<std::uint8_t, 4>& inks) {
  std::array<std::uint8_t, 3> rgb = {};
  show_inks(inks, rgb);
  return rgb;
}

}  // namespace

TEST_CASE("paper without ink is white, and all inks together are nearly black") {
  CHECK(shown({0, 0, 0, 0}) == std::array<std::uint8_t, 3>{255, 255, 255});
  for (const std::uint8_t channel : shown({255, 255, 255, 255})) CHECK(channel < 32);
}

TEST_CASE("inks look as on paper, not as on a screen") {
  // By the profile: cyan 0 156 222, magenta 236 0 140, yellow 255 241 0.
  const auto near = [](std::array<std::uint8_t, 3> a, std::array<int, 3> b) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (std::abs(a[i] - b[i]) > 20) return false;
    }
    return true;
  };
  CHECK(near(shown({255, 0, 0, 0}), {0, 156, 222}));
  CHECK(near(shown({0, 255, 0, 0}), {236, 0, 140}));
  CHECK(near(shown({0, 0, 255, 0}), {255, 241, 0}));
  const auto gray = shown({0, 0, 0, 128});
  CHECK(std::abs(gray[0] - gray[1]) <= 2);
  CHECK(std::abs(gray[0] - gray[2]) <= 2);
}

TEST_CASE("more of an ink is never lighter by more than the fit is off") {
  for (std::size_t ink = 0; ink < 4; ++ink) {
    int before = 3 * 255;
    for (unsigned amount = 0; amount < 256; ++amount) {
      std::array<std::uint8_t, 4> inks = {};
      inks[ink] = static_cast<std::uint8_t>(amount);
      const auto rgb = shown(inks);
      const int light = rgb[0] + rgb[1] + rgb[2];
      CHECK(light <= before + 6);
      before = light;
    }
  }
}

}  // namespace lectern
