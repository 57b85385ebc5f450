// A table as Markdown.
#pragma once

#include <functional>
#include <string>

#include "pdf/layout/page_content.h"
#include "pdf/layout/table.h"

namespace lectern {

/// The text of a cell's words, on one line, escaped for a pipe table. Lines are joined by a space,
/// after a hyphen by nothing.
std::string table_cell_text(const PageContent& page, const TableCell& cell);

/// A pipe table. A merged cell's text stands at its upper left, covered places are empty. GitHub
/// asks for a header row: rows of a header beyond the first follow as rows, and a table without a
/// header begins with an empty one. Ends with a line break.
std::string table_markdown(const PageContent& page, const PageTable& table);

/// The same with the text of cells from elsewhere; it must be one line with `|` escaped.
std::string table_markdown(const PageTable& table,
                           const std::function<std::string(const TableCell&)>& cell_text);

}  // namespace lectern
