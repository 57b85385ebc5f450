// Columns from the white space between words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pdf/layout/table_frame.h"

namespace lectern {

/// Words of a line that stand together.
struct TableChunk {
  float left = 0;
  float right = 0;
  bool is_value = false;  ///< its last word is one, and no longer text stands before it
  bool is_year = false;   ///< a single year
  bool bold = false;
  std::vector<std::uint32_t> words;  ///< in TableFrame::words
};

struct ChunkLine {
  float base = 0;
  float top = 0;
  float bottom = 0;
  float size = 0;
  std::vector<TableChunk> chunks;
};

/// A vertical strip that no or few chunks cross.
struct ColumnGap {
  float left = 0;
  float right = 0;
  float score = 0;
  float middle() const { return (left + right) / 2; }
};

/// Splits a line where the space between two words is more than `gap` times the font size, and
/// where a vertical rule stands between them.
ChunkLine split_line(const TableFrame& frame, const TextLine& line, float gap,
                     const std::vector<RuleLine>& verticals);

/// The gaps between the columns of these lines, from left to right. `verticals` are rules that
/// separate columns wherever they stand.
std::vector<ColumnGap> find_column_gaps(const std::vector<ChunkLine>& lines,
                                        const std::vector<RuleLine>& verticals);

}  // namespace lectern
