// Jupyter notebooks (nbformat 2-4) as documents a model can address (contract, section 4.3).
#pragma once

#include "base/reader.h"

namespace lectern {

/// Reads a notebook in the form that `options.notebook.form` asks for. `kCells`: header, then the cells
/// that the request selects, cut at a cell's boundary by `max_content_chars`, with pictures in
/// `parts`. `kRaw`: the JSON as numbered lines.
/// FILE_TOO_LARGE above `max_notebook_bytes`; CORRUPT_NOTEBOOK for what is no notebook (cells form
/// only: the raw form shows any text); LIMIT_EXCEEDED; OUT_OF_RANGE for cells past the last one.
Result<ToolResult> read_notebook(const ReadContext& context);

/// True for JSON text with nbformat and cells or worksheets: a notebook under whatever name.
bool is_notebook(ByteSpan bytes);

}  // namespace lectern
