#include "image/fit/resize_weights.h"

#include <catch2/catch_test_macros.hpp>
#include <numeric>

namespace lectern {

TEST_CASE("the weights of each position add up to one and stay within the source") {
  for (const std::uint32_t source : {1u, 2u, 7u, 100u, 1569u, 65'500u}) {
    for (const std::uint32_t target : {1u, 2u, 5u, 99u, 1568u}) {
      if (target > source) continue;
      INFO(source << " to " << target);
      for (const Contribution& each : lanczos_contributions(source, target)) {
        REQUIRE(each.first % 2 == 0);
        REQUIRE(each.weights.size() % 2 == 0);
        REQUIRE(each.first + each.weights.size() <= source + 1);
        REQUIRE(std::accumulate(each.weights.begin(), each.weights.end(), 0) == 1 << kWeightBits);
        if (each.first + each.weights.size() > source) REQUIRE(each.weights.back() == 0);
      }
    }
  }
}

TEST_CASE("a side that stays is not touched") {
  const auto same = lanczos_contributions(5, 5);
  for (std::uint32_t i = 0; i < 5; ++i) {
    CHECK(same[i].weights[i - same[i].first] == 1 << kWeightBits);
  }
}

}  // namespace lectern
