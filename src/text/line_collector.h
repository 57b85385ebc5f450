// Picks a range of lines out of a stream of text and formats them (contract, section 4.1). Memory
// is bounded by the limits of the layout, not by the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"

namespace lectern {

/// Which lines to take.
struct LineSelection {
  std::uint64_t offset = 1;  ///< first line, 1-based
  std::uint64_t column = 1;  ///< first character of that line, 1-based
  std::uint64_t limit = 2'000;
};

/// How to write them, and when to stop.
struct LineLayout {
  LineNumbers numbers = LineNumbers::kCat;
  std::uint64_t max_line_chars = 2'000;       ///< characters shown of one line
  std::uint64_t max_content_chars = 100'000;  ///< characters of all lines and the closing note
  std::optional<std::uint64_t> max_tokens;    ///< estimated tokens of the same
};

/// A line that was longer than is shown.
struct CutLine {
  std::uint64_t line = 0;         ///< 1-based
  std::uint64_t next_column = 0;  ///< the first character that is not shown, 1-based
};

/// What ended the collection before `limit` lines were taken.
enum class LineBudget : std::uint8_t { kNone, kContentChars, kTokens };

class LineCollector {
 public:
  /// Lines end at `terminator`, '\n' or '\r'; a CR directly before '\n' belongs to the line end.
  /// The first text appended starts line `first_line`.
  LineCollector(char terminator, std::uint64_t first_line, const LineSelection& selection,
                const LineLayout& layout);

  /// Takes the next piece of the text: well-formed UTF-8 of whole characters. `ends` is how often
  /// it holds the terminator.
  void append(std::string_view text, std::uint64_t ends);
  /// Ends the text: what follows the last line end is a line too.
  void finish();

  /// True when nothing that may still come can change the outcome.
  bool complete() const { return complete_; }
  /// The lines taken, with their numbers, joined by LF.
  const std::string& content() const { return content_; }
  std::uint64_t lines_taken() const { return records_.size(); }
  std::optional<CutLine> first_cut() const;
  std::uint64_t cut_lines() const;
  LineBudget exhausted() const { return exhausted_; }
  /// Set when `column` is past the end of line `offset`: the characters that line has.
  std::optional<std::uint64_t> short_line_chars() const { return short_line_chars_; }

 private:
  /// The state before a line was added, so that it can be taken back.
  struct Record {
    std::size_t content_size;
    std::uint64_t chars;
    std::uint64_t token_quarters;
    std::uint64_t next_column;  ///< 0: the line is whole
  };

  std::string_view skip_to_offset(std::string_view text, std::uint64_t ends);
  void take(std::string_view text);
  void keep(std::string_view text);
  void end_line();
  void fit_first_line();
  void add_line(std::uint64_t next_column);
  bool within(std::uint64_t max_chars, std::optional<std::uint64_t> max_tokens) const;

  char terminator_;
  LineSelection selection_;
  LineLayout layout_;

  std::uint64_t line_;            ///< number of the line that is being read
  bool in_line_ = false;          ///< that line has at least one byte
  bool pending_cr_ = false;       ///< its last byte is a CR that may belong to a CRLF
  std::uint64_t line_chars_ = 0;  ///< its characters so far
  std::uint64_t kept_chars_ = 0;  ///< those of them in `line_text_`
  std::string line_text_;

  std::string content_;
  std::uint64_t chars_ = 0;
  std::uint64_t token_quarters_ = 0;
  std::vector<Record> records_;
  LineBudget exhausted_ = LineBudget::kNone;
  std::optional<std::uint64_t> short_line_chars_;
  bool complete_ = false;
};

}  // namespace lectern
