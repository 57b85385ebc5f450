#include "base/work_budget.h"

#include <catch2/catch_test_macros.hpp>
#include <limits>

namespace lectern {

TEST_CASE("work is counted up to the limit, and what is above it is refused with the numbers") {
  Limits limits;
  limits.max_work = 1'000;
  WorkBudget work(limits);
  CHECK(work.spend("the strips", 10, 100));
  CHECK(work.spent() == 1'000);
  const Result<void> more = work.spend("the strips", 1);
  REQUIRE_FALSE(more);
  CHECK(more.error().code == ErrorCode::kLimitExceeded);
  CHECK(more.error().message ==
        "the strips take 1,001 units of work, more than the 1,000 that are left for it (maxWork)");
}

TEST_CASE("work that no number holds is more than any limit") {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  WorkBudget work(kMost - 1);
  CHECK_FALSE(work.spend("tiles", kMost / 2, 3));
  CHECK_FALSE(work.spend("tiles", 1));
  CHECK(work.spent() == kMost);
}

}  // namespace lectern
