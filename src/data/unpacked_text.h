// What it costs to go through a text that came out of a compressed file, in which millions of marks
// are few bytes. Other texts cost what they are: their files are as long.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/limits.h"
#include "base/work_budget.h"

namespace lectern {

class UnpackedText {
 public:
  /// \param packed_bytes  of the compressed file, as far as it has been read; must outlive this.
  /// Null: the text is a file itself.
  UnpackedText(const Limits& limits, const std::uint64_t* packed_bytes)
      : work_(limits), packed_bytes_(packed_bytes) {}

  /// Pays for the next piece. \returns false when there is no work left for it.
  bool takes(std::string_view text);

 private:
  WorkBudget work_;
  const std::uint64_t* packed_bytes_;
  std::uint64_t seen_ = 0;
};

}  // namespace lectern
