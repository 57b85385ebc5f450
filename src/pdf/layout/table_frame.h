// What the search for tables works on: the words of one writing direction turned so that they run
// from left to right, the text lines that they form, and the page's rules, joined from their
// pieces.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pdf/layout/page_content.h"

namespace lectern {

/// A word of the page, turned upright.
struct TableWord {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;
  float base = 0;
  float size = 0;
  std::uint32_t index = 0;  ///< in PageContent::words
  bool is_value = false;    ///< a number, an amount, a date in digits, or a mark for "none"
  bool bold = false;
  bool monospace = false;
  bool joined = false;
  bool leader = false;  ///< dots that lead the eye
  bool year = false;
  bool currency = false;      ///< the sign of one, which stands before its amount
  bool percent = false;       ///< that sign alone, or a closing bracket: it stands after its number
  bool marker = false;        ///< a bullet or the number of an item
  bool symbol = false;        ///< a sign of mathematics
  bool sideways = false;      ///< runs up or down beside the frame's direction; in no line
  bool starts_small = false;  ///< begins with a small letter, a closing mark or an opening bracket
};

/// Words on one baseline, from left to right.
struct TextLine {
  float base = 0;
  float top = 0;
  float bottom = 0;
  float size = 0;
  std::vector<std::uint32_t> words;  ///< in TableFrame::words
};

/// A horizontal or vertical line, joined from what lies on it.
struct RuleLine {
  float at = 0;  ///< y of a horizontal one, x of a vertical one
  float from = 0;
  float to = 0;
};

struct TableFrame {
  float width = 0;
  float height = 0;
  std::vector<TableWord> words;         ///< those of the direction, then the sideways ones
  std::vector<std::uint32_t> sideways;  ///< numbers of sideways words
  std::vector<TableWord> line_words;    ///< rows of hyphens, which are among the rules too
  std::vector<TextLine> lines;          ///< top to bottom
  std::vector<RuleLine> horizontals;
  std::vector<RuleLine> verticals;
};

/// The frame of the words that run in one direction, and of all rules. Words that are `taken` are
/// left out.
TableFrame make_frame(const PageContent& page, WordDirection direction,
                      const std::vector<bool>& taken);

/// The box in a frame of a box on the page.
PageBox box_in_frame(const PageBox& box, const PageContent& page, WordDirection direction);

/// The box on the page of a box in a frame.
PageBox box_on_page(const PageBox& box, const PageContent& page, WordDirection direction);

/// Forms lines of the words with these numbers.
std::vector<TextLine> make_lines(const TableFrame& frame, std::vector<std::uint32_t> words);

/// Whether a word reads as a value: mostly digits, or a mark for a missing one (-, n.a., ..).
bool reads_as_value(std::string_view text);

/// Whether a word is nothing but the dots that lead the eye to a number.
bool is_leader(std::string_view text);

/// Whether a word draws a line: five hyphens, underscores, equals signs or more.
bool draws_line(std::string_view text);

/// Whether text is a sign that formulas have and tables hardly: =, a root, an integral, a brace.
bool is_math_sign(std::string_view text);

/// Whether text is a year between 1800 and 2100, as a column's heading often is.
bool reads_as_year(std::string_view text);

}  // namespace lectern
