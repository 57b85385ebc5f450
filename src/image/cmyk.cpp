#include "image/cmyk.h"

#include <algorithm>

namespace lectern {
namespace {

constexpr unsigned kShift = 8;

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

}  // namespace

void show_inks(const std::array<std::uint8_t, 4>& inks, std::span<std::uint8_t> rgb) {
  // 256 stands for one, and is the first factor.
  std::array<std::int32_t, 5> factors = {256};
  for (std::size_t i = 0; i < inks.size(); ++i) factors[i + 1] = inks[i] + (inks[i] >> 7);
  std::array<std::int32_t, 3> sums = {128, 128, 128};
  const auto* product = kProducts;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i; j < 5; ++j) {
      const std::int32_t two = factors[i] * factors[j] >> kShift;
      for (std::size_t k = j; k < 5; ++k) {
        const std::int32_t three = two * factors[k] >> kShift;
        for (std::size_t l = k; l < 5; ++l, ++product) {
          const std::int32_t four = three * factors[l] >> kShift;
          for (std::size_t c = 0; c < 3; ++c) sums[c] += four * (*product)[c];
        }
      }
    }
  }
  for (std::size_t c = 0; c < 3; ++c) {
    rgb[c] = static_cast<std::uint8_t>(std::clamp(sums[c] >> kShift, 0, 255));
  }
}

}  // namespace lectern
