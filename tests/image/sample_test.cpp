// What a sample of a picture is made of.
#include "image/fit/sample.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>

#include "support/pictures.h"

namespace lectern::testing {
namespace {

/// A picture whose rows say which they are.
Pixels numbered_rows(Dimensions size) {
  Pixels pixels = plain(size, 0);
  for (std::uint32_t y = 0; y < size.height; ++y) pixels.row(y)[0] = static_cast<std::uint8_t>(y);
  return pixels;
}

}  // namespace

TEST_CASE("a sample goes from the first row of a picture to the last") {
  const Pixels sample = sample_of(numbered_rows({10, 250}).view(), 4, 8).value();
  CHECK(sample.size() == Dimensions{10, 32});
  CHECK(sample.view().row(0)[0] == 0);
  CHECK(sample.view().row(31)[0] >= 245);
}

TEST_CASE("a sample of a wide picture goes from side to side, and has as much of each half") {
  Pixels wide = plain({20'000, 600}, 0);
  for (std::uint32_t x = 0; x < 20'000; ++x)
    wide.row(0)[x * kRgbaBytes] = static_cast<std::uint8_t>(x / 100);
  const Pixels sample = sample_of(wide.view(), 16, 32).value();
  REQUIRE(sample.size() == Dimensions{8192, 512});
  const ByteSpan row = sample.view().row(0);
  CHECK(row[0] == 0);
  CHECK(row[8191 * kRgbaBytes] == 199);
  std::size_t left = 0;
  for (std::size_t x = 0; x < 8192; ++x) left += row[x * kRgbaBytes] < 100 ? 1 : 0;
  CHECK(left == 4096);
}

TEST_CASE("a sample of a picture that has no more pixels is the picture") {
  const Pixels small = noise({300, 20});
  CHECK(sample_of(small.view(), 4, 8).value().release() == noise({300, 20}).release());
}

}  // namespace lectern::testing
