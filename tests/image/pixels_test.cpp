// Scaling and turning.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "image/fit/resize.h"
#include "image/orient.h"
#include "image/tiff/tiff_ycbcr.h"
#include "support/pictures.h"

namespace lectern::testing {
namespace {

constexpr std::uint64_t kEnough = 1 << 24;

Pixels scaled(const Pixels& pixels, Dimensions target) {
  auto result = scaled_pixels(pixels.view(), target, kEnough);
  REQUIRE(result.has_value());
  return *std::move(result);
}

bool is_plain(const Pixels& pixels, std::uint32_t color) {
  const Pixels expected = plain(pixels.size(), color);
  return std::ranges::equal(pixels.rgba(), expected.rgba());
}

double lanczos(double x) {
  const double angle = std::numbers::pi * x;
  if (x == 0) return 1;
  return std::abs(x) < 3 ? 3 * std::sin(angle) * std::sin(angle / 3) / (angle * angle) : 0;
}

/// The share of each of `source` positions in the target position `at` of `target`.
std::vector<double> shares(std::uint32_t source, std::uint32_t target, std::uint32_t at) {
  const double factor = static_cast<double>(source) / target;
  std::vector<double> all(source);
  for (std::uint32_t i = 0; i < source; ++i) all[i] = lanczos((i + 0.5) / factor - (at + 0.5));
  const double sum = std::accumulate(all.begin(), all.end(), 0.0);
  for (double& each : all) each /= sum;
  return all;
}

/// As the formula says, for opaque pixels.
std::vector<double> lanczos_in_doubles(PixelView source, Dimensions target) {
  std::vector<double> result;
  for (std::uint32_t y = 0; y < target.height; ++y) {
    const std::vector<double> rows = shares(source.size.height, target.height, y);
    for (std::uint32_t x = 0; x < target.width; ++x) {
      const std::vector<double> columns = shares(source.size.width, target.width, x);
      for (std::size_t channel = 0; channel < kRgbaBytes; ++channel) {
        double sum = 0;
        for (std::uint32_t from_y = 0; from_y < source.size.height; ++from_y) {
          for (std::size_t from_x = 0; from_x < source.size.width; ++from_x) {
            sum +=
                rows[from_y] * columns[from_x] * source.row(from_y)[from_x * kRgbaBytes + channel];
          }
        }
        result.push_back(sum);
      }
    }
  }
  return result;
}

}  // namespace

TEST_CASE("scaling keeps one colour as it is") {
  CHECK(is_plain(scaled(plain({97, 31}, 0x123456FF), {13, 7}), 0x123456FF));
  CHECK(is_plain(scaled(plain({50, 50}, 0xFF000080), {9, 9}), 0xFF000080));
}

TEST_CASE("transparent pixels do not colour their neighbours") {
  Pixels pixels = plain({40, 40}, 0xFF0000FF);
  for (std::uint32_t y = 0; y < 40; ++y) {
    for (std::size_t x = 20; x < 40; ++x) {
      const auto pixel = pixels.row(y).subspan(x * kRgbaBytes, kRgbaBytes);
      pixel[0] = 0;
      pixel[1] = 0xFF;  // green, but invisible
      pixel[3] = 0;
    }
  }
  Pixels small = scaled(pixels, {7, 7});
  for (std::size_t x = 0; x < 7; ++x) CHECK(small.row(3)[x * kRgbaBytes + 1] == 0);
}

TEST_CASE("scaling averages and skips nothing") {
  Pixels stripes = plain({64, 64}, 0x000000FF);
  for (std::uint32_t y = 0; y < 64; ++y) {
    for (std::size_t x = 0; x < 64; x += 2) {
      for (std::size_t i = 0; i < 3; ++i) stripes.row(y)[x * kRgbaBytes + i] = 0xFF;
    }
  }
  Pixels small = scaled(stripes, {8, 8});
  const int middle = small.row(4)[4 * kRgbaBytes];
  CHECK(middle >= 126);
  CHECK(middle <= 129);
}

TEST_CASE("scaling is Lanczos' kernel to the nearest level") {
  const Pixels source = noise({61, 47});  // odd sides: the last row and column have no partner
  const Dimensions target{23, 19};
  Pixels small = scaled(source, target);
  const std::vector<double> expected = lanczos_in_doubles(source.view(), target);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(i);
    CHECK(std::abs(small.rgba()[i] - std::clamp(expected[i], 0.0, 255.0)) < 0.6);
  }
}

