// A notebook cell by cell: what fits into one result, and how the next read goes on.
#pragma once

#include <vector>

#include "base/reader.h"
#include "base/tool_result.h"
#include "notebook/model.h"

namespace lectern {

/// Writes content, parts, images, truncation and short result of the cells that `selection` names.
/// Who follows `truncation.next` gets each cell, and each picture once that a read can hold:
/// pictures of a cell that find no room beside those before wait together for the next read, which
/// begins with that cell. The first cell of a read is cut until it fits.
void write_cells(const ReadContext& context, const Notebook& notebook,
                 const std::vector<NumberRange>& selection, ToolResult& result);

}  // namespace lectern
