// What a page consists of for a reader: paragraphs, headings, items of lists, code, tables,
// figures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ranges.h"
#include "pdf/layout/page_content.h"
#include "pdf/layout/table.h"

namespace lectern {

struct PageElement {
  enum class Kind : std::uint8_t { kParagraph, kHeading, kItem, kCode, kTable, kFigure, kNote };

  Kind kind = Kind::kParagraph;
  std::string text;    ///< Markdown without the signs of its kind; lines end in '\n', but the last
  std::string marker;  ///< of an item: "-" for bullets, else as the page shows it
  PageBox box;
  float left = 0;  ///< of an item's marker
  float size = 0;  ///< font size of most of its letters, points
  bool bold = false;
  bool italic = false;
  bool artifact = false;  ///< marked as none of the content
  bool contents = false;  ///< lines of a table of contents
  bool aside = false;     ///< floats beside the text, with a table: it has no headings
  bool tagged = false;    ///< from the structure tree, which knows whether it is a heading
  bool turned = false;    ///< runs in another direction than most of the page; its box is of no use
  float width = 0;        ///< of a figure, points
  float height = 0;       ///< of a figure
  /// Of a figure: where it is on the page as the file has it, in points; without a width: not known.
  PixelRegion region;
  std::string labels;  ///< of a figure: the words in it, as Markdown
  std::uint32_t table = 0;  ///< of a table: its place among the page's, from 1; 0: not known
  std::uint32_t lines = 0;
  std::uint32_t letters = 0;
  std::uint32_t level =
      0;  ///< of a heading (1 to 6) or an item (from 0); 0 for a heading: not known
};

/// The elements of a page in the order to read them. The page is turned so that most of its text
/// runs to the right. \param tables  gets the tables among them.
std::vector<PageElement> page_elements(PageContent& page, std::vector<PageTable>& tables);

/// Puts each of `added` behind the element that stands nearest to its box.
void insert_at_place(std::vector<PageElement> added, std::vector<PageElement>& elements);

}  // namespace lectern
