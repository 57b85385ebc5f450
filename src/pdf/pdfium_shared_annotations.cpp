#include "pdf/pdfium_shared_annotations.h"

#include "base/message.h"

namespace lectern {

std::string SharedAnnotations::reason_against_shared(const CPDF_Page& page, int index) {
  const RetainPtr<const CPDF_Array> annotations = page.GetAnnotsArray();
  if (!annotations) return "";
  const auto [count, taken] = shared(annotations, index);
  if (taken <= left_) {
    left_ -= taken;
    return "";
  }
  left_ = 0;
  return compose({"it shares {,} with other pages, and those have used them too often", count});
}

/// What pages share as one list is gone through for the first two of them.
SharedAnnotations::Shared SharedAnnotations::shared(const RetainPtr<const CPDF_Array>& list,
                                                    int index) {
  List& known = lists_.emplace(list, List{index, std::nullopt}).first->second;
  if (known.first_page == index) return look_through(*list, index);
  if (!known.all) known.all = look_through(*list, index);
  return *known.all;
}

SharedAnnotations::Shared SharedAnnotations::look_through(const CPDF_Array& list, int index) {
  constexpr std::size_t kNumbersOfOne = 80;  // of ten areas, which take as much
  Shared shared;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const RetainPtr<const CPDF_Dictionary> annotation = list.GetDictAt(i);
    if (!annotation || first_pages_.emplace(annotation, index).first->second == index) continue;
    ++shared.count;
    const RetainPtr<const CPDF_Array> areas = annotation->GetArrayFor("QuadPoints");
    shared.taken += 1 + (areas ? areas->size() / kNumbersOfOne : 0);
  }
  return shared;
}

}  // namespace lectern