TEST_CASE("rows that come again, whole or in parts, are scaled as others are") {
  // Every row as the one before, but for some columns of every third one.
  Pixels source = noise({123, 47});
  for (std::uint32_t y = 1; y < 47; ++y) {
    const std::size_t kept = y % 3 == 0 ? std::size_t{y} * 2 * kRgbaBytes : source.row(y).size();
    std::ranges::copy(source.row(y - 1).first(kept), source.row(y).begin());
  }
  const Dimensions target{23, 19};
  ScalingSink sink(std::nullopt, target, kEnough);
  REQUIRE(sink.begin(source.size()));
  for (std::uint32_t y = 0; y < 47; ++y) {
    const ByteSpan row = source.view().row(y);
    y > 0 && y % 3 != 0 ? sink.same_row(row) : sink.row(row);
  }
  const auto small = sink.take();
  REQUIRE(small);
  CHECK(std::ranges::equal(small->rgba(), scaled(source, target).rgba()));
  const std::vector<double> expected = lanczos_in_doubles(source.view(), target);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(i);
    CHECK(std::abs(small->rgba()[i] - std::clamp(expected[i], 0.0, 255.0)) < 0.6);
  }
}

TEST_CASE("the reference levels of a TIFF are its black and its white") {
  const auto converted = [](const TiffYcbcr& levels, std::uint8_t y, std::uint8_t cb,
                            std::uint8_t cr) {
    std::array<std::uint8_t, 4> rgba{};
    levels.convert(std::array<std::uint8_t, 3>{y, cb, cr}, rgba);
    return rgba;
  };
  using Rgba = std::array<std::uint8_t, 4>;
  const TiffYcbcr usual(TiffYcbcrLevels{});
  CHECK(converted(usual, 255, 128, 128) == Rgba{255, 255, 255, 255});
  CHECK(converted(usual, 76, 85, 255) == Rgba{254, 0, 0, 255});
  const TiffYcbcr video(TiffYcbcrLevels{{0.299F, 0.587F, 0.114F}, {16, 235, 128, 240, 128, 240}});
  CHECK(converted(video, 16, 128, 128) == Rgba{0, 0, 0, 255});
  CHECK(converted(video, 235, 128, 128) == Rgba{255, 255, 255, 255});
  CHECK(converted(video, 81, 90, 240) == Rgba{253, 0, 0, 255});
  // Levels that mean nothing do no harm.
  for (const float bad : {0.0F, -1.0F, 1e30F, std::numeric_limits<float>::quiet_NaN()}) {
    const TiffYcbcr nonsense(TiffYcbcrLevels{{bad, bad, 0}, {5, bad, bad, -bad, 0, bad}});
    CHECK(converted(nonsense, 255, 128, 128)[3] == 255);
  }
}

TEST_CASE("a region is cut out before scaling") {
  const Pixels source = gradient({30, 20});
  ScalingSink sink(PixelRegion{5, 6, 10, 4}, {10, 4}, kEnough);
  REQUIRE(sink.begin(source.size()).has_value());
  for (std::uint32_t y = 0; y < 20; ++y) sink.row(source.view().row(y));
  auto cut = sink.take();
  REQUIRE(cut.has_value());
  const ByteSpan expected = source.view().row(7).subspan(5 * kRgbaBytes, 10 * kRgbaBytes);
  CHECK(std::equal(expected.begin(), expected.end(), cut->row(1).begin()));
}

TEST_CASE("scaling refuses a result beyond the memory limit") {
  const Pixels source = gradient({30, 20});
  const auto refused = scaled_pixels(source.view(), {20, 10}, 100);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::kLimitExceeded);
}

TEST_CASE("each EXIF orientation is turned upright") {
  // Red values of the stored picture: 0 1 2 / 10 11 12.
  const auto stored = [] {
    Pixels pixels = plain({3, 2}, 0x000000FF);
    for (std::uint32_t y = 0; y < 2; ++y) {
      for (std::uint32_t x = 0; x < 3; ++x) {
        pixels.row(y)[x * kRgbaBytes] = static_cast<std::uint8_t>(10 * y + x);
      }
    }
    return pixels;
  };
  const std::vector<std::vector<int>> expected = {
      {0, 1, 2, 10, 11, 12}, {2, 1, 0, 12, 11, 10}, {12, 11, 10, 2, 1, 0}, {10, 11, 12, 0, 1, 2},
      {0, 10, 1, 11, 2, 12}, {10, 0, 11, 1, 12, 2}, {12, 2, 11, 1, 10, 0}, {2, 12, 1, 11, 0, 10}};
  for (std::uint32_t orientation = 1; orientation <= 8; ++orientation) {
    INFO("orientation " << orientation);
    const auto upright = turned_upright(stored(), orientation, kEnough);
    REQUIRE(upright.has_value());
    CHECK(upright->size() == upright_size({3, 2}, orientation));
    std::vector<int> reds;
    for (std::size_t i = 0; i < upright->rgba().size(); i += kRgbaBytes) {
      reds.push_back(upright->rgba()[i]);
    }
    CHECK(reds == expected[orientation - 1]);
    ScalingSink sink(std::nullopt, {3, 2}, kEnough, orientation);
    REQUIRE(sink.begin({3, 2}));
    const Pixels rows = stored();
    for (std::uint32_t y = 0; y < 2; ++y) sink.row(rows.view().row(y));
    CHECK(std::ranges::equal(sink.take().value().rgba(), upright->rgba()));
    // The upper left pixel as a region is the pixel that stands there after turning.
    const PixelRegion corner = stored_region({0, 0, 1, 1}, {3, 2}, orientation);
    CHECK(static_cast<int>(10 * corner.y + corner.x) == expected[orientation - 1][0]);
  }
}

