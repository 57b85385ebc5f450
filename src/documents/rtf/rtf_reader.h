// RTF documents (Rich Text Format Specification 1.9.1).
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_rtf(const ReadContext& context);

}  // namespace lectern
