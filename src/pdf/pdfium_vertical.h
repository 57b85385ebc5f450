// Vertical writing (Chinese, Japanese): columns from right to left, each from top to bottom. PDFium
// orders whatever starts at the same height from left to right, as words in a line.
#pragma once

#include <cstddef>
#include <vector>

#include "core/fpdftext/cpdf_textpage.h"

namespace lectern {

/// Characters that follow each other, and how the first of them follows what was read before.
struct TextSpan {
  enum class Join { kAsGuessed, kJoined, kSpace, kOtherLine };

  std::size_t first = 0;
  std::size_t count = 0;
  Join join = Join::kAsGuessed;
};

/// Chinese, Japanese and Korean script, which may be written in columns.
bool is_east_asian(char32_t c);

/// The page's characters in the order to read them: PDFium's, but for columns of vertical writing.
std::vector<TextSpan> reading_order(const CPDF_Page& page, const CPDF_TextPage& text);

/// Gives PDFium's text page a place for text that it would leave out: glyphs that the file has no
/// font for have no width in vertical writing. To be called before the text page is made.
void place_unseen_text(CPDF_Page& page);

}  // namespace lectern
