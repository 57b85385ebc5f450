// Pages that say themselves what their parts are: the structure tree as elements.
#pragma once

#include <vector>

#include "pdf/layout/elements.h"
#include "pdf/layout/inline_text.h"

namespace lectern {

/// Appends the elements of a tagged page and marks the words that they show in `used`. False, with
/// nothing changed, when the tags cover less than most of the page's words.
bool append_tagged(const PageContent& page, PageVocabulary& vocabulary, std::vector<bool>& used,
                   std::vector<PageElement>& elements);

}  // namespace lectern
