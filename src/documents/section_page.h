// A document in sections: slides of a deck, chapters of a book, mails of a mailbox. Shows whole
// sections as far as the result has room; one that is larger than a result is cut by its lines.
// Also searches the sections, and lists their titles.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "documents/document_pictures.h"
#include "documents/markdown/markdown_writer.h"
#include "text/word_matcher.h"

namespace lectern {

class SectionPage final : public MarkdownSink {
 public:
  /// \param context  must outlive this.
  /// \param noun   what a section is called, in the singular: "slide".
  /// \param count  of sections.
  /// \returns OUT_OF_RANGE when the request asks for none that is there.
  static Result<std::unique_ptr<SectionPage>> open(const ReadContext& context,
                                                   std::string_view noun, std::uint64_t count);

  /// Ends the section before. \returns the number of the section to write now, from 1; nothing when
  /// the result is complete.
  std::optional<std::uint64_t> next();

  /// There is no work left for the section that `next` has given: it and those behind it are for
  /// the next read.
  void stop();

  /// The title of the section that is being written, for the outline.
  void set_title(std::string_view title) { title_ = title; }

  void append(std::string_view lines) override;
  void heading(unsigned level, std::string_view text) override;

  /// The result. Call it once, when `next` has nothing more.
  /// \param pictures  null when there are none.
  Result<ToolResult> finish(DocumentInfo info, std::vector<std::string> warnings,
                            DocumentPictures* pictures);

  /// Counts pictures, so that a section whose pictures have no room waits for the next read.
  void set_pictures(const DocumentPictures* pictures) { pictures_ = pictures; }

 private:
  SectionPage(const ReadContext& context, std::string_view noun, std::uint64_t count)
      : context_(context), noun_(noun), count_(count) {}

  const Limits& limits() const { return context_.options.limits; }
  bool is_search() const { return !context_.request.search.empty(); }
  bool is_outline() const { return context_.request.outline && !is_search(); }
  bool is_plain() const { return !is_search() && !is_outline(); }
  void take_section();
  bool fits(std::string_view text) const;
  void cut();
  void leave_from(std::size_t place);
  void list_section();
  void search_section();
  void close(ToolResult& result);

  const ReadContext& context_;
  std::string noun_;
  std::uint64_t count_;
  std::vector<std::uint64_t> sections_;  ///< those asked for
  std::string missing_;
  std::size_t place_ = 0;  ///< in `sections_`, of the next
  bool is_open_ = false;   ///< a section is being written
  bool is_full_ = false;

  std::string title_;
  std::string section_;
  std::string headings_;  ///< of the section, for the outline
  bool is_overlong_ = false;
  std::uint64_t skip_lines_ = 0;  ///< of the first section, which an earlier read has shown
  std::uint64_t skip_chars_ = 0;
  std::uint64_t lines_before_ = 0;  ///< the same, once they are skipped
  std::uint64_t lines_taken_ = 0;   ///< of the sections shown, when lines are counted

  std::string content_;
  std::uint64_t content_chars_ = 0;
  std::uint64_t token_quarters_ = 0;
  std::optional<WordMatcher> matcher_;
  std::uint64_t found_ = 0;  ///< lines
  std::vector<std::uint64_t> shown_;
  std::vector<NumberRange> remaining_;
  std::optional<std::uint64_t> next_line_;  ///< of the first of `remaining_`
  std::optional<std::uint64_t> next_column_;
  TruncationCause cause_ = TruncationCause::kPages;
  const DocumentPictures* pictures_ = nullptr;
};

}  // namespace lectern
