// What people have written onto a page: comments and marks (PDF 32000-1:2008, 12.5.6).
#pragma once

#include <cstddef>
#include <vector>

#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fxcrt/fx_coordinates.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// The notes of a page in the order of the file, without hidden ones. `matrix` leads from the page
/// to the upright page.
/// \param room  for what the notes of all pages say: when there is none, they are cut.
/// \param cut   set when there are more notes than a page may have.
std::vector<PageNote> page_notes(const CPDF_Page& page, const CFX_Matrix& matrix, std::size_t& room,
                                 bool& cut);

}  // namespace lectern
