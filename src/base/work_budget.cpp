#include "base/work_budget.h"

#include <limits>

namespace lectern {

Result<void> WorkBudget::spend(std::string_view what, std::uint64_t count, std::uint64_t each) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t units = each != 0 && count > kMost / each ? kMost : count * each;
  spent_ = units > kMost - spent_ ? kMost : spent_ + units;
  if (spent_ <= max_units_) return {};
  return fail(ErrorCode::kLimitExceeded,
              {"{} take {,} units of work, more than the limit of {,}", what, spent_, max_units_});
}

}  // namespace lectern
