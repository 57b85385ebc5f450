// Picture files, proven to decode and within the provider's limits (contract, section 4.2).
#pragma once

#include "base/reader.h"
#include "image/pixels.h"

namespace lectern {

/// Verifies and delivers one picture file, or the pixels that the host has decoded (AVIF, HEIC, an
/// SVG that it has rasterised).
/// FILE_TOO_LARGE, CORRUPT_IMAGE, UNSUPPORTED_FORMAT, LIMIT_EXCEEDED, OUT_OF_RANGE;
/// INVALID_ARGUMENT when the host's pixels do not match their size.
Result<ToolResult> read_image(const ReadContext& context);

/// The JPEG preview in a picture that nobody decodes; nullopt where there is none.
std::optional<ToolResult> read_preview(const ReadContext& context);

}  // namespace lectern
