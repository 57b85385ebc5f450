// Elements of a page as Markdown.
#pragma once

#include <string>
#include <vector>

#include "pdf/layout/elements.h"

namespace lectern {

/// Lines that look like those between our pages are escaped, and counted in `forged`.
std::string write_markdown(const std::vector<PageElement>& elements, std::uint64_t& forged);

}  // namespace lectern
