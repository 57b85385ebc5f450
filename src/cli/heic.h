// HEIC pictures. Decoders of HEVC are LGPL, so none is in the program: the system's libheif decodes
// them where it is installed, and is looked for when the first HEIC comes.
#pragma once

#include "base/bytes.h"
#include "base/limits.h"
#include "image/picture_engine.h"

namespace lectern::cli {

/// The primary picture. UNSUPPORTED_FORMAT without a message where there is no libheif, or none
/// that decodes the file; CORRUPT_IMAGE; LIMIT_EXCEEDED. The environment's LECTERN_LIBHEIF names
/// another library, or is "none".
Result<DecodedPicture> decode_heic(ByteSpan bytes, const Limits& limits);

}  // namespace lectern::cli
