// The pages that links and bookmarks of a PDF lead to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fxcrt/widestring.h"

namespace lectern {

/// Finds pages by destination. PDFium goes through all names for each name, and through all pages
/// for each page: this sorts the names once, remembers pages, and stops where a document asks for
/// too many of them.
class PdfiumDestinations {
 public:
  explicit PdfiumDestinations(CPDF_Document& document) : document_(document) {}

  /// \param destination  an array, a name, or a dictionary of an action with its target.
  /// \returns the page, counted from 0.
  std::optional<std::uint64_t> page(const RetainPtr<const CPDF_Object>& destination);

 private:
  struct Name {
    WideString name;
    RetainPtr<const CPDF_Array> names;
    std::size_t place = 0;  ///< of its value
  };

  RetainPtr<const CPDF_Array> find(const ByteString& name);
  void sort_names();

  CPDF_Document& document_;
  bool is_sorted_ = false;
  std::vector<Name> names_;
  std::map<std::uint32_t, int> pages_;
  std::uint64_t pages_passed_ = 0;
  bool has_all_pages_ = false;
};

}  // namespace lectern
