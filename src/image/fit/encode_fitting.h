// From pixels to the file that is sent: PNG or JPEG, as good as the limits allow.
#pragma once

#include <string_view>

#include "base/error.h"
#include "image/fit/fit.h"
#include "image/pixels.h"

namespace lectern {

struct EncodedImage {
  ByteVector bytes;
  std::string_view mime_type;
  std::string_view name;  ///< "PNG", "JPEG"
  Dimensions size;        ///< smaller than the pixels when the bytes would not fit otherwise
  bool has_profile = false;
};

/// Graphics and everything with alpha become PNG while they fit, photographs JPEG. What is too
/// large gets lower JPEG qualities first and a smaller size then.
/// \param photo  the pixels come from a lossy format.
/// \param icc  colour profile of the pixels, embedded when its colours are those of the new file.
/// \param max_memory_bytes  for the pixels and what is made of them.
/// \returns LIMIT_EXCEEDED when not even a tiny picture fits.
Result<EncodedImage> encode_fitting(PixelView pixels, bool photo, const FitLimits& limits,
                                    std::uint64_t max_memory_bytes, ByteSpan icc = {});
/// The same of pixels that are given up. Of more than 25 megapixels of noise, whose JPEG takes more
/// than half of what they take, LIMIT_EXCEEDED.
Result<EncodedImage> encode_fitting(Pixels pixels, bool photo, const FitLimits& limits,
                                    std::uint64_t max_memory_bytes, ByteSpan icc = {});

}  // namespace lectern
