// Text that a page's picture lacks. No fonts are installed in a module: in place of a font that is
// not in the file PDFium takes one of its own, which have Latin letters and the symbols of the 14
// standard fonts.
#pragma once

#include <vector>

#include "core/fpdfapi/page/cpdf_occontext.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "pdf/pdf_engine.h"
#include "pdf/pdfium_annotations.h"

namespace lectern {

/// Visible characters for which there is no glyph, by font; on the page and in its annotations,
/// which are not objects of the page.
std::vector<MissingGlyphs> missing_glyphs(const CPDF_Page& page, const PageObjects& annotations,
                                          const CPDF_OCContext& layers);

}  // namespace lectern
