// Pages drawn with letters, for tests of the layout.
#pragma once

#include <string_view>

#include "pdf/layout/page_content.h"

namespace lectern::testing {

/// A page from a sketch: a character is 4 points wide, a line 12 points high, letters 10 points.
/// Characters without a space between are a word. Three hyphens or more are a horizontal rule, with
/// the `+` at its ends and within; `|` is a piece of a vertical one. `*` around a word makes it
/// bold.
PageContent sketch_page(std::string_view sketch);

/// The page turned clockwise, so that its lines run in another direction.
PageContent turned_page(const PageContent& page, WordDirection direction);

}  // namespace lectern::testing
