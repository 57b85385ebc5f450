// What an input costs, as coverage that libFuzzer looks for: an input that takes more work for its
// size than all before it is new, and is kept and varied.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include "base/work_budget.h"

namespace lectern {

/// Counts what is done between its beginning and its end. Only clang's fuzzer looks at the
/// counters: in a program that replays files they are idle.
class WorkCounter {
 public:
  explicit WorkCounter(std::size_t input_bytes) : bytes_(std::max<std::size_t>(input_bytes, 1)) {}
  WorkCounter(const WorkCounter&) = delete;
  WorkCounter& operator=(const WorkCounter&) = delete;

  ~WorkCounter() {
#ifdef LECTERN_COUNT_WORK
    const auto units = static_cast<double>(work_of_all_budgets() - units_);
    mark(0, units / bytes());
    mark(1, units);
    // What is not counted takes time, too. Less than milliseconds say nothing.
    const double nanoseconds = processor_seconds() * 1e9 - start_ * 1e9;
    if (nanoseconds > 4e6) {
      mark(2, nanoseconds / bytes());
      mark(3, nanoseconds);
      mark(4, nanoseconds / std::max(units, 4e6));
    }
#endif
  }

 private:
  static constexpr std::size_t kSteps = 128;
  static constexpr std::size_t kKinds = 5;
  using Counters = std::array<std::uint8_t, kKinds * kSteps>;

  static double processor_seconds() {
    std::timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  double bytes() const { return static_cast<double>(bytes_); }

  /// Twice as much is two steps higher.
  static void mark(std::size_t kind, double amount) {
    const double step = 2 * std::log2(std::max(amount, 1.0));
    const std::size_t at = std::min(static_cast<std::size_t>(step), kSteps - 1);
    counters[kind * kSteps + at] = 1;
  }

  __attribute__((section("__libfuzzer_extra_counters"))) inline static Counters counters{};

  std::size_t bytes_;
#ifdef LECTERN_COUNT_WORK
  std::uint64_t units_ = work_of_all_budgets();
  double start_ = processor_seconds();
#endif
};

}  // namespace lectern
