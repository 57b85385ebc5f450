// The lines of one result as they are written: numbers, marks of gaps and cuts, and the budget of
// characters and tokens (contract, section 4.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"

namespace lectern {

/// How to write lines, and when to stop.
struct LineLayout {
  LineNumbers numbers = LineNumbers::kCat;
  std::uint64_t max_line_chars = 2'000;       ///< characters shown of one line
  std::uint64_t max_content_chars = 100'000;  ///< characters of all lines and the closing notes
  std::optional<std::uint64_t> max_tokens;    ///< estimated tokens of the same
};

/// A line, or what is shown of it.
struct PageLine {
  std::uint64_t number = 1;
  std::string_view text;
  std::uint64_t first_column = 1;  ///< of `text` in the line
  std::uint64_t next_column = 0;   ///< the first character that is not shown; 0: none is left out
  bool is_hit = false;             ///< holds what is searched for
};

/// A line that was longer than is shown.
struct CutLine {
  std::uint64_t line = 0;
  std::uint64_t next_column = 0;  ///< the first character that is not shown, 1-based
};

/// What ended a page before all lines asked for were on it.
enum class LineBudget : std::uint8_t { kNone, kContentChars, kTokens };

/// True for a line that begins as the notes in a text's content do ("(Showing 2 of 9 ..."), or has
/// backslashes before that.
bool looks_like_note(std::string_view line);

/// `line` as `layout` writes it: its number, its text, the mark of a cut.
std::string written_line(const PageLine& line, LineNumbers numbers);

class LinePage {
 public:
  explicit LinePage(const LineLayout& layout) : layout_(layout) {}

  /// Adds a line behind those before it, with a note where lines between them are missing.
  /// \returns false when the page is full; lines at its end may have been taken off again.
  bool add(const PageLine& line);

  /// True when `notes` fit beside the lines.
  bool has_room_for(std::string_view notes) const;
  /// Takes lines off the end until the closing notes have room; the first one always stays.
  void make_room();

  /// The lines, joined by LF.
  const std::string& content() const { return content_; }
  std::uint64_t lines() const { return records_.size(); }
  /// 0 when there are none.
  std::uint64_t first_line() const { return records_.empty() ? 0 : records_.front().line; }
  std::uint64_t last_line() const { return records_.empty() ? 0 : records_.back().line; }
  std::vector<CutLine> cuts() const;
  std::uint64_t hits() const { return hits_; }
  LineBudget exhausted() const { return exhausted_; }
  /// Lines that were written with a backslash, because they look like notes.
  std::uint64_t escaped() const;

  /// What all lines together may take, the room for the closing notes taken off.
  static std::uint64_t room_chars(const LineLayout& layout);
  static std::optional<std::uint64_t> room_tokens(const LineLayout& layout);
  /// The same for the text of one line.
  static std::optional<std::uint64_t> room_line_tokens(const LineLayout& layout);

 private:
  /// The state before a line was added, so that it can be taken back.
  struct Record {
    std::uint64_t line;
    std::size_t content_size;
    std::uint64_t chars;
    std::uint64_t token_quarters;
    std::uint64_t next_column;  ///< 0: the line is whole
    bool is_hit;
    bool is_escaped;
  };

  bool within(std::uint64_t max_chars, std::optional<std::uint64_t> max_tokens) const;

  LineLayout layout_;
  std::string content_;
  std::uint64_t chars_ = 0;
  std::uint64_t token_quarters_ = 0;
  std::uint64_t hits_ = 0;  ///< in `records_`
  std::vector<Record> records_;
  LineBudget exhausted_ = LineBudget::kNone;
};

}  // namespace lectern
