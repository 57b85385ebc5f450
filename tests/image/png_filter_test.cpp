// The filters of a PNG's rows, each beside the sum that the format's text asks for.
#include "image/fit/png_filter.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstdlib>
#include <random>

#include "base/bytes.h"

namespace lectern::testing {
namespace {

/// One byte at a time. The first of several that leave as little is taken.
PngFilter slowly(ByteSpan above, ByteSpan row, std::size_t pixel_bytes) {
  std::uint64_t sums[4] = {};
  for (std::size_t at = 0; at < row.size(); ++at) {
    const int left = at < pixel_bytes ? 0 : row[at - pixel_bytes];
    const int predictions[] = {0, left, above[at], (left + above[at]) / 2};
    for (int i = 0; i < 4; ++i) {
      const auto rest = static_cast<std::uint8_t>(row[at] - predictions[i]);
      sums[i] += static_cast<std::uint64_t>(128 - std::abs(rest - 128));
    }
  }
  int best = 0;
  for (int i = 1; i < 4; ++i) {
    if (sums[i] < sums[best]) best = i;
  }
  return static_cast<PngFilter>(best);
}

TEST_CASE("the filter of a row is the one that leaves the least") {
  std::mt19937 random(1);
  int chosen[4] = {};
  for (int i = 0; i < 20'000; ++i) {
    const std::size_t pixel_bytes = i % 3 == 0 ? 1 : i % 3 == 1 ? 3 : 4;
    const std::size_t size = pixel_bytes * (1 + random() % 60);
    ByteVector above(size), row(size);
    const unsigned from_left = random() % 3, from_above = random() % 3, noise = 1 + random() % 255;
    for (std::size_t at = 0; at < size; ++at) {
      above[at] = static_cast<std::uint8_t>(random());
      const unsigned left = at < pixel_bytes ? 0 : row[at - pixel_bytes];
      const unsigned shares = from_left + from_above == 0 ? 1 : from_left + from_above;
      const unsigned mean = (left * from_left + above[at] * from_above) / shares;
      row[at] = static_cast<std::uint8_t>(mean + random() % noise);
    }
    const PngFilter best = slowly(above, row, pixel_bytes);
    ++chosen[static_cast<int>(best)];
    REQUIRE(best_png_filter(above, row, pixel_bytes) == best);
  }
  for (const int times : chosen) CHECK(times > 500);
}

}  // namespace
}  // namespace lectern::testing
