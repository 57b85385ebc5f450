// Picture files, proven to decode and within the provider's limits (contract, section 4.2).
#pragma once

#include "base/reader.h"
#include "image/pixels.h"

namespace lectern {

/// Verifies and delivers one picture file.
/// FILE_TOO_LARGE, CORRUPT_IMAGE, UNSUPPORTED_FORMAT, LIMIT_EXCEEDED.
Result<ToolResult> read_image(const ReadContext& context);

/// Delivers a picture file that the host has decoded, because it is of a format that is only
/// recognised here (AVIF, HEIC), or a drawing (SVG) that it has rasterised.
/// \param pixels  all of the picture, upright.
/// \returns as read_image; INVALID_ARGUMENT when `pixels` is inconsistent.
Result<ToolResult> read_decoded_image(const ReadContext& context, PixelView pixels);

}  // namespace lectern
