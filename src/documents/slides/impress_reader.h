// OpenDocument presentations and drawings (ODF 1.0 to 1.3): odp, otp.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_impress(const ReadContext& context);

}  // namespace lectern
