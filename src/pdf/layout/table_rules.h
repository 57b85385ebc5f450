// Grids that a page's rules draw.
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/layout/table_frame.h"

namespace lectern {

/// A cell of a grid: rows and columns from the first to the last, both counted.
struct GridCell {
  std::uint32_t first_row = 0;
  std::uint32_t last_row = 0;
  std::uint32_t first_column = 0;
  std::uint32_t last_column = 0;
};

/// Lines that cross or meet, and the cells between them. `columns` has one edge more than there are
/// columns, `rows` likewise; both ascend.
struct RuleGrid {
  std::vector<float> columns;
  std::vector<float> rows;
  std::vector<GridCell> cells;  ///< row by row; together they cover the grid, none twice
};

/// The grids of a page. Rules are compared where they can meet only, up to a number of pairs; a
/// page with more has no grids.
std::vector<RuleGrid> find_grids(const TableFrame& frame);

}  // namespace lectern
