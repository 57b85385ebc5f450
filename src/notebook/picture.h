// Pictures in notebooks: base64 in JSON to an image that is proven and fits.
#pragma once

#include <string_view>

#include "base/error.h"
#include "base/request.h"
#include "image/fit/deliver.h"
#include "json/json_scanner.h"

namespace lectern {

/// Decodes the base64 of `value` (a string, or a list of strings; a data URI's prefix is skipped)
/// and delivers the picture. Its bytes are the result's own.
/// \returns the bare reason when there is nothing to deliver: CORRUPT_IMAGE for what is no base64,
///          else as `deliver_image`.
Result<DeliveredImage> picture_of(JsonValue value, const ReadOptions& options,
                                  const ImageBudget& used);

/// The same for base64 without a prefix.
Result<DeliveredImage> picture_of_base64(std::string_view base64, const ReadOptions& options,
                                         const ImageBudget& used);

/// Bytes that the base64 of `value` stands for, about: for messages.
std::size_t picture_bytes(JsonValue value);

/// "PNG" for "image/png", else the type itself.
std::string_view picture_name(std::string_view mime_type);

}  // namespace lectern
