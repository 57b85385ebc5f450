// Annotations that stand once in a file and on many of its pages.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"

namespace lectern {

/// Annotations that pages share, all of them or one by one, which cost a file nothing.
class SharedAnnotations {
 public:
  /// Why the page cannot be shown with its annotations: other pages have them too, and have used
  /// up what all may have. "" when it can. \param index  of the page.
  std::string reason_against_shared(const CPDF_Page& page, int index);

 private:
  struct Shared {
    std::size_t count = 0;
    std::size_t taken = 0;
  };
  struct List {
    int first_page;
    std::optional<Shared> all;  // once another page has it
  };

  Shared shared(const RetainPtr<const CPDF_Array>& list, int index);
  Shared look_through(const CPDF_Array& list, int index);

  std::map<RetainPtr<const CPDF_Array>, List> lists_;
  std::map<RetainPtr<const CPDF_Dictionary>, int> first_pages_;
  std::size_t left_ = 50'000;
};

}  // namespace lectern
