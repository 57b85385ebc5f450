// Text as numbered lines (contract, section 4.1).
#pragma once

#include "base/reader.h"

namespace lectern {

/// Reads the lines that the request selects. OUT_OF_RANGE when `offset` is past the last line.
Result<ToolResult> read_text(const ReadContext& context);

}  // namespace lectern
