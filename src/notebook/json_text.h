// Text out of notebook JSON: nbformat writes long text as one string or as a list of strings.
#pragma once

#include <string>
#include <string_view>

#include "notebook/model.h"

namespace lectern {

/// The text of a value of a parsed notebook, appended to `out`: a string as it is, the elements of
/// a list joined, null as nothing, anything else as JSON.
/// Always valid UTF-8: what is not becomes U+FFFD.
void append_text(JsonValue value, std::string& out, LineJoin join = LineJoin::kAsIs);
std::string text_of(JsonValue value, LineJoin join = LineJoin::kAsIs);

/// A name for headings and messages: control characters become spaces, at most 80 characters.
std::string clean_label(std::string_view text);
/// The same from a JSON value.
std::string label_of(JsonValue value);
/// The same for what is one word ("code", "a1b2"), in which anything but letters, digits, '_', '-'
/// and '.' becomes '?'.
std::string word_of(JsonValue value);

/// Well-formed JSON with two spaces of indentation, cut after `max_bytes` at the latest.
std::string pretty_json(std::string_view raw, std::size_t max_bytes);

/// Removes the line ends at the end of `text`; indentation at its beginning stays.
std::string_view without_final_newlines(std::string_view text);

/// CRLF as LF, in place.
void normalize_line_ends(std::string& text);

}  // namespace lectern
