// What drawing a parsed page would take, found out before PDFium draws it. PDFium bounds how deep
// patterns, glyphs and masks nest, not how often they are drawn: a pattern with a step of a
// millionth of a point never ends.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "pdf/pdfium_annotations.h"

namespace lectern {

/// LIMIT_EXCEEDED when a picture of the page is larger than the limits allow, or the page as a
/// whole would take minutes.
Result<void> check_drawing(const CPDF_Page& page, const PageObjects& annotations,
                           const Limits& limits);

}  // namespace lectern
