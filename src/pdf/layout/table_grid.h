// A table from the grid that rules draw.
#pragma once

#include "pdf/layout/table_cells.h"
#include "pdf/layout/table_rules.h"

namespace lectern {

/// Fills a grid with the words of `region`; `words` are those at its height, of all directions.
/// False when it is no table: a frame around text, a chart, a page's layout.
bool build_grid_table(const TableFrame& frame, const RuleGrid& grid, const TableRegion& region,
                      const std::vector<std::uint32_t>& words, BuiltTable& built);

}  // namespace lectern
