// Rows and cells of a worksheet's part as programs write nearly all of them, found in its text
// without a parser: `<row r="1" spans="1:2"><c r="A1" s="1" t="s"><v>12</v></c></row>`. What is
// written in another way, or is not there as a whole yet, is left to the parser. What is taken is
// what the parser would have read.
#pragma once

#include <cstddef>
#include <string_view>

namespace lectern {

/// Views of the text that was scanned; "" for what is not there.
struct PlainCell {
  std::string_view reference;
  std::string_view style;
  std::string_view type;
  /// Of its value, or of its string in the cell; as it stands there.
  std::string_view value;
  bool has_formula = false;
};

/// The cell at the start of `text`. \returns the bytes of it and of the blanks before it; 0 when
/// there is none that is plain.
std::size_t scan_plain_cell(std::string_view text, PlainCell& cell);

/// The tag at the start of `text` that begins a row with something in it. \param reference  its `r`
/// \returns as `scan_plain_cell`.
std::size_t scan_plain_row_start(std::string_view text, std::string_view& reference);
/// What `text` has up to the end of its row, cells and blanks. \returns as `scan_plain_cell`.
std::size_t scan_plain_row_end(std::string_view text);

}  // namespace lectern
