// Lines of justified text that few words fill: their spaces are as wide as gaps between columns.
#pragma once

#include <vector>

#include "pdf/layout/lines.h"

namespace lectern {

/// Joins pieces that the page draws one after the other on one baseline, when their gaps are alike
/// and they fill the column of a line of text nearby from edge to edge.
void join_stretched(const PageContent& page, std::vector<LayoutLine>& lines);

}  // namespace lectern
