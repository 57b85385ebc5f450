// A document as a text of lines: takes the Markdown of all of it, and shows the lines that the
// request asks for (offset, limit, lines), those with the words that it searches, or its outline.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "documents/document_pictures.h"
#include "documents/markdown/markdown_writer.h"
#include "text/line_selection.h"
#include "text/text_session.h"

namespace lectern {

class DocumentPage final : public MarkdownSink {
 public:
  /// \param context  must outlive this.
  explicit DocumentPage(const ReadContext& context);

  void append(std::string_view lines) override;
  void heading(unsigned level, std::string_view text) override;

  /// Lines written so far.
  std::uint64_t lines() const { return lines_; }

  /// The result, with the pictures that its lines name. Call it once, at the end.
  /// \param info      what is known of the document.
  /// \param warnings  what the reader has to say.
  /// \param pictures  null when there are none.
  Result<ToolResult> finish(DocumentInfo info, std::vector<std::string> warnings,
                            DocumentPictures* pictures);

 private:
  struct Heading {
    std::uint64_t line;
    unsigned level;
    std::string text;
  };

  ToolResult outline() const;
  void pass_on();

  const ReadContext& context_;
  /// The same with what lines of a document are.
  ReadOptions options_;
  TextSession session_;
  LineSelection selection_;
  std::uint64_t lines_ = 0;
  std::string pending_;  ///< lines that the session has not been given yet
  std::vector<Heading> headings_;
};

}  // namespace lectern
