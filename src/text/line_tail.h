// The last lines of a text whose length is not known before its end, in bounded memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/line_page.h"

namespace lectern {

class LineTail {
 public:
  /// Keeps at most `most_lines`, and no more than fit on a page of `layout`; always the last one.
  LineTail(std::uint64_t most_lines, const LineLayout& layout);

  void push(const PageLine& line);

  void clear();
  std::uint64_t most_lines() const { return most_lines_; }
  std::size_t size() const { return items_.size() - first_; }
  /// The view lives until the next `push`.
  PageLine at(std::size_t index) const;
  /// The budget that let a line go last; kNone: only the number of lines did.
  LineBudget exhausted() const { return exhausted_; }

 private:
  struct Item {
    PageLine line;  ///< without its text
    std::size_t offset;
    std::size_t size;
    std::uint64_t chars;
    std::uint64_t token_quarters;
  };

  bool fits() const;
  void compact();

  std::uint64_t most_lines_;
  LineLayout layout_;
  std::string text_;
  std::vector<Item> items_;
  std::size_t first_ = 0;  ///< items before it are gone
  std::uint64_t chars_ = 0;
  std::uint64_t token_quarters_ = 0;
  LineBudget exhausted_ = LineBudget::kNone;
};

}  // namespace lectern
