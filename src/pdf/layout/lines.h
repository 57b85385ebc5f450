// Words of a page as lines: runs of words on one baseline without a wide gap.
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/layout/page_content.h"

namespace lectern {

struct LineWord {
  std::uint32_t index = 0;  ///< in PageContent::words
  bool space = false;       ///< a space precedes it
};

struct LayoutLine {
  std::vector<LineWord> words;  ///< in the order to read them
  PageBox box;
  float baseline = 0;
  float size = 0;  ///< font size of most of its letters
  bool bold = false;
  bool italic = false;
  bool monospace = false;
  bool right_to_left = false;
  bool leads_to_page = false;  ///< of a table of contents: it ends in the number of a page
  std::uint32_t order = 0;  ///< the least index of its words: when the page draws it
};

/// Lines of the words that run to the right and that `used` does not mark, by the order in which
/// the page draws them. \param code  words of one pitch are code, which keeps its columns.
std::vector<LayoutLine> find_lines(const PageContent& page, const std::vector<bool>& used,
                                   bool code = false);

/// The same for some of the words, in their order, whichever way they run.
std::vector<LayoutLine> find_lines(const PageContent& page,
                                   const std::vector<std::uint32_t>& words);

/// Sets what follows from a line's words, and their order when it runs from right to left.
void finish_line(const PageContent& page, LayoutLine& line);

}  // namespace lectern
