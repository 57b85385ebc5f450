// JPEG 2000 (ISO/IEC 15444-1): the size of a picture that is not decoded here.
#pragma once

#include "base/bytes.h"
#include "base/tool_result.h"

namespace lectern {

/// By the boxes or the code stream; zeros where neither tells.
Dimensions jpeg2000_size(ByteSpan bytes);

}  // namespace lectern
