// Reads workbooks of every format.
#pragma once

#include "base/reader.h"

namespace lectern {

/// Office Open XML workbooks, also binary ones, OpenDocument spreadsheets, Excel 2 to 2003.
Result<ToolResult> read_workbook(const ReadContext& context);

}  // namespace lectern
