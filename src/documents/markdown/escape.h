// Text of a document as Markdown shows it: what Markdown would misread is escaped, and no more.
#pragma once

#include <string>
#include <string_view>

namespace lectern {

/// Where a text stands.
struct EscapeContext {
  bool in_table = false;  ///< "|" divides cells
  bool has_math = false;  ///< "$" begins a formula
  char before = ' ';      ///< what stands before the text, ' ' at the start
  char after = ' ';       ///< what follows it
};

/// Appends `text`, which is part of a line, to `out`.
void append_escaped_text(std::string_view text, const EscapeContext& context, std::string& out);

/// Whether text could be taken for a mark of ours in a line: "[Image 2: ...]", "{++x++}".
bool begins_mark(std::string_view rest);

/// Puts a backslash into a line that could be taken for one of ours: "Notes:", "(More rows ...".
void escape_own_line(std::string& line, std::size_t start = 0);

/// The same, and for a line that would begin a block: "# ", "- ", "1. ", "> ", "---", "| ".
void escape_line_start(std::string& line, std::size_t start = 0);

/// Divides the lines of a cell until it is written.
inline constexpr char kBlockMark = '\x1E';
/// Stands before each of them that a document has written.
inline constexpr char kLineMark = '\x1F';
/// Puts it before each line that has something in it.
std::string with_line_marks(std::string_view text);

/// `text` on one line, its white space as single blanks.
std::string single_line(std::string_view text);

/// A name, of a long one its beginning and "…".
std::string shortened(std::string_view name, std::size_t max_bytes);

/// A link's target as it stands in "[text](target)".
std::string escaped_target(std::string_view target);

/// Markdown of several lines as it stands in a mark or a cell: with `<br>` between them.
std::string in_one_line(std::string_view markdown);

}  // namespace lectern
