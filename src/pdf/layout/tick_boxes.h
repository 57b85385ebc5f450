// Boxes to tick that a page draws as lines: which of them is crossed is all that it says.
#pragma once

#include "pdf/layout/page_content.h"

namespace lectern {

/// Adds a word for each small square of the page, "[x]" where lines at a slant cross it and "[ ]"
/// where nothing stands in it, when at least one is crossed: elsewhere squares may mean anything.
void add_tick_boxes(PageContent& page);

}  // namespace lectern
