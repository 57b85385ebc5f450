// Words as Markdown: lines joined, hyphens of line ends taken out, links with their targets, raised
// and lowered digits as such; escaped no more than needed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdf/layout/hyphens.h"
#include "pdf/layout/lines.h"

namespace lectern {

class InlineText {
 public:
  InlineText(const PageContent& page, PageVocabulary& vocabulary)
      : page_(page), vocabulary_(vocabulary) {}

  /// Appends a line: in the same paragraph as the line before, or after a line break.
  void add_line(const LayoutLine& line, bool after_break);
  /// Appends a line from its word `first` on.
  void add_line(const LayoutLine& line, std::size_t first, bool after_break);
  /// The text, which then is empty again.
  std::string take();
  bool empty() const { return text_.empty(); }

 private:
  void add_word(const LayoutLine& line, const PageWord& word, bool space);
  /// The end of the dots that begin at word `first`; `first` when they are none of a leader.
  std::size_t end_of_leader(const LayoutLine& line, std::size_t first) const;
  void join_lines(const PageWord& next);
  void close_link();
  bool same_link(std::int32_t one, std::int32_t other) const;

  const PageContent& page_;
  PageVocabulary& vocabulary_;
  std::string text_;
  std::int32_t link_ = -1;
  std::size_t link_start_ = 0;
  bool has_soft_hyphen_ = false;  ///< of the last word
};

/// Digits and signs that stand above or below the line as such: "⁶", "₂". "" for all other words.
/// \param baseline, size  of the line.
std::string raised_text(const PageWord& word, float baseline, float size);

/// Makes what `text` has from `start` on the text of a link, unless it shows its target.
void close_link_text(const PageLink& link, std::size_t start, std::string& text);

/// `text` with what Markdown would misread inside of a line escaped.
void append_escaped(std::string_view text, std::string& out);

/// Escapes what Markdown would take for a block at the start of a line: "#", "-", "1.", ">".
/// `kept` is for lines whose marker is one.
std::string escaped_line_start(std::string line);

}  // namespace lectern
