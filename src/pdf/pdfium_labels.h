// The names that a document gives its pages: "iv", "A-2".
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"

namespace lectern {

/// Finds labels of pages. PDFium goes down a tree of numbers for each page, however often its nodes
/// name each other: this takes it apart once, each node once.
class PdfiumLabels {
 public:
  explicit PdfiumLabels(CPDF_Document& document) : document_(document) {}

  /// The label of a page, which is counted from 0; "" when the document has none.
  std::string of(std::uint64_t page);

 private:
  using Dictionary = RetainPtr<const CPDF_Dictionary>;

  void collect(Dictionary root);

  CPDF_Document& document_;
  bool is_collected_ = false;
  bool has_labels_ = false;
  std::vector<std::pair<std::int64_t, Dictionary>> ranges_;  ///< by their first pages
};

}  // namespace lectern
