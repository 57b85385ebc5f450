// Finds words in a stream of text, as a search in a PDF does: in their order, in either case, with
// any white space between them, a line end too. No patterns.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lectern {

class WordMatcher {
 public:
  /// `words` is well-formed UTF-8.
  explicit WordMatcher(std::string_view words);

  /// True when there is nothing to find: white space at most.
  bool empty() const { return words_.empty(); }

  /// The offset just after the first occurrence that ends in `text`, the next piece of the text
  /// (whole characters of well-formed UTF-8); npos when none does. The search goes on there.
  std::size_t find(std::string_view text);

 private:
  bool step(char folded);

  std::string words_;
  /// For each place in `words_`, how much of their start is known to stand before it.
  std::vector<std::size_t> fallback_;
  /// Bytes at which an occurrence may begin.
  std::array<bool, 256> may_start_{};
  std::size_t matched_ = 0;
  bool after_space_ = false;
};

}  // namespace lectern
