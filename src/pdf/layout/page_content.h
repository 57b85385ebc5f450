// What a PDF page draws, as an engine sees it, before any of it is understood: words with their
// places, lines and areas, pictures, links and form fields. src/pdf/layout turns it into blocks
// (paragraphs, headings, lists, tables, figures) and these into Markdown; it knows no PDF library.
//
// Places are in points (1/72 inch) of the upright page: the origin is the upper left corner of the
// page's box, x grows to the right and y downwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lectern {

/// A rectangle; left <= right and top <= bottom.
struct PageBox {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;
};

/// Which way the letters of a word run on the upright page, clockwise.
enum class WordDirection : std::uint8_t { kRight, kDown, kLeft, kUp };

/// Glyphs that stand together without a gap, in reading order.
struct PageWord {
  std::string text;        ///< UTF-8, not empty, without spaces
  PageBox box;             ///< from the font's ascent to its descent, not the ink
  float baseline = 0;      ///< y for kRight and kLeft, x for kDown and kUp
  float font_size = 0;     ///< points, as drawn
  std::uint16_t font = 0;  ///< the same number: the same font program
  bool bold = false;
  bool italic = false;
  bool monospace = false;
  bool invisible = false;  ///< drawn in render mode 3, as the text layer of a scan is
  bool field_value = false;  ///< what somebody has written into a form's field
  bool field = false;      ///< the state of a form's field, which the page does not say in letters
  bool artifact = false;  ///< marked as none of the page's content: a running header, a page number
  bool covered = false;   ///< an area or a picture that is drawn later hides it
  std::uint32_t rgb = 0;  ///< 0xRRGGBB
  WordDirection direction = WordDirection::kRight;
  /// Marked content of the structure tree that the word belongs to; -1 for none.
  std::int32_t marked_content = -1;
  /// Index in PageContent::links; -1 for none.
  std::int32_t link = -1;
  /// The word ends in a hyphen that its font or the file marks as one of a line's end (U+00AD); it
  /// is not part of `text`.
  bool soft_hyphen = false;
  /// No space precedes it: it continues the word before (another font or size, a superscript).
  bool joined = false;
};

/// A straight stroke or the edge of a filled area, horizontal or vertical (a thin filled rectangle
/// is one too). For a horizontal one top == bottom.
struct PageRule {
  PageBox line;
  float thickness = 0;  ///< points
};

/// A filled area that is no rule: the ground of a cell, a banner.
struct PageArea {
  PageBox box;
  std::uint32_t rgb = 0;    ///< 0xRRGGBB
  std::uint32_t after = 0;  ///< words that are drawn before it
  bool opaque = false;      ///< nothing below it can be seen
};

struct PagePicture {
  PageBox box;
  std::uint32_t width_px = 0;
  std::uint32_t height_px = 0;
  std::uint32_t after = 0;  ///< words that are drawn before it
  bool opaque = false;      ///< nothing below it can be seen
};

struct PageLink {
  std::string uri;                                          ///< "" for a link inside the document
  std::optional<std::uint64_t> target_page = std::nullopt;  ///< 1-based
  PageBox box;
};

/// A comment, a mark or a file that somebody has put onto the page.
struct PageNote {
  std::string_view kind;  ///< "Comment", "Highlight", "Attachment"
  std::string author;     ///< "" when the file names none
  std::string text;       ///< on one line, as the others
  std::string subject;    ///< the name of an attachment
  std::string state;      ///< that it gives to what it answers: "Accepted"
  PageBox box;
  std::vector<PageBox> marked;  ///< where the words are that it marks
  std::int32_t answers = -1;    ///< index in PageContent::notes; -1 for none
};

/// A part of a tagged page: marked content, or a tag.
struct PageTagKid {
  std::int32_t tag = -1;             ///< index in PageContent::tags, or -1
  std::int32_t marked_content = -1;  ///< when `tag` is -1
};

/// What the file says that a part of the page is.
struct PageTag {
  std::string role;  ///< standard name: "H1", "P", "TD"
  std::string alternate;
  std::uint32_t row_span = 1;
  std::uint32_t column_span = 1;
  std::vector<PageTagKid> kids;
};

/// All of a page. Words come in the order in which the engine found them.
struct PageContent {
  float width = 0;
  float height = 0;
  std::vector<PageWord> words;
  std::vector<PageRule> rules;
  std::vector<PageArea> areas;
  std::vector<PagePicture> pictures;
  /// Boxes of drawings that are neither rules nor areas: curves, shadings.
  std::vector<PageBox> drawings;
  /// Those of them that no frame around text is: lines at a slant, large arcs.
  std::vector<PageBox> slants;
  std::vector<PageLink> links;
  std::vector<PageNote> notes;
  /// The structure tree as far as the page is in it; the first is its root. Empty for untagged
  /// pages.
  std::vector<PageTag> tags;
  /// Of what there is more than is kept: "links".
  std::vector<std::string_view> left_out;
};

}  // namespace lectern
