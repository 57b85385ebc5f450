// Visual order (left to right, as placed on a page) to logical order (as read and stored).
#pragma once

#include <string>
#include <vector>

namespace lectern {

/// True for letters of a right-to-left script (Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms).
bool is_right_to_left(char32_t c);

/// True for a mark that is drawn over another character.
bool is_combining_mark(char32_t c);

/// Joins the units of one line, given from left to right, in logical order. A unit keeps its inner order. A line
/// without right-to-left letters is joined as it is. Covers what PDF text needs of UAX #9: base direction by majority,
/// runs, numbers inside right-to-left text; explicit embeddings do not occur.
std::u32string to_logical_order(std::vector<std::u32string> units);

}  // namespace lectern
