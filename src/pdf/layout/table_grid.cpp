// Grids. A grid is no table when it has words in one row or one column only, when most of its
// places are empty (half of them, if it is as large as the page), when words cross its vertical
// rules (a chart), or when it is a few boxes of running text (a page's layout). Where a row of the
// grid holds several lines of values, or a column several columns of them, the grid is only part of
// the table's lines: the rest comes from the words.
#include "pdf/layout/table_grid.h"

#include <algorithm>
#include <cmath>

namespace lectern {
namespace {

constexpr float kCoarseGap = 1.0f;       // of the font size
constexpr float kBeside = 150.0f;        // points: how far labels may stand from a grid
constexpr float kFrame = 0.8f;           // of the page's width and height
constexpr std::size_t kBoxOfProse = 60;  // words of a cell

struct Filled {
  GridCell cell;
  std::vector<std::uint32_t> words;
};

bool is_inner_gap(const std::vector<TableChunk>& chunks) {
  std::size_t values = 0;
  for (const TableChunk& chunk : chunks) values += chunk.is_value ? 1 : 0;
  return chunks.size() >= 2 && values + 1 >= chunks.size();
}

/// Whether most of these places are one.
bool is_aligned(std::vector<float> places) {
  if (places.empty()) return false;
  std::stable_sort(places.begin(), places.end());
  const float middle = places[places.size() / 2];
  const auto same = std::count_if(places.begin(), places.end(),
                                  [middle](float at) { return std::fabs(at - middle) <= 3; });
  return 10 * static_cast<std::size_t>(same) >= 7 * places.size();
}

class GridFiller {
 public:
  GridFiller(const TableFrame& frame, RuleGrid grid, const TableRegion& region,
             const std::vector<std::uint32_t>& words)
      : frame_(frame),
        grid_(std::move(grid)),
        region_(region),
        near_(words),
        rows_(grid_.rows.size() - 1),
        columns_(grid_.columns.size() - 1) {}

  bool run(BuiltTable& built) {
    fill();
    if (!is_table()) return false;
    if (is_partial() && build_table(frame_, region_, built) &&
        built.table.columns + 1 >= used_columns_ && built.table.rows >= used_rows_) {
      return true;
    }
    built = BuiltTable();
    add_labels_beside();
    make_table(built.table);
    return true;
  }

 private:
  static std::size_t place(const std::vector<float>& edges, float at) {
    const auto next = std::upper_bound(edges.begin(), edges.end(), at);
    const auto i = static_cast<std::size_t>(next - edges.begin());
    return std::min(i == 0 ? 0 : i - 1, edges.size() - 2);
  }

  void fill() {
    std::vector<std::uint32_t> cell_at(rows_ * columns_);
    for (std::uint32_t i = 0; i < grid_.cells.size(); ++i) {
      const GridCell& cell = grid_.cells[i];
      for (std::size_t row = cell.first_row; row <= cell.last_row; ++row) {
        for (std::size_t column = cell.first_column; column <= cell.last_column; ++column)
          cell_at[row * columns_ + column] = i;
      }
      cells_.push_back({cell, {}});
    }
    fill_sideways(cell_at);
    for (const TextLine& line : region_.lines) {
      for (const std::uint32_t i : line.words) {
        const TableWord& word = frame_.words[i];
        const std::size_t row = place(grid_.rows, word.base - 0.3f * word.size);
        const std::size_t column = place(grid_.columns, (word.left + word.right) / 2);
        Filled& cell = cells_[cell_at[row * columns_ + column]];
        cell.words.push_back(i);
        ++words_;
        const float left = grid_.columns[cell.cell.first_column];
        const float right = grid_.columns[cell.cell.last_column + 1];
        if (word.left < left - 0.4f * word.size || word.right > right + 0.4f * word.size)
          ++crossing_;
      }
    }
  }

  void fill_sideways(const std::vector<std::uint32_t>& cell_at) {
    for (const std::uint32_t i : near_) {
      const TableWord& word = frame_.words[i];
      const float x = (word.left + word.right) / 2;
      const float y = (word.top + word.bottom) / 2;
      if (!word.sideways || x < grid_.columns.front() || x > grid_.columns.back() ||
          y < grid_.rows.front() || y > grid_.rows.back()) {
        continue;
      }
      cells_[cell_at[place(grid_.rows, y) * columns_ + place(grid_.columns, x)]].words.push_back(i);
    }
  }

