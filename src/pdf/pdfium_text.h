// The text of a parsed page, from PDFium's text page (CPDF_TextPage), which orders it and finds
// words and lines.
#pragma once

#include <string>
#include <unordered_set>

#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fpdfapi/page/cpdf_textobject.h"

namespace lectern {

struct PdfiumText {
  std::string text;  ///< UTF-8
  std::uint64_t characters = 0;
  std::uint64_t unmapped_characters = 0;
  std::uint64_t invisible_characters = 0;
};

/// Places text in memory that PDFium would leave out. Text outside of the page's box and of the
/// `hidden` objects is left out.
PdfiumText pdfium_text(CPDF_Page& page, const std::unordered_set<const CPDF_TextObject*>& hidden);

}  // namespace lectern
