// Paragraphs that go on in the next column, or behind a figure.
#pragma once

#include <cstddef>
#include <vector>

#include "pdf/layout/elements.h"
#include "pdf/layout/inline_text.h"

namespace lectern {

/// Joins blocks of code that stand below each other, from `first` on.
void join_code(std::vector<PageElement>& elements, std::size_t first);

/// Joins paragraphs of `elements`, from `first` on, that are pieces of one: a word is divided between
/// them, or a sentence goes on at the head of the next column.
void join_divided(std::vector<PageElement>& elements, std::size_t first,
                  PageVocabulary& vocabulary);

}  // namespace lectern
