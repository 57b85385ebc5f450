// MIME types of text by the file's name. Text has no signature, so the name is all there is.
#pragma once

#include <string_view>

namespace lectern {

/// "text/markdown" for "README.md"; "text/plain" for names that say nothing.
std::string_view text_mime_type(std::string_view path);

}  // namespace lectern
