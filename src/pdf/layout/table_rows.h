// Rows: which lines of text belong to one row of a table, and which rows are its header.
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/layout/table.h"
#include "pdf/layout/table_columns.h"
#include "pdf/layout/table_frame.h"

namespace lectern {

/// A chunk and the columns it stands in, from the first to the last.
struct PlacedChunk {
  TableChunk chunk;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

struct PlacedLine {
  float base = 0;
  float top = 0;
  float bottom = 0;
  float size = 0;
  std::vector<PlacedChunk> chunks;
};

struct TableRows {
  std::uint32_t rows = 0;
  std::uint32_t header_rows = 0;
  std::vector<TableCell> cells;  ///< their words are numbers in TableFrame::words
};

/// Puts the lines of a table into rows. `horizontals` are the rules between them; `left` and
/// `right` bound the table.
TableRows make_rows(const TableFrame& frame, const std::vector<PlacedLine>& lines,
                    std::uint32_t columns, const std::vector<RuleLine>& horizontals, float left,
                    float right);

}  // namespace lectern
