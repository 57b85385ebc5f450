// Inks as sRGB: what the fit must keep whatever its numbers are.
#include "image/cmyk.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <vector>

#include "image/tiff/tiff_samples.h"

namespace lectern {
namespace {

std::array<std::uint8_t, 3> shown(std::array<std::uint8_t, 4> inks) {
  show_inks(inks);
  return {inks[0], inks[1], inks[2]};
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

TEST_CASE("inks of many pixels at once look as those of one") {
  std::vector<std::uint8_t> inks;
  for (std::uint32_t i = 0, seed = 1; i < 4 * 1003; ++i) {
    seed = seed * 1664525 + 1013904223;
    const std::uint8_t amounts[] = {0, 127, 128, 255};
    inks.push_back(i < 1024 ? amounts[i / 4 >> i % 4 * 2 & 3]
                            : static_cast<std::uint8_t>(seed >> 24));
  }
  std::vector<std::uint8_t> together = inks;
  show_inks(together);
  for (std::size_t i = 0; i < inks.size(); i += 4) {
    const auto rgb = shown({inks[i], inks[i + 1], inks[i + 2], inks[i + 3]});
    CHECK(std::equal(rgb.begin(), rgb.end(), together.begin() + static_cast<std::ptrdiff_t>(i)));
    CHECK(together[i + 3] == 255);
  }
}

TEST_CASE("inks of any number of bits are the same together and in planes") {
  constexpr std::uint32_t kWidth = 101;
  for (std::uint32_t bits = 1; bits <= 16; ++bits) {
    TiffImage image;
    image.photometric = TiffPhotometric::kCmyk;
    image.bits = bits;
    image.samples = 4;
    std::vector<ByteVector> planes(5, ByteVector(tiff_row_bytes(image, kWidth)));
    const auto put = [&](ByteVector& row, std::uint32_t index, std::uint32_t value) {
      for (std::uint32_t bit = 0; bit < bits; ++bit) {
        const std::uint32_t at = index * bits + bit;
        const std::uint32_t part = value >> (bits - 1 - bit) & 1;
        row[at / 8] = static_cast<std::uint8_t>(row[at / 8] | part << (7 - at % 8));
      }
    };
    std::vector<std::uint8_t> wanted;
    for (std::uint32_t i = 0, seed = bits; i < 4 * kWidth; ++i) {
      seed = seed * 1664525 + 1013904223;
      const std::uint32_t most = (1u << bits) - 1;
      const std::uint32_t value = i % 7 == 0 ? most : seed >> 8 & most;
      put(planes[4], i, value);
      put(planes[i % 4], i / 4, value);
      wanted.push_back(static_cast<std::uint8_t>((value * 255 + most / 2) / most));
    }
    show_inks(wanted);
    std::vector<std::uint8_t> together(wanted.size());
    convert_tiff_row(image, std::vector<ByteSpan>{planes[4]}, true, together);
    CHECK(together == wanted);
    image.planar = true;
    std::vector<std::uint8_t> apart(wanted.size());
    convert_tiff_row(image, std::vector<ByteSpan>{planes[0], planes[1], planes[2], planes[3]}, true,
                     apart);
    CHECK(apart == wanted);
  }
}

}  // namespace lectern
