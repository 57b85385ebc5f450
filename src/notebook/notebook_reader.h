// Jupyter notebooks (nbformat 2-4) as documents a model can address (contract, section 4.3).
#pragma once

#include "base/reader.h"

namespace lectern {

/// Reads a notebook in the form that `options.notebook.form` asks for. `kCells`: header, then the cells
/// that the request selects, cut at a cell's boundary by `max_content_chars`, with pictures in
/// `parts`. `kRaw`: the JSON as numbered lines.
/// A file that is a notebook by the hint only and turns out to be none is read as text.
/// FILE_TOO_LARGE above `max_notebook_bytes`; CORRUPT_NOTEBOOK for what is no notebook (cells form
/// only: the raw form shows any text); LIMIT_EXCEEDED; OUT_OF_RANGE for cells past the last one.
Result<ToolResult> read_notebook(const ReadContext& context);

}  // namespace lectern
