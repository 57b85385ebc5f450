// Picture files, proven to decode and within the provider's limits (contract, section 4.2).
#pragma once

#include "base/reader.h"

namespace lectern {

/// Verifies and delivers one picture file.
/// FILE_TOO_LARGE, CORRUPT_IMAGE, UNSUPPORTED_FORMAT, LIMIT_EXCEEDED.
Result<ToolResult> read_image(const ReadContext& context);

}  // namespace lectern
