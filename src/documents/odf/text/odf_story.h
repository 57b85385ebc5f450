// The text of an OpenDocument: blocks, runs, lists, tables, drawings.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/odf/text/odf_styles.h"
#include "documents/office_package.h"
#include "documents/text/text_document.h"

namespace lectern {

struct OdfChange {
  TextStyle style = kPlain;  ///< kPlain: of the format only
  std::string author;
  std::string deleted;  ///< bare text
};

/// What all parts of one document share.
struct OdfDocument : TextDocument {
  OdfDocument(const ReadContext& read_context, OfficePackage& office_package)
      : TextDocument(read_context, office_package), package(office_package) {}

  OfficePackage& package;
  OdfStyles styles;
  std::map<std::string, OdfChange, std::less<>> changes;
  /// Counts of lists that may go on: by their name and by that of their style.
  std::map<std::string, std::array<std::uint64_t, 10>, std::less<>> list_counts;
  std::array<std::uint64_t, 10> outline_counts{};
  std::uint64_t held_bytes = 0;
};

class OdfStory {
 public:
  OdfStory(OdfDocument& document, MarkdownWriter& writer) : document_(document), writer_(&writer) {}

  /// At the start of an element with blocks in it: reads to its end.
  void read_blocks(XmlReader& xml);
  void read_block(XmlReader& xml) { block(xml); }
  /// Writes what is still held. Call it once, at the end.
  void finish();

 private:
  struct List {
    const OdfListStyle* style;
    std::string style_name;
    std::string id;
    std::array<std::uint64_t, 10> counts;
  };

  void block(XmlReader& xml);
  void paragraph(XmlReader& xml);
  void list(XmlReader& xml);
  void list_item(XmlReader& xml, bool has_marker);
  std::string take_marker();
  std::string heading_number(std::uint32_t level);
  void tracked_changes(XmlReader& xml);
  void table(XmlReader& xml);
  void table_rows(XmlReader& xml, bool is_layout);
  void row(XmlReader& xml, bool is_layout);
  void flush_boxes();
  void flush_code();

  void inlines(XmlReader& xml);
  void inline_element(XmlReader& xml);
  void span(XmlReader& xml);
  void link(XmlReader& xml);
  void note(XmlReader& xml);
  void comment(XmlReader& xml);
  void change_mark(XmlReader& xml);
  void ruby(XmlReader& xml);
  void emit(std::string_view text);
  void emit_raw(const std::string& markdown, MarkKind kind = MarkKind::kHere);
  void flush_hidden();
  void push_look(OdfLook own);
  TextStyle style() const;

  void drawing(XmlReader& xml);
  void frame(XmlReader& xml);
  void object_at(const std::string& path, bool is_ole);
  std::string nested(XmlReader& xml, bool is_box);

  OdfDocument& document_;
  MarkdownWriter* writer_;
  std::vector<List> lists_;
  bool marker_is_due_ = false;
  /// Of what is open, each with what it has of those around it: text asks for the last alone.
  std::vector<OdfLook> looks_;
  int codes_ = 0;  ///< spans of code that are open
  std::vector<std::string> boxes_;
  std::string hidden_;
  std::string code_;
  bool has_code_ = false;
  bool in_code_ = false;
  bool after_blank_ = true;
  bool in_box_ = false;
  bool in_filled_ = false;
  int hidden_sections_ = 0;
  int links_ = 0;
  int nesting_ = 0;
  TextStyle change_ = kPlain;
};

}  // namespace lectern
