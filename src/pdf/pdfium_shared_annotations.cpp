#include "pdf/pdfium_shared_annotations.h"

#include "base/message.h"
#include "core/fpdfapi/parser/cpdf_array.h"

namespace lectern {

std::string SharedAnnotations::reason_against_shared(const CPDF_Page& page, int index) {
  const RetainPtr<const CPDF_Array> annotations = page.GetAnnotsArray();
  constexpr std::size_t kNumbersOfOne = 80;  // of ten areas, which take as much
  std::size_t shared = 0;
  std::size_t taken = 0;
  for (std::size_t i = 0; annotations && i < annotations->size(); ++i) {
    const RetainPtr<const CPDF_Dictionary> annotation = annotations->GetDictAt(i);
    if (!annotation || first_pages_.emplace(annotation, index).first->second == index) continue;
    ++shared;
    const RetainPtr<const CPDF_Array> areas = annotation->GetArrayFor("QuadPoints");
    taken += 1 + (areas ? areas->size() / kNumbersOfOne : 0);
  }
  if (taken <= left_) {
    left_ -= taken;
    return "";
  }
  left_ = 0;
  return compose({"it shares {,} with other pages, and those have used them too often", shared});
}

}  // namespace lectern
