#include "base/work_budget.h"

#include <limits>

namespace lectern {

#ifdef LECTERN_COUNT_WORK
namespace {
std::uint64_t all_work = 0;
}
std::uint64_t work_of_all_budgets() { return all_work; }
#endif

Result<void> WorkBudget::spend(std::string_view what, std::uint64_t count, std::uint64_t each) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t units = each != 0 && count > kMost / each ? kMost : count * each;
  spent_ = units > kMost - spent_ ? kMost : spent_ + units;
#ifdef LECTERN_COUNT_WORK
  all_work += units > max_units_ ? max_units_ : units;
#endif
  if (spent_ <= max_units_) return {};
  return fail(ErrorCode::kLimitExceeded,
              {"{} take {,} units of work, more than the {,} that are left for it (maxWork)", what,
               spent_, max_units_});
}

}  // namespace lectern
