// OpenDocument text (ODF 1.3 part 3): packages and templates.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_odf_text(const ReadContext& context);

}  // namespace lectern
