// What cells of one string or formula cost, and sheets of one part: it is paid for before it is
// done.
#pragma once

#include <cstdint>
#include <optional>

#include "base/work_budget.h"

namespace lectern {

class SharedWork {
 public:
  /// \param work  of the read; must outlive this.
  explicit SharedWork(WorkBudget& work) : work_(work) {}

  /// Of a text that many cells may have. \returns false once all of them cost too much.
  bool spend_text(std::uint64_t bytes) {
    constexpr std::uint64_t kShortBytes = 256;
    constexpr std::uint64_t kShownWork = 40;
    return bytes <= kShortBytes || spend("the long texts that cells share", bytes, kShownWork);
  }

  /// Of a formula that many cells may have, with what its tokens took.
  bool spend_formula(std::uint64_t units) {
    constexpr std::uint64_t kUsualUnits = 4'096;
    return units <= kUsualUnits || spend("the formulas that cells share", units, 1);
  }

  /// Of records that were read. Beyond a few times all of them, sheets share theirs.
  bool spend_records(std::uint64_t bytes, std::uint64_t all_bytes) {
    constexpr std::uint64_t kFreeReads = 8;
    constexpr std::uint64_t kReadWork = 48;
    records_ += bytes;
    return records_ <= kFreeReads * all_bytes ||
           spend("the records that sheets share", bytes + 1, kReadWork);
  }

  const std::optional<Error>& error() const { return error_; }

 private:
  bool spend(std::string_view what, std::uint64_t count, std::uint64_t each) {
    auto spent = work_.spend(what, count, each);
    if (!spent) error_ = std::move(spent).error();
    return !error_;
  }

  WorkBudget& work_;
  std::uint64_t records_ = 0;
  std::optional<Error> error_;
};

}  // namespace lectern
