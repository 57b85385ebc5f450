// PDF documents (contract, section 4.4): their pages as text and pictures, the pages that hold some
// words, or the document itself.
#pragma once

#include "base/reader.h"

namespace lectern {

/// CORRUPT_PDF, ENCRYPTED, OUT_OF_RANGE, FILE_TOO_LARGE, LIMIT_EXCEEDED; UNSUPPORTED_FORMAT for
/// pages where no engine is linked.
Result<ToolResult> read_pdf(const ReadContext& context);

}  // namespace lectern
