// Tables of contents: titles, and far to the right the numbers of their pages.
#pragma once

#include <vector>

#include "pdf/layout/lines.h"

namespace lectern {

/// Joins lines that are numbers, right-aligned in a column, to the lines that they stand behind, and
/// marks the lines that lead to a page.
void join_page_numbers(const PageContent& page, std::vector<LayoutLine>& lines);

}  // namespace lectern