TEST_CASE("pictures of any size are turned upright, scaled or not, in rows or where they are") {
  // By their upper left and lower right corners.
  const auto place = [](std::uint32_t x, std::uint32_t y, Dimensions size,
                        std::uint32_t orientation) {
    const std::uint32_t right = size.width - 1 - x;
    const std::uint32_t bottom = size.height - 1 - y;
    const std::pair<std::uint32_t, std::uint32_t> places[] = {
        {x, y}, {right, y},  {right, bottom}, {x, bottom},
        {y, x}, {bottom, x}, {bottom, right}, {y, right}};
    return places[orientation - 1];
  };
  for (const Dimensions size : {Dimensions{1, 1}, {1, 70}, {70, 1}, {33, 32}, {31, 65}, {64, 97}}) {
    const Pixels stored = noise(size);
    for (std::uint32_t orientation = 1; orientation <= 8; ++orientation) {
      INFO(size.width << "x" << size.height << ", orientation " << orientation);
      Pixels expected = plain(upright_size(size, orientation), 0);
      for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) {
          const auto [to_x, to_y] = place(x, y, size, orientation);
          const ByteSpan pixel = stored.view().row(y).subspan(x * kRgbaBytes, kRgbaBytes);
          std::ranges::copy(pixel, expected.row(to_y).subspan(to_x * kRgbaBytes).begin());
        }
      }
      const auto is_expected = [&](const Result<Pixels>& turned) {
        REQUIRE(turned.has_value());
        CHECK(turned->size() == expected.size());
        CHECK(std::ranges::equal(turned->rgba(), expected.rgba()));
      };
      is_expected(turned_upright(noise(size), orientation, kEnough));
      is_expected(turned_upright(noise(size), orientation, rgba_bytes(size)));
      ScalingSink sink(std::nullopt, size, kEnough, orientation);
      REQUIRE(sink.begin(size));
      for (std::uint32_t y = 0; y < size.height; ++y) sink.row(stored.view().row(y));
      is_expected(sink.take());
      const Dimensions smaller{std::max(size.width / 2, 1u), std::max(size.height / 3, 1u)};
      ScalingSink scaling(std::nullopt, smaller, kEnough, orientation);
      REQUIRE(scaling.begin(size));
      for (std::uint32_t y = 0; y < size.height; ++y) scaling.row(stored.view().row(y));
      expected = turned_upright(scaled_pixels(stored.view(), smaller, kEnough).value(), orientation,
                                kEnough)
                     .value();
      is_expected(scaling.take());
    }
  }
}

TEST_CASE("a wide picture is turned upright in few rows at once as it is where it has no room") {
  constexpr Dimensions kWide{300'000, 8};
  for (const std::uint32_t orientation : {5u, 6u, 7u, 8u}) {
    INFO("orientation " << orientation);
    const Pixels in_rows = turned_upright(noise(kWide), orientation, kEnough * 2).value();
    const Pixels in_place = turned_upright(noise(kWide), orientation, rgba_bytes(kWide)).value();
    CHECK(in_rows.size() == upright_size(kWide, orientation));
    CHECK(std::ranges::equal(in_rows.rgba(), in_place.rgba()));
  }
}

TEST_CASE("a picture is scaled in the memory that it has, as it would be elsewhere") {
  for (const Dimensions size : {Dimensions{1, 1}, {1, 90}, {90, 1}, {33, 32}, {61, 40}, {300, 7}}) {
    for (const std::uint32_t part : {1u, 2u, 3u, 7u, 100u}) {
      for (const bool is_wide : {false, true}) {
        const Dimensions target{is_wide ? size.width : (size.width + part - 1) / part,
                                (size.height + part - 1) / part};
        INFO(size.width << "x" << size.height << " to " << target.width << "x" << target.height);
        const Pixels over = scaled_over(noise(size), target);
        CHECK(over.size() == target);
        CHECK(std::ranges::equal(
            over.rgba(), scaled_pixels(noise(size).view(), target, kEnough).value().rgba()));
      }
    }
  }
}

}  // namespace lectern::testing
