// Elements of a page as Markdown.
#pragma once

#include <vector>

#include "pdf/layout/document_layout.h"
#include "pdf/layout/elements.h"

namespace lectern {

/// Lines that look like our own are escaped, and counted in `forged`.
LaidOutPage write_markdown(const std::vector<PageElement>& elements, std::uint64_t& forged);

}  // namespace lectern
