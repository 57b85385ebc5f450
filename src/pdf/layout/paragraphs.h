// Blocks of lines as paragraphs, items of lists and code.
#pragma once

#include <vector>

#include "pdf/layout/blocks.h"
#include "pdf/layout/elements.h"
#include "pdf/layout/inline_text.h"

namespace lectern {

/// Appends what a block consists of. `code` is false on pages where all is set in one pitch.
void append_paragraphs(const PageContent& page, const TextBlock& block, bool code,
                       PageVocabulary& vocabulary, std::vector<PageElement>& elements);

/// Items from `first` on that stand alone ("2.1 Data", "K. Smith") become paragraphs.
void settle_lone_items(std::vector<PageElement>& elements, std::size_t first);

}  // namespace lectern
