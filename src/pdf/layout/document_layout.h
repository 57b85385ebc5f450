// The pages of one read as Markdown: what can only be known from all of them (which fonts are those
// of headings, what repeats at the head and foot of pages) is decided here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/request.h"
#include "pdf/layout/elements.h"

namespace lectern {

class DocumentLayout {
 public:
  /// Adds a page; `number` is 1-based.
  void add(std::uint64_t number, PageContent page);

  /// The Markdown of the pages that were added, in that order, and forgets them. Each ends with a
  /// line end, or is empty. \param warnings gets what was left out or changed.
  std::vector<std::string> write(HeadersFooters headers_footers,
                                 std::vector<std::string>& warnings);

 private:
  struct Page {
    std::uint64_t number = 0;
    float width = 0;
    float height = 0;
    std::vector<PageElement> elements;
  };

  void find_headings();
  void drop_repeated(HeadersFooters headers_footers, std::vector<std::string>& warnings);

  std::vector<Page> pages_;
};

}  // namespace lectern
