// Lines that stand below each other in one column and look alike, and the order to read them in.
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/layout/lines.h"

namespace lectern {

struct TextBlock {
  std::vector<LayoutLine> lines;
  PageBox box;
  std::uint32_t order = 0;  ///< the least of its lines
  std::uint32_t last = 0;   ///< the largest index of its words
};

/// A box that is read in its place between others: a block, a table or a figure.
struct OrderedBox {
  PageBox box;
  std::uint32_t order = 0;  ///< when the page draws it
  bool wide = false;        ///< running text, which columns are made of
  std::uint32_t last = 0;   ///< when the page has drawn all of it
  bool table = false;
};

std::vector<TextBlock> find_blocks(std::vector<LayoutLine> lines);

/// The indices of `boxes` in the order to read them: columns from left to right, each from top to
/// bottom; where places do not decide, as the page draws them.
/// \param dividers  upright rules that part what stands on their two sides.
/// \param floats  gets which of the boxes float beside the text.
std::vector<std::size_t> reading_order(const std::vector<OrderedBox>& boxes, float page_width,
                                       const std::vector<PageBox>& dividers,
                                       std::vector<bool>& floats);

/// The upright rules of a page that stand alone beside each other's heights, as between the parties
/// and the subject of a case: no grid.
std::vector<PageBox> find_dividers(const PageContent& page);

}  // namespace lectern
