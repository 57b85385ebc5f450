// Tables of a page, found from what it draws.
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/layout/page_content.h"

namespace lectern {

/// One cell. Words are indices in PageContent::words, in reading order.
struct TableCell {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  std::uint32_t row_span = 1;
  std::uint32_t column_span = 1;
  std::vector<std::uint32_t> words;
};

/// A table; covered places have no cell of their own.
struct PageTable {
  PageBox box;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t header_rows = 0;  ///< 0 when nothing tells them
  bool ruled = false;             ///< found by its lines; else by the alignment of its words
  std::vector<TableCell> cells;   ///< row by row
  /// Words that only draw a line of it, with hyphens: part of the table, shown nowhere.
  std::vector<std::uint32_t> line_words;
};

/// Finds the tables of a page, top to bottom. No word is in two of them. Work is linear in words
/// and rules up to the bounds that the implementation names; beyond them nothing is found. `steps`,
/// if given, receives the number of words that the search looked at, each as often as it did.
std::vector<PageTable> find_tables(const PageContent& page, std::uint64_t* steps = nullptr);

/// Whether a table goes on with the one before.
struct TableContinuation {
  bool continues = false;
  /// Rows at its start that repeat the header of the one before.
  std::uint32_t repeated_rows = 0;
};

/// Whether `table`, on a page's top, continues `before`, on the bottom of the page before: both
/// have the same columns at the same places, and no more than three lines stand below the one and
/// above the other (a footer, a header, a note of its continuation).
TableContinuation table_continuation(const PageContent& page_before, const PageTable& before,
                                     const PageContent& page, const PageTable& table);

/// Takes out the first `rows` rows.
void drop_rows(PageTable& table, std::uint32_t rows);

}  // namespace lectern
