// Form fields of a page as words in their place (PDF 32000-1:2008, 12.7): what their appearance
// does not say in letters.
#pragma once

#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fxcrt/fx_coordinates.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// Adds the state of check boxes and radio buttons ("[x]", "( )"), blanks for empty fields, and of
/// lists what is chosen and the choices; marks the values of fields for text. `matrix` leads from
/// the page to the upright page. \param searches_left  choices that may be looked at for what is
/// chosen, in all of the document; \returns false when they were not enough: a chosen value is then
/// shown as it is stored.
bool add_fields(const CPDF_Page& page, const CFX_Matrix& matrix, std::size_t& searches_left,
                PageContent& content);

}  // namespace lectern
