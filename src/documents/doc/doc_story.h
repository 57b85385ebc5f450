// The text of one range of a binary Word document.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/reader.h"
#include "documents/doc/doc_file.h"
#include "documents/text/text_document.h"

namespace lectern {

/// What all ranges of one document share.
struct DocShared : TextDocument {
  DocShared(const ReadContext& read_context, DocFile& doc_file)
      : TextDocument(read_context, doc_file), file(doc_file) {}

  DocFile& file;
  /// Marks of notes and comments by the place of the reference.
  std::map<std::uint32_t, DocFile::Reference> notes;
  std::map<std::uint32_t, DocFile::Reference> comments;
};

class DocStory {
 public:
  /// \param is_main  references to notes stand in it.
  DocStory(DocShared& shared, MarkdownWriter& writer, bool is_main)
      : shared_(shared), writer_(writer), is_main_(is_main) {}

  void read(DocRange range);

 private:
  struct Field {
    std::string instruction;
    bool in_result = false;
    bool is_link = false;
  };
  struct Level {
    bool has_row = false;
    bool has_cell = false;
    bool is_first_row = true;
  };

  void paragraph(std::uint32_t first, std::uint32_t end, char16_t mark);
  void end_instructions(const DocRun& run);
  void begin_block(DocParagraph properties);
  void character(char16_t unit, std::uint64_t offset, std::uint32_t place);
  void special(char16_t unit, const DocRun& run, std::uint32_t place);
  void picture(const DocRun& run);
  void emit(std::string_view text, const DocRun& run);
  void emit_unit(char32_t character, const DocRun& run);
  bool is_hidden(const DocRun& run) const;
  std::string change_author() const;
  void name_change();
  void raw(const std::string& markdown, MarkKind kind = MarkKind::kHere);
  void flush_text();
  void flush_hidden();
  void flush_bytes();
  bool shows() const;
  void finish_tables(std::size_t levels);
  void open_cell(std::size_t level);
  void end_cell(std::size_t level);
  void end_row(std::size_t level, const DocParagraph& row, bool is_left_out);
  void reference(const DocFile::Reference& found, bool is_comment);

  DocShared& shared_;
  MarkdownWriter& writer_;
  bool is_main_;
  std::vector<Field> fields_;
  std::vector<Level> tables_;
  std::string text_;
  TextStyle text_style_ = kPlain;
  std::string hidden_;
  bool paragraph_hides_ = false;  ///< by its style
  std::string bytes_;
  char16_t high_ = 0;
  TextStyle last_change_ = kPlain;
  DocRun::Change last_by_;
  bool has_change_ = false;  ///< text of one stands before, and its author does not yet
  int links_ = 0;
};

/// A range as Markdown.
std::string doc_markdown(DocShared& shared, DocRange range, bool in_cell);

}  // namespace lectern