  /// Labels that stand to the left of a grid, one line beside most of its rows, are a first column.
  void add_labels_beside() {
    std::vector<std::vector<std::uint32_t>> labels(rows_);
    std::vector<float> lefts;
    std::vector<float> rights;
    std::size_t rows = 0;
    for (const std::uint32_t i : near_) {
      const TableWord& word = frame_.words[i];
      const float y = word.base - 0.3f * word.size;
      if (word.sideways || (word.left + word.right) / 2 > grid_.columns.front() ||
          y < grid_.rows.front() || y > grid_.rows.back()) {
        continue;
      }
      auto& label = labels[place(grid_.rows, y)];
      rows += label.empty() ? 1 : 0;
      label.push_back(i);
    }
    if (rows < 3 || 10 * rows < 6 * used_rows_) return;
    for (auto& label : labels) {
      if (label.empty()) continue;
      const std::vector<TextLine> lines = make_lines(frame_, label);
      if (lines.size() > 2) return;
      for (const TextLine& line : lines) {
        const ChunkLine chunks = split_line(frame_, line, kCoarseGap, {});
        if (chunks.chunks.size() > 1 || line.words.size() > 5) return;
        if (chunks.chunks[0].right < grid_.columns.front() - kBeside) return;
        lefts.push_back(chunks.chunks[0].left);
        rights.push_back(chunks.chunks[0].right);
      }
    }
    if (!is_aligned(lefts) && !is_aligned(rights)) return;
    for (std::uint32_t row = 0; row < rows_; ++row)
      beside_.push_back({{row, row, 0, 0}, std::move(labels[row])});
  }

  bool is_table() {
    std::vector<bool> row_used(rows_);
    std::vector<bool> column_used(columns_);
    std::size_t filled = 0;
    std::size_t prose = 0;
    for (const Filled& cell : cells_) {
      if (cell.words.empty()) continue;
      ++filled;
      prose += cell.words.size() >= kBoxOfProse ? 1 : 0;
      row_used[cell.cell.first_row] = true;
      column_used[cell.cell.first_column] = true;
    }
    used_rows_ = static_cast<std::size_t>(std::count(row_used.begin(), row_used.end(), true));
    used_columns_ =
        static_cast<std::size_t>(std::count(column_used.begin(), column_used.end(), true));
    if (words_ == 0 || 8 * crossing_ > words_) return false;
    if (3 * prose > filled) return false;
    if (is_page_frame() && 2 * filled < cells_.size()) return false;
    if (used_rows_ >= 2 && used_columns_ >= 2) {
      if (filled < 4 && (filled < 3 || used_rows_ < 3)) return false;
      return 4 * filled >= cells_.size() && 5 * filled >= used_rows_ * used_columns_;
    }
    // Rules between rows or columns only: the words may show the rest.
    return (used_rows_ >= 2 || used_columns_ >= 2) && has_inner_columns();
  }

  /// Whether the grid is nearly as large as the page, as the frame of a drawing is.
  bool is_page_frame() const {
    return grid_.columns.back() - grid_.columns.front() > kFrame * frame_.width &&
           grid_.rows.back() - grid_.rows.front() > kFrame * frame_.height;
  }

  bool has_inner_columns() const {
    std::size_t with = 0;
    for (const TextLine& line : region_.lines)
      with += is_inner_gap(split_line(frame_, line, kCoarseGap, region_.verticals).chunks) ? 1 : 0;
    return with >= 3 && 2 * with >= region_.lines.size();
  }

  /// Whether the grid lacks rules between rows or columns.
  bool is_partial() const {
    if (used_rows_ < 2 || used_columns_ < 2) return true;
    std::vector<std::size_t> stacked(rows_);     // columns with several lines of values
    std::vector<std::size_t> stack(rows_);       // the most lines of values in a column
    std::vector<std::size_t> labels(rows_);      // lines in the first column
    std::vector<std::size_t> in_line(columns_);  // cells with several values side by side
    std::vector<std::size_t> cells_of(columns_);
    std::size_t wide_rows = 0;  // cells over several columns with several values side by side
    for (const Filled& cell : cells_) {
      if (cell.words.empty() || cell.cell.first_row != cell.cell.last_row) continue;
      const std::vector<TextLine> lines = make_lines(frame_, cell.words);
      std::size_t values = 0;
      std::size_t gaps = 0;
      for (const TextLine& line : lines) {
        const ChunkLine chunks = split_line(frame_, line, kCoarseGap, {});
        values += std::all_of(chunks.chunks.begin(), chunks.chunks.end(),
                              [](const TableChunk& c) { return c.is_value; })
                      ? 1
                      : 0;
        gaps += is_inner_gap(chunks.chunks) ? 1 : 0;
      }
      if (lines.size() >= 2 && values >= 2 && values + 1 >= lines.size()) {
        ++stacked[cell.cell.first_row];
        stack[cell.cell.first_row] = std::max(stack[cell.cell.first_row], values);
      }
      if (cell.cell.first_column == 0) labels[cell.cell.first_row] = lines.size();
      if (cell.cell.first_column < cell.cell.last_column) {
        if (gaps > 0) ++wide_rows;
      } else {
        ++cells_of[cell.cell.first_column];
        if (gaps > 0 && 2 * gaps >= lines.size()) ++in_line[cell.cell.first_column];
      }
    }
    if (wide_rows >= 3) return true;
    for (std::size_t row = 0; row < rows_; ++row) {
      const bool labelled = 10 * labels[row] >= 7 * stack[row];
      if (labelled && (stacked[row] >= 2 || (stacked[row] == 1 && used_columns_ == 2))) return true;
    }
    for (std::size_t column = 0; column < columns_; ++column) {
      if (in_line[column] >= 3 && 2 * in_line[column] > cells_of[column]) return true;
    }
    return false;
  }

