// Rows of a sheet as a Markdown table with column letters and row numbers, or as a list of cells
// where a table would be mostly empty.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/sheets/cell_reference.h"

namespace lectern {

/// A cell that shows something.
struct ShownCell {
  std::uint32_t column = 1;
  /// As it stands in the table: escaped, on one line.
  std::string text;
};

/// A row that shows something.
struct ShownRow {
  std::uint32_t row = 1;
  bool is_hidden = false;
  std::vector<ShownCell> cells;  ///< by column
  std::size_t bytes = 0;         ///< of the texts that `add` took

  /// Longest texts of one row together.
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
  /// Adds a cell. Beyond kMaxBytes a mark stands for its text.
  void add(std::uint32_t column, std::string text);
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
/// The same for text in a line of its own.
std::string escape_line(std::string_view text);

/// Rows that are kept until they are written, so that the table has the columns that are used.
class CellsTable {
 public:
  /// \param hidden_columns  areas of hidden columns; they must outlive the table.
  explicit CellsTable(const std::vector<CellArea>& hidden_columns)
      : hidden_columns_(hidden_columns) {}

  /// What the table costs when `row` is added. An upper bound.
  TextCost cost_with(const ShownRow& row) const;
  void add(ShownRow row);
  bool is_empty() const { return rows_.empty(); }
  /// The rectangle that all cells lie in.
  CellArea used() const { return used_; }
  std::uint64_t rows() const { return rows_.size(); }
  /// How many rows it has that are hidden.
  std::uint64_t hidden_rows() const { return hidden_rows_; }
  std::string write() const;

 private:
  bool is_sparse() const { return is_sparse(rows_.size(), columns_.size(), cells_); }
  static bool is_sparse(std::uint64_t rows, std::uint64_t columns, std::uint64_t cells);
  bool is_hidden(std::uint32_t column) const;
  std::string write_table() const;
  std::string write_list() const;

  const std::vector<CellArea>& hidden_columns_;
  std::vector<ShownRow> rows_;
  std::set<std::uint32_t> columns_;
  CellArea used_;
  std::uint64_t cells_ = 0;
  std::uint64_t hidden_rows_ = 0;
  TextCost texts_;
};

}  // namespace lectern
