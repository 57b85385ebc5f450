// What readers of word processing share beside the text itself: notes, comments, tracked changes,
// hidden text, headers and footers. Each is counted, and none is left out silently.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"
#include "base/tool_result.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// Takes Markdown into a string: of a note, a text box, a header.
class MarkdownText final : public MarkdownSink {
 public:
  void append(std::string_view lines) override {
    if (text_.size() < kMaxBytes) text_ += lines;
  }
  void heading(unsigned /*level*/, std::string_view /*text*/) override {}
  /// What was written, without the last line end.
  std::string take();

 private:
  static constexpr std::size_t kMaxBytes = std::size_t{32} << 20;
  std::string text_;
};

/// What stands before the text of a heading with a number: "1.2 "; "" for a bullet or none. The one
/// place that decides whether headings show their numbers.
std::string heading_prefix(std::string_view marker);

class ReviewLayer {
 public:
  explicit ReviewLayer(const DocumentOptions& options) : options_(options) {}

  const DocumentOptions& options() const { return options_; }
  bool marks_changes() const { return options_.changes == TrackedChanges::kMarked; }

  /// Takes the Markdown of a note. \returns its number.
  std::uint64_t add_note(std::string markdown);
  /// What stands in the text for a note: "[^3]"; "" when notes are not shown.
  std::string note_mark(std::uint64_t number) const;
  /// Writes the notes that are waiting before a heading of the top level.
  void before_heading(unsigned level, MarkdownWriter& writer);

  /// "[Comment by Ann: ...]", or "" when comments are not shown.
  /// \param markdown  its text on one line.
  std::string comment_mark(std::string_view kind, std::string_view author,
                           std::string_view markdown, bool is_resolved);
  void count_change(std::string_view author);
  /// What stands behind a marked change: its author.
  static std::string change_author(std::string_view author);
  /// What stands for hidden text. \param text  bare.
  std::string hidden_mark(std::string_view text);

  /// "[Header: ...]", or "" when it says nothing but the page's number, or stood there already.
  std::string header_mark(std::string_view kind, std::string_view markdown);

  /// Writes what is waiting and the line about changes, and fills in the counts.
  void finish(MarkdownWriter& writer, DocumentInfo& info, std::vector<std::string>& warnings);

 private:
  struct Note {
    std::uint64_t number;
    std::string markdown;
  };

  void write_notes(MarkdownWriter& writer);

  const DocumentOptions& options_;
  std::vector<Note> waiting_;
  std::uint64_t notes_ = 0;
  std::uint64_t comments_ = 0;
  std::uint64_t changes_ = 0;
  std::uint64_t hidden_ = 0;
  std::set<std::string, std::less<>> authors_;
  std::set<std::string, std::less<>> headers_;
  bool lacks_headers_ = false;
  unsigned top_level_ = 6;
};

}  // namespace lectern
