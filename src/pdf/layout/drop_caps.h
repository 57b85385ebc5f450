// Large first letters that reach down over several lines.
#pragma once

#include <vector>

#include "pdf/layout/lines.h"

namespace lectern {

/// Puts a drop cap, which is a line of its own so far, before the line that it begins.
void join_drop_caps(const PageContent& page, std::vector<LayoutLine>& lines);

}  // namespace lectern
