// What annotations and form fields show, as objects of the page (PDF 32000-1:2008, 12.5.5,
// appearance streams).
#pragma once

#include <memory>
#include <vector>

#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fpdfapi/page/cpdf_pageobject.h"

namespace lectern {

using PageObjects = std::vector<std::unique_ptr<CPDF_PageObject>>;

/// Form fields, everything else that is attached to a page, or both.
enum class Annotations { kFields, kNotes, kAll };

/// What visible annotations show, as objects of the page.
PageObjects annotation_objects(CPDF_Page& page, Annotations which);

/// Appends what they show to the page's objects, in memory only.
void append_annotations(CPDF_Page& page, Annotations which);

}  // namespace lectern
