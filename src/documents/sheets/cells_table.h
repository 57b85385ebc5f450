// Rows of a sheet as a Markdown table with column letters and row numbers, or as a list of cells
// where a table would be mostly empty.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/sheets/cell_reference.h"

namespace lectern {

/// A cell that shows something, of a row that has its text.
struct ShownCell {
  std::uint32_t column = 1;
  std::uint32_t from = 0;  ///< of its text, in `texts`
  std::uint32_t size = 0;
};

/// A row that shows something. The texts of its cells stand one behind the other, as they are in
/// the table: escaped, on one line.
struct ShownRow {
  std::uint32_t row = 1;
  bool is_hidden = false;
  std::vector<ShownCell> cells;  ///< by column
  std::string texts;

  /// Longest texts of one row together.
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
  /// Cells beyond these may be the same few, again and again.
  static constexpr std::size_t kUsuallyHeld = 65'536;
  std::size_t most_held = kUsuallyHeld;  ///< until those that have been replaced are dropped

  std::string_view text(const ShownCell& cell) const {
    return std::string_view(texts).substr(cell.from, cell.size);
  }
  /// Adds a cell. Beyond kMaxBytes a mark stands for its text.
  void add(std::uint32_t column, std::string_view text);
  /// Makes a cell of what `texts` has from `from` on; none when there is nothing. As `add`.
  void end_cell(std::uint32_t column, std::size_t from);
  /// Adds a cell that says how much of it is not shown.
  void add_lost(std::uint32_t column, std::size_t size);
  /// Brings the cells in the order of their columns, those of one column as they came.
  void sort();
  /// Sorts, and of the cells with one column only the last stays, as programs have it.
  void keep_last_of_each();
  /// `keep_last_of_each` for a row that is still being read.
  void drop_repeated();
  /// Begins another one.
  void start(std::uint32_t number, bool hidden);
};

/// What a text costs of a result's limits.
struct TextCost {
  std::uint64_t chars = 0;
  std::uint64_t token_quarters = 0;
};
TextCost cost_of(std::string_view text);

/// Text of a cell as a table's cell shows it: on one line, with an escape before what Markdown
/// would take for markup.
std::string escape_cell(std::string_view text);
/// True for text that `escape_cell` leaves as it is.
bool is_plain_text(std::string_view text);
/// Appends it.
void append_escaped_cell(std::string_view text, std::string& out);
/// The same for text in a line of its own.
std::string escape_line(std::string_view text);

/// Rows that are kept until they are written, so that the table has the columns that are used.
class CellsTable {
 public:
  /// \param hidden_columns  areas of hidden columns; they must outlive the table.
  explicit CellsTable(const std::vector<CellArea>& hidden_columns)
      : hidden_columns_(hidden_columns) {}

  /// What the table costs when `row` is added, whose texts cost `texts`. An upper bound.
  TextCost cost_with(const ShownRow& row, const TextCost& texts) const;
  void add(const ShownRow& row, const TextCost& texts);
  bool is_empty() const { return rows_.empty(); }
  /// The rectangle that all cells lie in.
  CellArea used() const { return used_; }
  std::uint64_t rows() const { return rows_.size(); }
  /// How many rows it has that are hidden.
  std::uint64_t hidden_rows() const { return hidden_rows_; }
  /// Appends the table.
  void write(std::string& out) const;

 private:
  bool is_sparse() const { return is_sparse(rows_.size(), column_count_, cells_); }
  static bool is_sparse(std::uint64_t rows, std::uint64_t columns, std::uint64_t cells);
  std::vector<bool> hidden_columns() const;
  bool has_column(std::uint32_t column) const {
    return column < has_column_.size() && has_column_[column];
  }
  void write_table(std::string& out) const;
  void write_list(std::string& out) const;

  const std::vector<CellArea>& hidden_columns_;
  std::vector<ShownRow> rows_;
  std::vector<bool> has_column_;
  std::uint64_t column_count_ = 0;
  CellArea used_;
  std::uint64_t cells_ = 0;
  std::uint64_t hidden_rows_ = 0;
  TextCost texts_;
};

}  // namespace lectern
