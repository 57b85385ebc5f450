// Regions of a page that are drawn: charts, diagrams, photographs.
#pragma once

#include <vector>

#include "pdf/layout/page_content.h"

namespace lectern {

/// The figures of a page, from top to bottom. Logos and ornaments are too small, backgrounds too
/// large to be one.
std::vector<PageBox> find_figures(const PageContent& page);

}  // namespace lectern
