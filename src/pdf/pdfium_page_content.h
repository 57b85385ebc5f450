// PDFium's page objects as PageContent. Only the adapter (pdfium_engine.cpp) includes this.
#pragma once

#include "pdf/page_content.h"

class CPDF_Page;

namespace lectern {

/// Bounds of one page's walk; what lies beyond is left out and `PageContent::truncated` says so.
struct PageContentLimits {
  std::uint32_t max_glyphs = 1'000'000;
  std::uint32_t max_objects = 2'000'000;
  std::uint32_t max_form_depth = 32;
};

/// Everything a viewer would show of a parsed page and its annotations. Hidden layers, hidden annotations and what lies
/// outside the page are left out.
PageContent collect_page_content(CPDF_Page& page, const PageContentLimits& limits = {});

}  // namespace lectern
