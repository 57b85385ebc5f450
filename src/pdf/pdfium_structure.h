// The part of a document's structure tree that describes a page (PDF 32000-1:2008, 14.7 and 14.8).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// The tree of a document, in which each page looks for its tags.
class PdfiumTags {
 public:
  /// A larger file has more tags.
  explicit PdfiumTags(std::uint64_t file_bytes) : steps_left_(kMinSteps + file_bytes) {}

  /// The tags of a page, the root first; empty when the page has none. Nothing when they are more
  /// than any page has, or when the pages so far have looked at more than a file of its size holds.
  std::optional<std::vector<PageTag>> of(const CPDF_Page& page);

 private:
  friend class TagReader;

  static constexpr std::uint64_t kMinSteps = 1'000'000;

  /// Where the kids of a long list stand, which many pages share. Objects are found by their
  /// numbers: those of other pages are not read.
  struct KidPlaces {
    std::vector<std::pair<const CPDF_Dictionary*, std::uint32_t>> tags;  ///< sorted
    std::vector<std::pair<std::uint32_t, std::uint32_t>> objects;        ///< sorted by number
    std::vector<std::uint32_t> contents;                                 ///< that are no tags
    /// The same among the objects, once someone has asked.
    std::optional<std::vector<std::uint32_t>> content_objects;
  };

  /// False when so much more may not be looked at.
  bool spend(std::uint64_t steps);
  const KidPlaces& places_in(const CPDF_Array& kids, bool with_content_objects);

  std::uint64_t steps_left_;
  std::map<RetainPtr<const CPDF_Array>, KidPlaces> places_;
};

}  // namespace lectern
