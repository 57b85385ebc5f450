// Picks lines out of a stream of text: ranges of them, the last ones, or those that hold words
// (contract, section 4.1). Memory is bounded by the limits of the layout, not by the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/line_page.h"
#include "text/line_selection.h"
#include "text/line_tail.h"
#include "text/word_matcher.h"

namespace lectern {

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

  /// True when nothing that may still come can change the page.
  bool complete() const { return complete_; }
  /// True when nothing that may still come can change anything, the number of hits neither.
  bool saw_all() const { return search_ ? range_ == selection_.ranges.size() : complete_; }

  const LinePage& page() const { return page_; }
  /// What was asked for; after `finish`, places counted from the end are ordinary ones.
  const std::vector<LineRange>& ranges() const { return selection_.ranges; }
  /// Those of `ranges` that are not on the page and may still come.
  std::vector<LineRange> remaining() const;
  LineBudget exhausted() const;
  /// Lines with hits that were seen, on the page or not.
  std::uint64_t hits() const { return hits_; }
  /// Set when `column` is past the end of the first line: the characters that line has.
  std::optional<std::uint64_t> short_line_chars() const { return short_line_chars_; }
  /// Takes lines off the page until it has room for the closing notes.
  void make_room() { page_.make_room(); }

 private:
  /// What a search keeps.
  struct Search {
    WordMatcher matcher;
    /// Lines before the next hit, in case it comes.
    LineTail before;
    std::uint64_t context_end = 0;  ///< behind the lines around the last hit on the page
    std::uint64_t last_hit = 0;     ///< line of the last hit
    std::string window = {};        ///< the end of what was read of a line too long to be kept
  };

  std::string_view collect(std::string_view text, std::uint64_t& ends);
  void search(std::string_view text, std::uint64_t ends);
  void mark_hit();
  std::string_view skip_all_but(std::uint64_t lines, std::string_view text, std::uint64_t& ends);
  void take(std::string_view text);
  void keep(std::string_view text);
  void keep_window(std::string_view text);
  void end_line();
  void add_found(const PageLine& line);
  void add_tail();
  bool fit_first_line();
  void start_line();
  std::uint64_t count_ends(std::string_view text) const;
  bool is_first() const { return line_ == selection_.first() && !selection_.from_end; }

  char terminator_;
  LineSelection selection_;
  LineLayout layout_;
  LinePage page_;
  std::optional<LineTail> tail_;
  std::optional<Search> search_;

  std::uint64_t line_;  ///< number of the line that is being read
  std::size_t range_ = 0;
  bool in_line_ = false;            ///< that line has at least one byte
  bool pending_cr_ = false;         ///< its last byte is a CR that may belong to a CRLF
  bool is_hit_ = false;             ///< it holds what is searched for
  std::uint64_t line_chars_ = 0;    ///< its characters so far
  std::uint64_t kept_chars_ = 0;    ///< those of them in `line_text_`
  std::uint64_t first_column_ = 1;  ///< of `line_text_`
  std::string line_text_;

  std::uint64_t hits_ = 0;
  std::optional<std::uint64_t> short_line_chars_;
  bool complete_ = false;
};

}  // namespace lectern
