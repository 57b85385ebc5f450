// The cells of a region of text that is known to be a table, or tried as one.
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/layout/table.h"
#include "pdf/layout/table_columns.h"
#include "pdf/layout/table_frame.h"

namespace lectern {

/// A part of a page's frame.
struct TableRegion {
  PageBox box;
  std::vector<TextLine> lines;
  std::vector<RuleLine> horizontals;  ///< inside of the box
  std::vector<RuleLine> verticals;
};

/// A table whose words are numbers in TableFrame::words, and what tells how much it is one.
struct BuiltTable {
  PageTable table;
  std::uint32_t value_rows = 0;   ///< rows with a value beside the first column
  std::uint32_t value_cells = 0;  ///< cells beside the first column that are values
  std::uint32_t other_cells = 0;  ///< cells beside the first column that are not
  std::uint32_t full_rows = 0;    ///< rows with two cells or more
  std::uint32_t long_cells = 0;   ///< cells of more than twelve words
  float filled = 0;               ///< share of the places that have words
  std::vector<float> gaps;        ///< where its columns meet
};

/// The part of a frame inside of a box: `words` are the candidates.
TableRegion make_region(const TableFrame& frame, const PageBox& box,
                        const std::vector<std::uint32_t>& words);

/// Finds columns and rows of a region. False when it has no two columns or no two rows.
bool build_table(const TableFrame& frame, const TableRegion& region, BuiltTable& built);

}  // namespace lectern
