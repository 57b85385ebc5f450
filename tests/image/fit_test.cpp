#include "image/fit/fit.h"

#include <catch2/catch_test_macros.hpp>

#include "image/fit/tiles.h"

namespace lectern {
namespace {

FitLimits limits_for(Provider provider, std::uint64_t images = 0, bool full_resolution = false) {
  ReadOptions options;
  options.provider = provider;
  options.host.images_in_request = images;
  options.image.full_resolution = full_resolution;
  const auto limits = fit_limits(options, 0, 0);
  REQUIRE(limits.has_value());
  return *limits;
}

}  // namespace

TEST_CASE("a picture is scaled as Anthropic does it itself") {
  const FitLimits limits = limits_for(Provider::kAnthropic);
  CHECK(fitted_size({1075, 1520}, limits) == Dimensions{924, 1307});
  CHECK(fitted_size({1520, 1075}, limits) == Dimensions{1307, 924});
  CHECK(fitted_size({1092, 1092}, limits) == Dimensions{1092, 1092});
  CHECK(fitted_size({1093, 1093}, limits) == Dimensions{1092, 1092});
}

TEST_CASE("a picture that fits keeps its size, and nothing is scaled up") {
  CHECK(fitted_size({10, 10}, limits_for(Provider::kAnthropic)) == Dimensions{10, 10});
  CHECK(fitted_size({20'000, 9'000}, limits_for(Provider::kNone)) == Dimensions{20'000, 9'000});
}

TEST_CASE("a very flat picture keeps at least one row") {
  CHECK(fitted_size({8001, 1}, limits_for(Provider::kAnthropic)) == Dimensions{1568, 1});
}

TEST_CASE("full resolution leaves the sides that the provider refuses beyond") {
  const FitLimits limits = limits_for(Provider::kAnthropic, 0, true);
  CHECK(fitted_size({8000, 6000}, limits) == Dimensions{8000, 6000});
  CHECK(fitted_size({8001, 4000}, limits) == Dimensions{8000, 4000});
}

TEST_CASE("the twenty-first image of a request is held to 2000 pixels") {
  CHECK(fitted_size({3000, 300}, limits_for(Provider::kAnthropic, 19, true)).width == 3000);
  CHECK(fitted_size({3000, 300}, limits_for(Provider::kAnthropic, 20, true)).width == 2000);
}

TEST_CASE("a request that is full takes no further image") {
  ReadOptions options;
  options.provider = Provider::kBedrock;
  options.host.images_in_request = 19;
  CHECK(fit_limits(options, 0, 0).has_value());
  const auto refused = fit_limits(options, 1, 0);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::kLimitExceeded);
  CHECK(refused.error().message ==
        "the request holds 20 images already, the most that bedrock takes");
  options.host.images_in_request = 0;
  options.host.bytes_in_request = 19'999'000;
  CHECK(fit_limits(options, 0, 0)->max_base64_bytes == 1000);
  CHECK_FALSE(fit_limits(options, 0, 1000).has_value());
}

TEST_CASE("tiles cover a picture once and stay within their number") {
  const FitLimits limits = limits_for(Provider::kAnthropic);
  const Dimensions size{2984, 8340};
  const std::vector<PixelRegion> tiles = tile_regions(size, limits, 20);
  CHECK(tiles.size() > 1);
  CHECK(tiles.size() <= 20);
  std::uint64_t covered = 0;
  for (const PixelRegion& tile : tiles) {
    covered += std::uint64_t{tile.width} * tile.height;
    CHECK(tile.x + tile.width <= size.width);
    CHECK(tile.y + tile.height <= size.height);
  }
  CHECK(covered == std::uint64_t{size.width} * size.height);
}

TEST_CASE("a picture that fits, or may be one image only, is not cut into tiles") {
  const FitLimits limits = limits_for(Provider::kAnthropic);
  CHECK(tile_regions({800, 600}, limits, 20).size() == 1);
  CHECK(tile_regions({8000, 6000}, limits, 1).size() == 1);
}

}  // namespace lectern
