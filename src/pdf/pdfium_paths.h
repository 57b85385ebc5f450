// Rules, areas and drawings from the paths of a page.
#pragma once

#include "core/fpdfapi/page/cpdf_pathobject.h"
#include "core/fxcrt/fx_coordinates.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// Adds what a path draws; `matrix` leads from its holder to the upright page. Beyond a bound that
/// no table needs, paths are left out. \param clip  the box of its clip; null for none.
/// \param words  that are drawn before it. \param in_blend  its holder is drawn so that what lies
/// below can be seen.
void add_path(const CPDF_PathObject& object, const CFX_Matrix& matrix, const CFX_FloatRect* clip,
              std::uint32_t words, bool in_blend, PageContent& page);

/// Whether nothing can be seen through what the object fills.
bool is_opaque(const CPDF_PageObject& object);

/// A rectangle on the upright page.
PageBox page_box(const CFX_FloatRect& rect, const CFX_Matrix& matrix);

}  // namespace lectern
