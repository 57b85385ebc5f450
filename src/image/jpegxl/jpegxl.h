// JPEG XL (ISO/IEC 18181-1): the size of a picture that is not decoded here.
#pragma once

#include "base/bytes.h"
#include "base/tool_result.h"

namespace lectern {

/// By the head of the code stream; zeros where it does not tell.
Dimensions jpeg_xl_size(ByteSpan bytes);

}  // namespace lectern
