// What there is room for in the answer of one read of a workbook.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/limits.h"
#include "documents/sheets/cells_table.h"
#include "text/tokens.h"

namespace lectern {

class WorkbookRoom {
 public:
  /// \param limits  must outlive this.
  explicit WorkbookRoom(const Limits& limits) : limits_(limits) {}

  void take(const TextCost& cost) {
    used_.chars += cost.chars;
    used_.token_quarters += cost.token_quarters;
  }
  /// Keeps characters for what names the sheet that is read, in place of those of the sheet before.
  void reserve(std::uint64_t chars) { reserved_ = kClosingChars + chars; }

  bool has(const TextCost& more) const {
    if (used_.chars + more.chars + reserved_ > limits_.max_content_chars) return false;
    return !limits_.max_tokens ||
           tokens_with(used_.token_quarters + more.token_quarters) <= *limits_.max_tokens;
  }

  std::uint64_t chars_left() const {
    const std::uint64_t left = rest_of(limits_.max_content_chars, used_.chars + reserved_);
    if (!limits_.max_tokens) return left;
    // No character is more than a token.
    return std::min(left, rest_of(*limits_.max_tokens, tokens_with(used_.token_quarters)));
  }

 private:
  /// Room for the line that says how to go on, beside names.
  static constexpr std::uint64_t kClosingChars = 120;

  static std::uint64_t rest_of(std::uint64_t most, std::uint64_t used) {
    return most - std::min(most, used);
  }
  std::uint64_t tokens_with(std::uint64_t quarters) const {
    return tokens_from_quarters(quarters + reserved_);
  }

  const Limits& limits_;
  TextCost used_;
  std::uint64_t reserved_ = kClosingChars;
};

}  // namespace lectern
