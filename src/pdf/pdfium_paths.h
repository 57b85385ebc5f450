// Rules, areas and drawings from the paths of a page.
#pragma once

#include "core/fpdfapi/page/cpdf_pathobject.h"
#include "core/fxcrt/fx_coordinates.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// Adds what a path draws; `matrix` leads from its holder to the upright page. Beyond a bound that
/// no table needs, paths are left out.
void add_path(const CPDF_PathObject& object, const CFX_Matrix& matrix, PageContent& page);

/// A rectangle on the upright page.
PageBox page_box(const CFX_FloatRect& rect, const CFX_Matrix& matrix);

}  // namespace lectern
