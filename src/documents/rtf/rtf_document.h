// Reads RTF group by group and writes its text as it comes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "documents/document_pictures.h"
#include "documents/text/review_layer.h"
#include "documents/text/symbols.h"
#include "text/decoder.h"
#include "text/encoding.h"

namespace lectern {

/// The pictures of a file, known by where their data stands: "1234+5678" in hexadecimal digits,
/// "1234+5678b" as bytes.
class RtfPictures final : public PictureSource {
 public:
  explicit RtfPictures(ByteSpan file) : file_(file) {}
  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override;

 private:
  ByteSpan file_;
};

class RtfDocument final {
 public:
  RtfDocument(const ReadContext& context, MarkdownWriter& writer);

  /// Reads all of it. \returns CORRUPT_DOCUMENT when it is no RTF or breaks off before its text,
  /// LIMIT_EXCEEDED when its groups nest too deep.
  Result<void> read();
  ReviewLayer& review() { return review_; }
  DocumentPictures& pictures() { return pictures_; }
  std::string title() const { return title_; }
  std::string author() const { return author_; }
  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  enum class Target : std::uint8_t {
    kText,
    kSkip,
    kFontTable,
    kColours,
    kStyles,
    kAuthors,
    kTitle,
    kAuthor,
    kMarker,  ///< of a list's item, as it is shown
    kInstruction,
    kForm,
    kPicture,
    kCommentAuthor,
    kObjectClass,
    kShapeName,  ///< of a property
    kShapeValue,
    kSilent,  ///< text does not count, groups in it do
  };
  struct Look {
    std::uint32_t font = 0;
    TextStyle style = kPlain;
    bool is_hidden = false;
    bool is_tiny = false;
    bool is_shaded = false;
    std::uint32_t colour = 0;
    TextStyle change = kPlain;
    std::uint32_t change_author = 0;
  };
  struct Group {
    Target target = Target::kText;
    Look look;
    std::uint32_t skip_count = 1;  ///< what stands in the place of a \u
    bool is_new = true;            ///< nothing of it has come yet
    bool is_optional = false;      ///< \* has just come
    bool skips_next_group = false;
    bool ends_story = false;
    bool ends_link = false;
    bool ends_field = false;
    bool is_picture = false;
    bool is_object = false;
    bool is_list_text = false;
    bool is_font = false;
  };
  struct Paragraph {
    std::uint32_t style = 0;
    std::optional<std::uint32_t> outline;
    std::uint32_t level = 0;
    std::uint32_t table_level = 0;
    bool is_shaded = false;
  };
  struct Font {
    std::optional<Encoding> encoding;
    SymbolFont symbol = SymbolFont::kNone;
    std::string name;
  };
  struct Style {
    std::string name;
    std::optional<std::uint32_t> outline;
  };
  struct OpenTable {
    bool has_row = false;
    bool has_cell = false;
    bool is_first_row = true;
    std::size_t cell = 0;  ///< in its row
  };
  enum class StoryKind : std::uint8_t { kMain, kNote, kComment, kHeader, kFooter, kBox };
  /// A text that stands beside the main one.
  struct Story {
    StoryKind kind = StoryKind::kMain;
    std::unique_ptr<MarkdownText> text;
    std::unique_ptr<MarkdownWriter> writer;
    std::vector<OpenTable> tables;
    Paragraph paragraph;
    std::string marker;
    std::vector<std::string> boxes;
    std::string hidden;
    bool is_open = false;
    bool has_change = false;  ///< text of one stands before, and its author does not yet
    std::size_t links = 0;
  };
  struct Field {
    std::string instruction;
    std::string form;
    bool is_link = false;
    bool has_result = false;
    std::optional<std::uint32_t> form_type, form_result, form_default;
  };

  // Tokens.
  Result<void> open_group();
  void close_group();
  void control();
  void symbol_control(char c);
  void hex_byte();
  void word(std::string_view name, std::optional<std::int32_t> parameter);
  bool destination(std::string_view name);
  bool table_word(std::string_view name);
  bool look_word(std::string_view name, std::optional<std::int32_t> parameter);
  bool paragraph_word(std::string_view name, std::optional<std::int32_t> parameter);
  bool character_word(std::string_view name);
  void definition_word(std::string_view name, std::int32_t value);
  void unicode(std::int32_t value);
  void binary(std::uint64_t count);

  // Text.
  void byte(std::uint8_t value);
  void flush_bytes();
  Encoding encoding() const;
  void text(std::string_view utf8);
  void show(std::string_view utf8);
  void raw(const std::string& markdown, MarkKind kind = MarkKind::kHere);
  void open_block();
  void end_paragraph();
  void flush_hidden();
  std::string change_author() const;
  void name_change();
  void finish_tables(std::size_t levels);
  void open_cell(std::size_t level);
  bool joins_left(std::size_t cell) const {
    return cell < cells_.size() && cells_[cell] == Cell::kJoined;
  }
  void end_cell(std::size_t level);
  void end_row(std::size_t level);
  void begin_story(StoryKind kind);
  void end_story();
  void finish_story(Story& story);
  void end_field();
  void begin_result();
  void end_picture();
  void end_list_text();
  void end_shape_value();
  Group& group() { return groups_.back(); }
  Story& story() { return stories_.back(); }
  MarkdownWriter& story_writer() { return story().writer ? *story().writer : *main_; }

  const ReadContext& context_;
  MarkdownWriter* main_ = nullptr;
  ByteSpan file_;
  std::size_t at_ = 0;
  ReviewLayer review_;
  RtfPictures source_;
  DocumentPictures pictures_;
  bool lacks_stories_ = false;
  std::vector<std::string> warnings_;

  std::vector<Group> groups_;
  std::vector<Story> stories_;
  std::vector<Field> fields_;
  bool is_header_row_ = false;
  /// Of the cells that the row's definition has: whether they are one with the cell before, or
  /// covered by the one above.
  enum class Cell : std::uint8_t { kOwn, kJoined, kCovered };
  std::vector<Cell> cells_;
  Cell defined_cell_ = Cell::kOwn;

  Encoding encoding_ = Encoding::kWindows1252;
  std::uint32_t default_font_ = 0;
  std::map<std::uint32_t, Font> fonts_;
  std::map<std::uint32_t, Style> styles_;
  std::vector<bool> white_;  ///< colours
  std::vector<std::string> authors_;
  std::uint32_t defined_font_ = 0;
  std::uint32_t defined_style_ = 0;
  int red_ = 0, green_ = 0, blue_ = 0;
  bool has_colour_ = false;

  std::string bytes_;  ///< of one encoding, not decoded yet
  Encoding bytes_encoding_ = Encoding::kWindows1252;
  char16_t high_surrogate_ = 0;
  std::uint32_t to_skip_ = 0;
  std::string name_;  ///< of what is being defined
  std::string title_, author_, comment_author_, object_class_, marker_, shape_name_, shape_value_;
  std::size_t picture_start_ = 0, picture_end_ = 0;
  bool picture_is_binary_ = false;
  bool has_text_ = false;
  TextStyle last_change_ = kPlain;
  std::uint32_t last_author_ = 0;
};

}  // namespace lectern
