// What a decoder may still do. Work is counted, not timed: it is the same on every host.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "base/limits.h"

namespace lectern {

/// Counts units of work against `Limits::max_work`. A unit is a byte that is read or a pixel that
/// is written by a plain loop; what takes longer counts as several.
class WorkBudget {
 public:
  explicit WorkBudget(const Limits& limits) : WorkBudget(limits.max_work) {}
  explicit WorkBudget(std::uint64_t max_units) : max_units_(max_units) {}

  /// Spends `count` times `each` units, which saturate. \param what  what takes them, as the
  /// message names it: "the strips of the TIFF". \returns LIMIT_EXCEEDED, with the numbers, once
  /// all together are more than the limit.
  Result<void> spend(std::string_view what, std::uint64_t count, std::uint64_t each = 1);

  /// What has been spent.
  std::uint64_t spent() const { return spent_; }
  /// The most that may be spent.
  std::uint64_t max_units() const { return max_units_; }

 private:
  std::uint64_t spent_ = 0;
  std::uint64_t max_units_;
};

#ifdef LECTERN_COUNT_WORK
/// What all budgets together have been asked for, for fuzz targets that maximise it.
std::uint64_t work_of_all_budgets();
#endif

}  // namespace lectern
