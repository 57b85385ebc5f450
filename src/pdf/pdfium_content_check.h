// Content that is checked before PDFium parses it: streams that become too large when they are
// decoded, and form XObjects that draw themselves, or each other so often that no time would
// suffice (PDF 32000-1:2008, 8.10). PDFium limits only how deep forms nest: two calls in each of 40
// levels are 2^40 forms.
#pragma once

#include "core/fpdfapi/page/cpdf_page.h"

namespace lectern {

/// Takes from the page's resources, in memory, what would make a form draw itself.
/// \returns false when the page still draws more forms than a page may.
bool break_form_loops(CPDF_Page& page);

/// True when the page's content, or a form of its resources, is larger than a page's may be.
bool has_oversized_content(const CPDF_Page& page);

}  // namespace lectern
