// Content that is checked before PDFium parses it: streams that become too large when they are
// decoded, and form XObjects that draw themselves, or each other so often that no time would
// suffice (PDF 32000-1:2008, 8.10). PDFium limits only how deep forms nest: two calls in each of 40
// levels are 2^40 forms.
#pragma once

#include "base/limits.h"
#include "core/fpdfapi/page/cpdf_page.h"

namespace lectern {

/// Takes from the page's resources, in memory, what would make a form draw itself.
/// \returns false when the page still draws more forms, or larger ones, than a page may.
bool break_form_loops(CPDF_Page& page, const Limits& limits);

/// True when any content that the page may draw (its own, and that of forms, patterns, glyphs, masks
/// and annotations) is larger than the limits allow.
bool has_oversized_content(CPDF_Page& page, const Limits& limits);

/// Takes from the page, in memory, the annotations that are more than a page may have.
/// \returns false when there were such.
bool drop_annotations_beyond_limit(CPDF_Page& page);

}  // namespace lectern