  void make_table(PageTable& table) const {
    // Rows and columns in which nothing begins are the width of a double rule or an empty margin.
    std::vector<std::uint32_t> row_of(rows_ + 1);
    std::vector<std::uint32_t> column_of(columns_ + 1);
    std::vector<bool> row_used(rows_);
    std::vector<bool> column_used(columns_);
    for (const Filled& cell : cells_) {
      if (cell.words.empty()) continue;
      row_used[cell.cell.first_row] = true;
      column_used[cell.cell.first_column] = true;
    }
    for (std::size_t i = 0; i < columns_; ++i)
      column_of[i + 1] = column_of[i] + (column_used[i] ? 1 : 0);
    for (const Filled& label : beside_)
      row_used[label.cell.first_row] = row_used[label.cell.first_row] || !label.words.empty();
    const std::uint32_t shift = beside_.empty() ? 0 : 1;
    for (std::size_t i = 0; i < rows_; ++i) row_of[i + 1] = row_of[i] + (row_used[i] ? 1 : 0);
    table.rows = row_of[rows_];
    table.columns = column_of[columns_] + shift;
    table.box = {grid_.columns.front(), grid_.rows.front(), grid_.columns.back(),
                 grid_.rows.back()};
    for (const Filled& filled : cells_) {
      const std::uint32_t row = row_of[filled.cell.first_row];
      const std::uint32_t column = column_of[filled.cell.first_column];
      const std::uint32_t row_end = row_of[filled.cell.last_row + 1];
      const std::uint32_t column_end = column_of[filled.cell.last_column + 1];
      if (filled.words.empty() || row_end == row || column_end == column) continue;
      table.cells.push_back(
          {row, column + shift, row_end - row, column_end - column, filled.words});
    }
    for (const Filled& label : beside_) {
      if (label.words.empty()) continue;
      table.cells.push_back({row_of[label.cell.first_row], 0, 1, 1, label.words});
      for (const std::uint32_t i : label.words)
        table.box.left = std::min(table.box.left, frame_.words[i].left);
    }
    std::stable_sort(table.cells.begin(), table.cells.end(),
                     [](const TableCell& a, const TableCell& b) {
                       return a.row != b.row ? a.row < b.row : a.column < b.column;
                     });
    table.header_rows = header_rows(table);
  }

  std::uint32_t header_rows(const PageTable& table) const {
    std::vector<bool> values(table.rows);
    std::vector<bool> beside(table.rows);
    std::vector<bool> bold(table.rows, true);
    for (const TableCell& cell : table.cells) {
      std::size_t count = 0;
      bool all_bold = true;
      for (const std::uint32_t i : cell.words) {
        count += frame_.words[i].is_value && !frame_.words[i].year ? 1 : 0;
        all_bold = all_bold && frame_.words[i].bold;
      }
      if (cell.column > 0) {
        beside[cell.row] = true;
        if (2 * count >= cell.words.size() && count > 0) values[cell.row] = true;
      }
      if (!all_bold) bold[cell.row] = false;
    }
    std::uint32_t end = 0;
    while (end < std::min<std::uint32_t>(4, table.rows - 1) && !values[end] && beside[end]) ++end;
    const auto with = static_cast<std::uint32_t>(std::count(values.begin(), values.end(), true));
    if (end > 0 && 2 * with >= table.rows - end) return end;
    end = 0;
    while (end < std::min<std::uint32_t>(3, table.rows - 1) && bold[end] && beside[end]) ++end;
    // The heading of the first group of rows may be bold as well.
    const bool goes_on = bold[end] && beside[end];
    const bool is_bold_throughout = std::all_of(bold.begin() + static_cast<std::ptrdiff_t>(end),
                                                bold.end(), [](bool row) { return row; });
    return goes_on || is_bold_throughout ? 0 : end;
  }

  const TableFrame& frame_;
  const RuleGrid grid_;
  const TableRegion& region_;
  const std::vector<std::uint32_t>& near_;
  const std::size_t rows_;
  const std::size_t columns_;
  std::vector<Filled> cells_;
  std::vector<Filled> beside_;  ///< a first column without rules; empty for none
  std::size_t words_ = 0;
  std::size_t crossing_ = 0;
  std::size_t used_rows_ = 0;
  std::size_t used_columns_ = 0;
};

}  // namespace

bool build_grid_table(const TableFrame& frame, const RuleGrid& grid, const TableRegion& region,
                      const std::vector<std::uint32_t>& words, BuiltTable& built) {
  return GridFiller(frame, grid, region, words).run(built);
}

}  // namespace lectern
