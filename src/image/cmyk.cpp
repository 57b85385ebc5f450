#include "image/cmyk.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/vectors.h"

namespace lectern {
namespace {

constexpr unsigned kInkShift = 8;

/// Of all products of up to four inks, in the order in which the loops below make them, those of
/// two for red, for green and for blue: 255 is white paper. Fitted by least squares
/// (scripts/images/fit_inks.py) to what the usual profile makes of 60,000 mixtures and of
/// photographs; off by less than two steps in the mean.
constexpr std::int16_t kProducts[35][3][2] = {
    {{255, -350}, {255, -147}, {255, -27}},   {{7, 11}, {-247, -16}, {-147, -249}},
    {{-285, 219}, {-298, 51}, {-305, -20}},   {{190, -83}, {267, -17}, {13, -14}},
    {{24, -44}, {-1, 3}, {65, 249}},          {{-10, 667}, {-8, 298}, {37, 119}},
    {{15, 43}, {487, 95}, {282, 486}},        {{54, -485}, {106, -7}, {149, 33}},
    {{224, -170}, {-117, -194}, {19, 19}},    {{81, 96}, {222, 9}, {39, 19}},
    {{-110, 32}, {2, -10}, {-91, -53}},       {{4, 35}, {13, 27}, {-20, -101}},
    {{7, -414}, {10, -131}, {19, -69}},       {{-238, 75}, {-353, -275}, {-48, -69}},
    {{-94, 38}, {-54, -36}, {-144, -393}},    {{-36, -469}, {-49, -219}, {-210, -103}},
    {{-25, -84}, {-358, -119}, {-187, -418}}, {{174, 224}, {104, 0}, {18, -14}},
    {{-146, 87}, {20, 13}, {-10, -6}},        {{7, -25}, {121, -211}, {-14, -6}},
    {{-30, -9}, {-8, -3}, {-21, 14}},         {{31, -6}, {5, 26}, {48, -20}},
    {{-35, 28}, {-1, -2}, {-27, -46}},        {{-18, 1}, {-17, -8}, {3, 95}},
    {{-7, -4}, {-12, -3}, {87, -100}},        {{202, -101}, {18, 112}, {23, 5}},
    {{73, -32}, {34, 104}, {-19, -9}},        {{-10, 75}, {17, 0}, {49, 103}},
    {{-8, 9}, {15, 4}, {108, -55}},           {{-22, 12}, {8, 9}, {48, 88}},
    {{260, 67}, {39, 136}, {27, 30}},         {{-25, 41}, {127, 35}, {41, 54}},
    {{-11, 39}, {2, 34}, {97, 137}},          {{120, 16}, {82, 129}, {30, 61}},
    {{27, -184}, {49, -163}, {183, -117}}};
constexpr std::size_t kCount = 2 * std::size(kProducts);

constexpr std::size_t kInkBytes = 4;
/// Pixels at once, one in each lane.
constexpr std::size_t kInkPixels = 8;
using Amounts = UnsignedShorts;

/// a * b / 256 of amounts up to 256, whose product may be one more than sixteen bits hold.
template <typename Amount>
Amount product_of(Amount a, Amount b) {
  return static_cast<Amount>(a * b) >> kInkShift | (a & b & 256);
}

/// All products of the inks, the first of which is one and the next are the inks.
template <typename Amount>
std::array<Amount, kCount> products_of(const std::array<Amount, kInkBytes>& inks) {
  std::array<Amount, kCount> products;
  products[0] = Amount{} + 256;
  Amount* next = std::copy(inks.begin(), inks.end(), &products[1]);
  // Each ink is multiplied by the products of one ink less in which none is behind it.
  std::size_t counts[kInkBytes] = {1, 2, 3, 4};
  for (int degree = 2; degree <= 4; ++degree) {
    const Amount* const lower = next - counts[kInkBytes - 1];
    std::size_t sum = 0;
    for (std::size_t ink = 0; ink < kInkBytes; ++ink) {
      for (std::size_t i = 0; i < counts[ink]; ++i) *next++ = product_of(lower[i], inks[ink]);
      counts[ink] = sum += counts[ink];
    }
  }
  return products;
}

void show_pixel(std::uint8_t* pixel) {
  std::array<std::uint32_t, kInkBytes> inks;
  for (std::size_t i = 0; i < kInkBytes; ++i) inks[i] = pixel[i] + (pixel[i] >> 7);
  const auto products = products_of(inks);
  for (std::size_t c = 0; c < 3; ++c) {
    std::int32_t sum = 128;
    for (std::size_t i = 0; i < kCount; ++i)
      sum += static_cast<std::int32_t>(products[i]) * kProducts[i / 2][c][i % 2];
    pixel[c] = static_cast<std::uint8_t>(std::clamp(sum >> kInkShift, 0, 255));
  }
  pixel[3] = 0xFF;
}

void show_pixels(std::uint8_t* pixels) {
  std::array<Amounts, kInkBytes> inks;
  const auto first = (UnsignedInts)load_lanes(pixels);
  const auto second = (UnsignedInts)load_lanes(pixels + kLanes);
  for (std::size_t i = 0; i < kInkBytes; ++i) {
    const auto a = (Amounts)(first >> 8 * i & 0xFF);
    const auto b = (Amounts)(second >> 8 * i & 0xFF);
    inks[i] = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    inks[i] += inks[i] >> 7;
  }
  const auto products = products_of(inks);
  Ints sums[3][2];
  for (auto& sum : sums) sum[0] = sum[1] = Ints{} + 128;
  for (std::size_t i = 0; i < std::size(kProducts); ++i) {
    const auto a = (Shorts)products[2 * i];
    const auto b = (Shorts)products[2 * i + 1];
    const Shorts low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    const Shorts high = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    for (std::size_t c = 0; c < 3; ++c) {
      std::int32_t both;
      std::memcpy(&both, kProducts[i][c], sizeof(both));
      const auto weights = (Shorts)Ints{both, both, both, both};
      sums[c][0] += sums_of_products(low, weights);
      sums[c][1] += sums_of_products(high, weights);
    }
  }
  const auto bytes = [&](std::size_t c) {
    const Ints low = sums[c][0] >> kInkShift;
    const Ints high = sums[c][1] >> kInkShift;
    return to_bytes(low, high, low, high);
  };
  const Lanes red = bytes(0);
  const Lanes green = bytes(1);
  const Lanes blue = bytes(2);
  for (std::size_t p = 0; p < kInkPixels; ++p) {
    const std::uint8_t pixel[] = {red[p], green[p], blue[p], 0xFF};
    std::memcpy(pixels + kInkBytes * p, pixel, kInkBytes);
  }
}

}  // namespace

void show_inks(std::span<std::uint8_t> pixels) {
  std::uint8_t* at = pixels.data();
  std::uint8_t* const end = at + pixels.size();
  for (; kHasVectors && end - at >= std::ptrdiff_t{kInkPixels * kInkBytes};
       at += kInkPixels * kInkBytes)
    show_pixels(at);
  for (; at < end; at += kInkBytes) show_pixel(at);
}

}  // namespace lectern
