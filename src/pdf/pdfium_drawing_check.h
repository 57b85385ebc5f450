// What drawing a parsed page would take, found out before PDFium draws it. PDFium bounds how deep
// patterns, glyphs, groups and masks nest, not how often or how large they are drawn: a pattern
// with a step of a millionth of a point never ends.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "base/work_budget.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "image/pixels.h"
#include "pdf/pdfium_annotations.h"
#include "pdf/pdfium_stream_size.h"

namespace lectern {

/// Spends what drawing the page takes onto a bitmap of `size` pixels, where all of the page would
/// stand at `page_place`. LIMIT_EXCEEDED when `work` has not as
/// much left, which names what most of it is, or when pictures or groups of the page take more
/// memory than the limits allow.
Result<void> check_drawing(CPDF_Page& page, const PageObjects& annotations, Dimensions size,
                           const FX_RECT& page_place, const Limits& limits, StreamSizes& sizes,
                           WorkBudget& work);

}  // namespace lectern
