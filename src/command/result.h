// A ToolResult as the command line is handed it: the JSON of the contract, in which the field
// `data` of a picture or a document is the number of its bytes.
#pragma once

#include <cstddef>
#include <string>

#include "read/json.h"

namespace lectern::command {

/// Names of fields that the code below reads.
inline constexpr const char* kMediaTypeField = "mimeType";
inline constexpr const char* kSizeField = "sizeBytes";

/// A field of an object; null when it is missing.
const Json& field(const Json& object, const char* name);

/// A field's text; "" when it has none.
std::string text_field(const Json& object, const char* name);

/// A field's number; 0 when it has none.
std::int64_t number_field(const Json& object, const char* name);

/// A field that is true.
bool is_set(const Json& object, const char* name);

/// The MIME type of a picture or a document.
std::string media_type(const Json& medium);

/// Its bytes.
std::size_t media_bytes(const Json& medium);

/// Characters of its base64.
std::size_t media_size(const Json& medium);

}  // namespace lectern::command
