// What the input `range` selects of a workbook: `Sales!A1:F200`, `Sales`, `2!A:C`, `'My Sheet'!B7`,
// names of cells and tables, several of them with commas, and `Sales:` for that sheet and all
// after.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "documents/sheets/workbook.h"

namespace lectern {

/// Cells of one sheet.
struct SelectedArea {
  std::size_t sheet = 0;
  CellArea area = {};
};

struct RangeSelection {
  std::vector<SelectedArea> areas;
  /// True when the last areas are all that follows in reading order.
  bool is_open = false;
};

/// Most areas of one request.
inline constexpr std::size_t kMostSelectedAreas = 10000;

/// The sheets as they are read: those that are shown, then the hidden ones.
std::vector<std::size_t> reading_order(const Workbook& workbook);

/// \param range  "" selects everything.
/// \returns INVALID_ARGUMENT or OUT_OF_RANGE, saying what there is.
Result<RangeSelection> select_range(const Workbook& workbook, std::string_view range);

/// Finds the sheets and cells that names refer to.
void find_named_cells(std::vector<NamedCells>& names, const std::vector<SheetInfo>& sheets);

/// A range as an argument of the next call.
struct SelectionText {
  std::string range;
  std::size_t left_out = 0;  ///< areas at the end that make it longer than arguments may be
};
/// The range that selects `areas`; with `is_open`, all whole sheets at the end are written as one.
/// Where it is long, sheets have their numbers.
SelectionText selection_text(const Workbook& workbook, const std::vector<SelectedArea>& areas,
                             bool is_open);

}  // namespace lectern
