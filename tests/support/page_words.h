// Pages that tests set word by word, and what is written of them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pdf/layout/document_layout.h"

namespace lectern::testing {

/// Appends a word of 10 points for each run of letters. \param y  the baseline
/// \param letter  the width of each. \returns the place of the first word in the page
inline std::size_t append_words(PageContent& page, float x, float y, std::string_view text,
                                float letter) {
  const std::size_t first = page.words.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) {
      PageWord word;
      word.text = text.substr(at, end - at);
      const float left = x + letter * static_cast<float>(at);
      word.box = {left, y - 8, left + letter * static_cast<float>(end - at), y + 2};
      word.baseline = y;
      word.font_size = 10;
      page.words.push_back(word);
    }
    at = end + 1;
  }
  return first;
}

/// The Markdown of a document of one page.
inline std::string page_markdown(PageContent page) {
  DocumentLayout layout;
  layout.add(1, std::move(page));
  std::vector<std::string> warnings;
  return layout.write(HeadersFooters::kOnce, warnings).at(0).text;
}

}  // namespace lectern::testing
