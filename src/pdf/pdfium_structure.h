// The part of a document's structure tree that describes a page (PDF 32000-1:2008, 14.7 and 14.8).
#pragma once

#include <vector>

#include "core/fpdfapi/page/cpdf_page.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// The tags of a page, the root first; empty when the page has none, or when the tree is deeper or
/// wider than any real one.
std::vector<PageTag> page_tags(const CPDF_Page& page);

}  // namespace lectern
