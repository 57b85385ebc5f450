#include "image/fit/png_filter.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/vectors.h"

namespace lectern {
namespace {

constexpr std::size_t kFilters = 4;

/// A byte's distance from 0: 255 is as near as 1.
template <typename Bytes>
Bytes magnitude(Bytes bytes) {
  const auto negative = static_cast<Bytes>(0 - bytes);
  return static_cast<Bytes>(bytes < negative ? bytes : negative);
}

/// Half of the sum, without its ninth bit.
template <typename Bytes>
Bytes half_sum(Bytes a, Bytes b) {
  return static_cast<Bytes>((a & b) + ((a ^ b) >> 1));
}

struct Sums {
  void add(std::uint8_t byte, std::uint8_t left, std::uint8_t above) {
    const std::uint8_t filtered[] = {byte, static_cast<std::uint8_t>(byte - left),
                                     static_cast<std::uint8_t>(byte - above),
                                     static_cast<std::uint8_t>(byte - half_sum(left, above))};
    for (std::size_t i = 0; i < kFilters; ++i) of[i] += magnitude(filtered[i]);
  }

  std::uint64_t of[kFilters] = {};
};

/// Sums of whole vectors.
struct LaneSums {
  void add(Lanes bytes, Lanes left, Lanes above) {
    const Lanes filtered[] = {bytes, bytes - left, bytes - above, bytes - half_sum(left, above)};
    for (std::size_t i = 0; i < kFilters; ++i) {
      of[i] += sums_of_pairs(sums_of_pairs(magnitude(filtered[i])));
    }
  }

  UnsignedInts of[kFilters] = {};
};

}  // namespace

PngFilter best_png_filter(ByteSpan above, ByteSpan row, std::size_t pixel_bytes) {
  Sums sums;
  std::size_t at = 0;
  for (; at < std::min(pixel_bytes, row.size()); ++at) sums.add(row[at], 0, above[at]);
  LaneSums lanes;
  for (; at + kLanes <= row.size(); at += kLanes) {
    lanes.add(load_lanes(&row[at]), load_lanes(&row[at - pixel_bytes]), load_lanes(&above[at]));
  }
  for (; at < row.size(); ++at) sums.add(row[at], row[at - pixel_bytes], above[at]);
  for (std::size_t i = 0; i < kFilters; ++i) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums.of[i] += lanes.of[i][lane];
  }
  const auto* least = std::min_element(std::begin(sums.of), std::end(sums.of));
  return static_cast<PngFilter>(least - sums.of);
}

}  // namespace lectern
