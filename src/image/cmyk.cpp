#include "image/cmyk.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/vectors.h"

namespace lectern {
namespace {

constexpr unsigned kInkShift = 8;

/// Of all products of up to four inks, in the order in which the loops below make them: 255 is
/// white paper. Fitted by least squares (scripts/images/fit_inks.py) to what the usual profile
/// makes of 60,000 mixtures and of photographs; off by less than two steps in the mean.
constexpr std::int16_t kProducts[70][3] = {
    {255, 255, 255},   {-350, -147, -27}, {7, -247, -147},  {11, -16, -249},   {-285, -298, -305},
    {219, 51, -20},    {190, 267, 13},    {24, -1, 65},     {667, 298, 119},   {-83, -17, -14},
    {-44, 3, 249},     {15, 487, 282},    {-10, -8, 37},    {43, 95, 486},     {54, 106, 149},
    {-485, -7, 33},    {224, -117, 19},   {96, 9, 19},      {-414, -131, -69}, {-170, -194, 19},
    {-110, 2, -91},    {-238, -353, -48}, {4, 13, -20},     {-94, -54, -144},  {-469, -219, -103},
    {81, 222, 39},     {32, -10, -53},    {75, -275, -69},  {35, 27, -101},    {38, -36, -393},
    {-25, -358, -187}, {7, 10, 19},       {-36, -49, -210}, {-84, -119, -418}, {174, 104, 18},
    {224, 0, -14},     {-146, 20, -10},   {-30, -8, -21},   {202, 18, 23},     {87, 13, -6},
    {-9, -3, 14},      {-101, 112, 5},    {-35, -1, -27},   {-10, 17, 49},     {260, 39, 27},
    {7, 121, -14},     {31, 5, 48},       {73, 34, -19},    {28, -2, -46},     {75, 0, 103},
    {67, 136, 30},     {1, -8, 95},       {9, 4, -55},      {41, 35, 54},      {120, 82, 30},
    {-25, -211, -6},   {-6, 26, -20},     {-32, 104, -9},   {-18, -17, 3},     {-8, 15, 108},
    {-25, 127, 41},    {-7, -12, 87},     {-22, 8, 48},     {-11, 2, 97},      {16, 129, 61},
    {-4, -3, -100},    {12, 9, 88},       {39, 34, 137},    {27, 49, 183},     {-184, -163, -117}};

constexpr std::size_t kInkBytes = 4;
/// Pixels at once, one in each lane.
constexpr std::size_t kInkPixels = 8;
using Amounts = UnsignedShorts;

std::uint16_t factor_of(std::uint8_t ink) { return static_cast<std::uint16_t>(ink + (ink >> 7)); }

/// a * b / 256 of amounts up to 256, whose product may be one more than sixteen bits hold.
template <typename Amount>
Amount product_of(Amount a, Amount b) {
  return static_cast<Amount>(a * b) >> kInkShift | (a & b & 256);
}

/// All products of the factors, the first of which stands for one, in the order of the table.
template <typename Amount>
std::array<Amount, std::size(kProducts)> products_of(const std::array<Amount, 5>& factors) {
  std::array<Amount, std::size(kProducts)> products;
  Amount* next = products.data();
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i; j < 5; ++j) {
      const Amount two = product_of(factors[i], factors[j]);
      for (std::size_t k = j; k < 5; ++k) {
        const Amount three = product_of(two, factors[k]);
        for (std::size_t l = k; l < 5; ++l) *next++ = product_of(three, factors[l]);
      }
    }
  }
  return products;
}

void show_pixel(std::uint8_t* pixel) {
  std::array<std::uint32_t, 5> factors = {256};
  for (std::size_t i = 0; i < kInkBytes; ++i) factors[i + 1] = factor_of(pixel[i]);
  const auto products = products_of(factors);
  std::array<std::int32_t, 3> sums = {128, 128, 128};
  for (std::size_t i = 0; i < products.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c)
      sums[c] += static_cast<std::int32_t>(products[i]) * kProducts[i][c];
  }
  for (std::size_t c = 0; c < 3; ++c)
    pixel[c] = static_cast<std::uint8_t>(std::clamp(sums[c] >> kInkShift, 0, 255));
}

void show_pixels(std::uint8_t* pixels) {
  std::array<Amounts, 5> factors = {Amounts{} + 256};
  for (std::size_t i = 0; i < kInkBytes; ++i) {
    std::uint16_t lanes[kInkPixels];
    for (std::size_t p = 0; p < kInkPixels; ++p) lanes[p] = factor_of(pixels[kInkBytes * p + i]);
    std::memcpy(&factors[i + 1], lanes, sizeof(lanes));
  }
  const auto products = products_of(factors);
  Ints sums[3][2];
  for (auto& sum : sums) sum[0] = sum[1] = Ints{} + 128;
  for (std::size_t i = 0; i < products.size(); i += 2) {
    const auto a = (Shorts)products[i];
    const auto b = (Shorts)products[i + 1];
    const Shorts first = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    const Shorts second = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    for (std::size_t c = 0; c < 3; ++c) {
      const Ints both = Ints{} + (kProducts[i + 1][c] * 65536 + (kProducts[i][c] & 0xFFFF));
      sums[c][0] += sums_of_products(first, (Shorts)both);
      sums[c][1] += sums_of_products(second, (Shorts)both);
    }
  }
  for (std::size_t c = 0; c < 3; ++c) {
    const Ints low = sums[c][0] >> kInkShift;
    const Ints high = sums[c][1] >> kInkShift;
    const Lanes bytes = to_bytes(low, high, low, high);
    for (std::size_t p = 0; p < kInkPixels; ++p) pixels[kInkBytes * p + c] = bytes[p];
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
  for (std::size_t i = 3; i < pixels.size(); i += kInkBytes) pixels[i] = 0xFF;
}

}  // namespace lectern
