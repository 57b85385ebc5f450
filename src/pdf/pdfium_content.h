// A parsed page as PageContent (pdf/layout/page_content.h): what the layout of its text starts
// from.
#pragma once

#include "core/fpdfapi/page/cpdf_occontext.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fxcrt/fx_coordinates.h"
#include "pdf/layout/page_content.h"
#include "pdf/pdfium_destinations.h"
#include "pdf/pdfium_words.h"

namespace lectern {

struct PdfiumContent {
  PageContent page;
  GlyphCounts glyphs;
};

/// Leads from a page to the upright page, in points.
CFX_Matrix upright_matrix(const CPDF_Page& page);

/// Hidden layers are left out. `with_links` is false for a page whose annotations are too many.
PdfiumContent pdfium_content(const CPDF_Page& page, bool with_links, const CPDF_OCContext& layers,
                             PdfiumDestinations& targets);

}  // namespace lectern
