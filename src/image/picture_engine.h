// Formats whose decoders the core leaves out: natively and under WASI they are linked in, in
// JavaScript they are a module of their own (pictures.wasm) that gives pixels, as a host's own
// decoder does.
#pragma once

#include <string_view>

#include "base/error.h"
#include "base/limits.h"
#include "image/fit/fit.h"
#include "image/pixels.h"

namespace lectern {

/// A picture as it is shown: upright, cropped, in sRGB.
struct DecodedPicture {
  Pixels pixels;
  DecodedFacts facts;
};

struct PictureEngine {
  /// True for the MIME types that it decodes.
  bool (*takes)(std::string_view mime_type);
  /// Decodes the first picture of a file. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED; with
  /// an empty message where the core's refusal says it better.
  /// \param mime_type  of the format, as the table of formats has it.
  /// \param fit        in which a drawing is drawn; other pictures come in their own size.
  Result<DecodedPicture> (*decode)(ByteSpan bytes, std::string_view mime_type, const Limits& limits,
                                   const FitLimits& fit);
};

/// Null where the decoders are not linked in.
const PictureEngine* picture_engine();

}  // namespace lectern
