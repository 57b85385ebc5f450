// The bytes of any file as rows of sixteen in hexadecimal and ASCII, as hexdump -C writes them.
#pragma once

#include "base/reader.h"

namespace lectern {

/// `offset` of the request is the address of a byte, counted from 0 (and from the end when it is
/// negative); rows are shown whole from the one that holds it. `limit` is a number of bytes, 1,024
/// when it is left out. \returns OUT_OF_RANGE for an address past the end.
Result<ToolResult> read_hex(const ReadContext& context);

}  // namespace lectern
