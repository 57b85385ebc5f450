// Accents that a page draws over letters, as letters with accents.
#pragma once

#include <string>

namespace lectern {

/// The combining mark of an accent that stands alone (U+00B4, U+02C6, ...), or of the stroke
/// through a sign that it negates; 0 for everything else.
char32_t combining_mark(char32_t accent);

bool is_latin_letter(char32_t c);

/// Whether a page draws the mark over such a letter or sign.
bool takes_mark(char32_t c, char32_t mark);

/// The letter with the mark: one character where Unicode has one, else two.
std::u32string accented(char32_t letter, char32_t mark);

}  // namespace lectern
