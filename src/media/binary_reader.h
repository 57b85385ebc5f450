// Files that are no text and no document: what they say about themselves, or their bytes.
#pragma once

#include "base/reader.h"

namespace lectern {

/// Sounds and films are described. Of other files BINARY_FILE tells what they are and what they say
/// about themselves. `view: "hex"` shows the bytes of any file.
Result<ToolResult> read_binary(const ReadContext& context);

}  // namespace lectern
