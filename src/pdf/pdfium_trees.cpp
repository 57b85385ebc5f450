#include "pdf/pdfium_trees.h"

#include <set>
#include <utility>

namespace lectern {

std::vector<RetainPtr<const CPDF_Array>> arrays_of_tree(RetainPtr<const CPDF_Dictionary> root,
                                                        const char* key) {
  std::vector<RetainPtr<const CPDF_Array>> arrays;
  std::vector<RetainPtr<const CPDF_Dictionary>> waiting = {std::move(root)};
  std::set<const CPDF_Object*> seen = {nullptr};
  while (!waiting.empty()) {
    const RetainPtr<const CPDF_Dictionary> node = std::move(waiting.back());
    waiting.pop_back();
    if (!seen.insert(node.Get()).second) continue;
    RetainPtr<const CPDF_Array> array = node->GetArrayFor(key);
    if (seen.insert(array.Get()).second) arrays.push_back(std::move(array));
    const RetainPtr<const CPDF_Array> kids = node->GetArrayFor("Kids");
    if (!seen.insert(kids.Get()).second) continue;
    // From the last on, so that the first is looked at next.
    for (std::size_t i = kids->size(); i > 0; --i) waiting.push_back(kids->GetDictAt(i - 1));
  }
  return arrays;
}

}  // namespace lectern
