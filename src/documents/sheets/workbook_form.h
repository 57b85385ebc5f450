// A workbook as a model reads it: the map of its sheets, then their cells as tables, as far as the
// limits of a result go, and the range that reads on.
#pragma once

#include <string>
#include <vector>

#include "base/reader.h"
#include "documents/document_pictures.h"
#include "documents/sheets/sheet_look.h"
#include "documents/sheets/workbook.h"

namespace lectern {

/// \param pictures  those that notes of `workbook` name; null when there are none.
Result<ToolResult> show_workbook(const ReadContext& context, Workbook& workbook, DocumentInfo info,
                                 DocumentPictures* pictures);

/// "3 sheets" and what each is, one line each; lines that have no room in `most_chars` are counted.
std::string workbook_map(const Workbook& workbook, const std::vector<std::string>& found,
                         std::uint64_t most_chars);
/// Lines with the names of cells that are no tables; "" when there are none.
std::string workbook_names(const Workbook& workbook, std::uint64_t most_chars);
/// Makes one of columns that overlap or are neighbours.
void join_columns(std::vector<CellArea>& columns);
/// "A:B, D:D", as far as that is short.
std::string columns_text(const std::vector<CellArea>& columns);
/// What the outline says of a sheet: its name, its used range and its first row.
std::string outline_of(const SheetInfo& sheet, std::size_t number, const SheetLook& look);
/// What belongs to `shown`, one line for each kind; what has no room is counted.
std::string sheet_notes(const std::vector<SheetNote>& notes, const CellArea& shown,
                        std::uint64_t most_chars);

}  // namespace lectern
