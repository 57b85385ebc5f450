// Footnotes of a page.
#pragma once

#include <vector>

#include "pdf/layout/elements.h"

namespace lectern {

/// Where the page has both a raised number in its text and a paragraph in its lower half that begins
/// with it, they become "[^1]" and, at the page's end, "[^1]: …". All else stays as it is.
void find_footnotes(float page_height, std::vector<PageElement>& elements);

}  // namespace lectern
