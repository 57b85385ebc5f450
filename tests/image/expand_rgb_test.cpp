#include "image/expand_rgb.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {

TEST_CASE("a row of RGB gets an alpha of 255 for each pixel, whatever its width") {
  for (std::size_t width = 1; width <= 40; ++width) {
    // Of just the row's size, so that a byte too much is noticed.
    ByteVector rgb(width * 3);
    for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(i * 37 + width);
    ByteVector rgba(width * 4);
    expand_rgb(rgb, rgba);
    ByteVector expected;
    for (std::size_t i = 0; i < rgb.size(); ++i) {
      expected.push_back(rgb[i]);
      if (i % 3 == 2) expected.push_back(255);
    }
    CHECK(rgba == expected);
  }
}

}  // namespace lectern
