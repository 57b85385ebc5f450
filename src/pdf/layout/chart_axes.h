// The axes of charts: strokes with ticks, two of which meet at a corner. No table has them.
#pragma once

#include <vector>

#include "pdf/layout/page_content.h"

namespace lectern {

/// The areas that two axes span each, in no order.
std::vector<PageBox> find_chart_axes(const PageContent& page);

}  // namespace lectern
