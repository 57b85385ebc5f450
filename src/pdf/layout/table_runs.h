// Where tables without a grid may stand: runs of lines whose gaps lie below each other.
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/layout/table_columns.h"
#include "pdf/layout/table_frame.h"

namespace lectern {

/// Lines that may be a table, top to bottom.
struct TableRun {
  std::vector<TextLine> lines;
  std::uint32_t rules = 0;  ///< rules as wide as the run, above, within and below
};

/// Columns of running text: the lines of each, top to bottom, a band of the page after the other.
std::vector<std::vector<TextLine>> split_flows(const TableFrame& frame,
                                               const std::vector<TextLine>& lines);

/// The runs of a column of text.
std::vector<TableRun> find_runs(const TableFrame& frame, const std::vector<TextLine>& lines);

}  // namespace lectern
