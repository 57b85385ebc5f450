// The text of one part of a Word document: its body, a note, a header, a text box.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "documents/word/word_document.h"

namespace lectern {

class WordStory {
 public:
  /// \param part  whose relationships the text uses; the rest must outlive the story.
  WordStory(WordDocument& document, std::string part, const Relationships& relationships,
            MarkdownWriter& writer);

  /// At the start of an element with blocks in it: reads to its end.
  void read_blocks(XmlReader& xml);
  /// At the start of a block: reads to its end.
  void read_block(XmlReader& xml) { block(xml); }
  /// Writes what is still held. Call it once, at the end.
  void finish();

 private:
  struct Field {
    bool in_result = false;
    bool is_link = false;
    std::string instruction;
    std::string form;  ///< what stands for a check box or a list that is dropped down
  };
  struct Change {
    TextStyle style;
    std::string author;
  };
  struct Cells {
    bool is_layout = false;  ///< a table of one column
    bool is_shaded = false;  ///< white text may stand in it
    bool is_first_row = true;
    bool is_bold = true;     ///< all text of the first row is bold or headings
    std::size_t filled = 0;  ///< cells of the first row with text
    bool sees_text = false;  ///< of the cell
  };
  struct Look {
    TextStyle style = kPlain;
    bool is_hidden = false;
    SymbolFont font = SymbolFont::kNone;
  };

  // Blocks.
  void block(XmlReader& xml);
  void paragraph(XmlReader& xml);
  void begin_block(const ParagraphProperties& properties);
  void end_block(const ParagraphProperties& properties);
  void flush_code();
  void content_control(XmlReader& xml, bool is_inline);
  void alternate_content(XmlReader& xml, void (WordStory::*read)(XmlReader&));
  void alternative(XmlReader& xml);

  // Tables.
  void table(XmlReader& xml);
  void table_content(XmlReader& xml);
  void row(XmlReader& xml);
  void row_content(XmlReader& xml);
  void cell(XmlReader& xml);

  // What stands in a paragraph.
  void inlines(XmlReader& xml);
  void inline_element(XmlReader& xml);
  void run(XmlReader& xml);
  void run_element(XmlReader& xml);
  void hyperlink(XmlReader& xml);
  void tracked(XmlReader& xml, TextStyle style);
  /// Leaves out what is deleted, and counts the changes in it.
  void skip_deleted(XmlReader& xml);
  void ruby(XmlReader& xml);
  void note_reference(XmlReader& xml, std::map<std::string, WordNote, std::less<>>& notes);
  void symbol(XmlReader& xml);
  Look look_of(const RunProperties& own);
  void emit(std::string_view text);
  void emit_raw(const std::string& markdown, MarkKind kind = MarkKind::kHere);
  void emit_break();
  void flush_hidden();

  // Fields.
  void field_character(XmlReader& xml);
  void read_form(XmlReader& xml, Field& field);
  void begin_result(Field& field);
  bool shows_text() const;

  // Drawings.
  void drawing(XmlReader& xml);
  void drawing_element(XmlReader& xml);
  void drawing_branch(XmlReader& xml);
  void text_box(XmlReader& xml);
  void picture(std::string_view relationship, std::string_view alt);
  void embedded_object(XmlReader& xml);
  void add_box(std::string markdown);
  std::string shown_target(const Relationship& relationship);

  WordDocument& document_;
  std::string part_;
  const Relationships& relationships_;
  MarkdownWriter* writer_;

  std::vector<Field> fields_;
  std::vector<Change> changes_;
  std::vector<Cells> tables_;
  std::vector<std::string> boxes_;  ///< blocks that stand behind the paragraph
  std::string hidden_;
  std::string code_;
  bool has_code_ = false;
  bool in_code_ = false;
  bool merges_ = false;  ///< the paragraph's mark is deleted: the next one goes on in it
  bool in_box_ = false;
  int links_ = 0;
  int nesting_ = 0;
  std::string alt_;
  std::size_t drawn_ = 0;  ///< pictures, boxes and objects until now
  Look look_;
  WordStyles::Resolved paragraph_style_;
  bool paragraph_shaded_ = false;
};

}  // namespace lectern
