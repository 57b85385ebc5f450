// The little of Unicode's character properties (Unicode 15) that telling encodings apart needs:
// letters of the scripts that single-byte encodings hold, and their lower case.
#pragma once

namespace lectern {

/// True for letters and the marks that are written with them, ASCII included.
bool is_letter(char16_t c);

/// The lower-case form of a capital letter; other characters unchanged.
char16_t to_lower(char16_t c);

}  // namespace lectern
