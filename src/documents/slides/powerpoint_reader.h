// Presentations (ECMA-376 part 1, PresentationML, transitional and strict): pptx, pptm, ppsx, potx.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_powerpoint(const ReadContext& context);

}  // namespace lectern
