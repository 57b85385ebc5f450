// Pictures, proven to decode and within the provider's limits (contract, section 4.2).
#pragma once

#include "base/reader.h"

namespace lectern {

bool sniff_png(ByteSpan bytes);
bool sniff_jpeg(ByteSpan bytes);
bool sniff_gif(ByteSpan bytes);
bool sniff_webp(ByteSpan bytes);

/// Verifies and delivers one image. FILE_TOO_LARGE, CORRUPT_IMAGE, LIMIT_EXCEEDED.
Result<ToolResult> read_image(const ReadContext& context);

}  // namespace lectern
