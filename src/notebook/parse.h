// Notebook JSON to the model: one pass over the file proves it well-formed and finds the cells;
// a cell and its outputs are taken apart when they are shown. Follows nbformat 2-4 leniently: what
// a schema would refuse is kept and shown, what cannot be shown is a warning.
#pragma once

#include <functional>
#include <string_view>

#include "base/error.h"
#include "base/limits.h"
#include "notebook/model.h"

namespace lectern {

/// Parses UTF-8 `text`, which must outlive the result. CORRUPT_NOTEBOOK for text that is not JSON
/// (with line and column) or is JSON but no notebook; LIMIT_EXCEEDED above `max_json_depth` or
/// kMaxCells.
Result<Notebook> parse_notebook(std::string_view text, const Limits& limits);

/// Takes one cell of a parsed notebook apart, the first one being 0.
Cell parse_cell(const Notebook& notebook, std::size_t index);

/// The type of a cell as the result names it: "code", "unknown", "damaged" …
std::string_view kind_name(const Cell& cell);

/// Calls `take` for each output of a parsed cell, in order.
void for_each_output(const Cell& cell, const std::function<void(const Output&)>& take);

/// The attachments of a parsed cell; the last one counts when a name comes twice.
Attachments attachments_of(const Cell& cell);

}  // namespace lectern
