// Trees of names and numbers (PDF 32000-1:2008, 7.9.6 and 7.9.7).
#pragma once

#include <vector>

#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"

namespace lectern {

/// The arrays of all nodes, in order: "Names" or "Nums", by `key`. Each node and each array once,
/// however often they name each other.
std::vector<RetainPtr<const CPDF_Array>> arrays_of_tree(RetainPtr<const CPDF_Dictionary> root,
                                                        const char* key);

}  // namespace lectern
