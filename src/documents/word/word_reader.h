// Word documents (ECMA-376 part 1, WordprocessingML, transitional and strict).
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_word(const ReadContext& context);

}  // namespace lectern
