// The pages of one read as Markdown: what can only be known from all of them (which fonts are those
// of headings, what repeats at the head and foot of pages) is decided here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/request.h"
#include "pdf/layout/elements.h"
#include "pdf/layout/hyphens.h"

namespace lectern {

/// A figure that a page's Markdown names.
struct LaidOutFigure {
  PixelRegion region;   ///< in points of the page as the file has it
  std::size_t end = 0;  ///< of the line that names it, in the page's text
};

struct LaidOutHeading {
  std::uint32_t level = 1;  ///< 1 to 6
  std::string text;         ///< Markdown, on one line
};

/// A page as Markdown.
struct LaidOutPage {
  std::string text;  ///< ends with a line end, or is empty
  std::vector<LaidOutHeading> headings;
  std::vector<LaidOutFigure> figures;
};

class DocumentLayout {
 public:
  /// Adds a page; `number` is 1-based.
  void add(std::uint64_t number, PageContent page);

  /// The Markdown of the pages that were added, in that order, and forgets them. \param warnings
  /// gets what was left out or changed.
  std::vector<LaidOutPage> write(HeadersFooters headers_footers,
                                 std::vector<std::string>& warnings);

 private:
  struct Page {
    std::uint64_t number = 0;
    float width = 0;
    float height = 0;
    std::vector<PageElement> elements;
  };

  /// The last table of a page, which the next page may go on with.
  struct LastTable {
    std::uint64_t page = 0;
    PageContent content;
    PageTable table;
  };

  void continue_table(std::uint64_t number, const PageContent& content,
                      const std::vector<PageTable>& tables, std::vector<PageElement>& elements);
  void keep_last_table(std::uint64_t number, PageContent content, std::vector<PageTable> tables,
                       const std::vector<PageElement>& elements);
  void settle_hyphens();
  void find_headings();
  void drop_repeated(HeadersFooters headers_footers, std::vector<std::string>& warnings);

  std::vector<Page> pages_;
  HyphenatedWords hyphenated_;
  std::optional<LastTable> last_table_;
};

}  // namespace lectern
