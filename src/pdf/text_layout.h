// Glyphs with places become text in reading order. Knows nothing of PDF.
#pragma once

#include <string>

#include "pdf/page_content.h"

namespace lectern {

/// The page's text as UTF-8: lines end in '\n', blocks are set apart by an empty line, wide gaps within a line (table
/// columns) become three spaces. Words hyphenated at a line's end are joined, right-to-left text is in logical order,
/// and text drawn twice in one place (a fake bold) appears once. Empty when there is none.
std::string layout_text(const PageContent& content);

}  // namespace lectern
