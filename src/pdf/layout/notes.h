// Comments, marks and files that people have put onto a page, in its text.
#pragma once

#include <vector>

#include "pdf/layout/elements.h"

namespace lectern {

/// Adds a line for each note of the page behind what it stands beside, with its author, the words
/// that it marks and the answers to it.
void add_notes(const PageContent& page, std::vector<PageElement>& elements);

}  // namespace lectern
