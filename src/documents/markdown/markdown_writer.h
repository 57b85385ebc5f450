// Writes a document as GitHub-flavoured Markdown from the events that its reader sends. It holds
// one paragraph, or the first rows of a table, never the document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lectern {

/// How a run of text is set off; bits that are or-ed.
using TextStyle = std::uint8_t;
inline constexpr TextStyle kPlain = 0;
inline constexpr TextStyle kBold = 1;
inline constexpr TextStyle kItalic = 2;
inline constexpr TextStyle kStrike = 4;
inline constexpr TextStyle kCode = 8;
inline constexpr TextStyle kSuperscript = 16;
inline constexpr TextStyle kSubscript = 32;
inline constexpr TextStyle kInserted = 64;  ///< {++a tracked insertion++}
inline constexpr TextStyle kDeleted = 128;  ///< {--a tracked deletion--}

/// Where Markdown of ours stands that is written into a text.
enum class MarkKind : std::uint8_t {
  kHere,
  kNote,    ///< behind the word that it comes in: "[^1]", "[Comment by Ann: ...]"
  kPicture  ///< behind the heading that it comes in, with a blank before a text: "[Image 2: ...]"
};

/// Takes what is written.
class MarkdownSink {
 public:
  virtual ~MarkdownSink() = default;
  /// Whole lines, each with its line end.
  virtual void append(std::string_view lines) = 0;
  /// The next line is this heading; `text` is bare.
  virtual void heading(unsigned level, std::string_view text) = 0;
};

/// What may still be written that a few bytes of a file can ask for again and again: the target of
/// a link in each of its lines, the empty cells of a row that one cell spans.
struct RepeatRoom {
  std::size_t target_bytes = std::size_t{8} << 20;
  bool lacks_targets = false;
  std::uint64_t empty_cells = 4'000'000;
};

/// Blocks and tables nest only as documents nest them: a paragraph, heading or item stands in the
/// document or in a cell, a table in the document or in a cell (where it is written as HTML, as is
/// a heading).
class MarkdownWriter {
 public:
  /// \param sink  must outlive the writer.
  /// \param in_cell  what is written goes into a cell of a table of another writer.
  /// \param room  of the document, when several writers write parts of it; outlives them.
  explicit MarkdownWriter(MarkdownSink& sink, bool in_cell = false, RepeatRoom* room = nullptr)
      : sink_(sink), in_cell_(in_cell), room_(room != nullptr ? room : &own_room_) {}
  MarkdownWriter(const MarkdownWriter&) = delete;
  MarkdownWriter& operator=(const MarkdownWriter&) = delete;

  // Blocks. Each ends the one before it; text without a block is a paragraph.
  void begin_paragraph();
  /// \param level  1 to 6; deeper ones are 6.
  void begin_heading(unsigned level);
  /// \param level   0 is the outermost.
  /// \param marker  as the document shows it: "1.", "(a)", "iv."; "" or a bullet for a dash.
  void begin_item(unsigned level, std::string_view marker);
  /// Quoted text.
  void begin_quote();
  /// Ends the block. One without text leaves nothing.
  void end_block();
  /// A block of code or of text whose spaces count, in a fence.
  void code_block(std::string_view code, std::string_view language = {});
  /// A line of ours that is a block: "(12 tracked changes ...)"; or blocks that another writer has
  /// written.
  void note_block(std::string_view markdown);
  /// A thematic break.
  void rule();

  // What stands in a block.
  void text(std::string_view utf8, TextStyle style = kPlain);
  void line_break();
  /// What follows until `end_link` is the text of a link. Links do not nest. The first
  /// for which `RepeatRoom` has no room says so; it and those after it are their text alone.
  void begin_link(std::string_view target);
  void end_link();
  /// Whether links are their text alone.
  bool lacks_targets() const { return room_->lacks_targets; }
  /// A formula in LaTeX.
  void math(std::string_view latex);
  /// Markdown of ours. A blank divides it from a mark before it when it is a mark itself.
  void raw(std::string_view markdown, MarkKind kind = MarkKind::kHere);
  /// Whether the block has something in it.
  bool has_text() const { return !runs_.empty(); }
  bool in_heading() const { return block_ == Block::kHeading; }

  // Tables. A row's covered cells are cells without content.
  /// \param header_rows  rows at the start that the document calls headers; only the first can be
  ///   one in Markdown.
  void begin_table(std::uint32_t header_rows);
  /// As the parameter of `begin_table`, for what is known later; too late once rows are written.
  void set_header_rows(std::uint32_t header_rows);
  /// Takes the first row for a header when all its text is bold or headings and that of the next
  /// one is not.
  void infer_header();
  void begin_row();
  /// \param columns  how many it covers.
  void begin_cell(std::uint32_t columns = 1);
  void end_cell();
  /// The place of a cell that one of an earlier row covers. Where `RepeatRoom` is used up, neither
  /// these nor the columns that a cell covers nor empty cells at the end of a row are written.
  void covered_cell();
  /// As `covered_cell`, for what is known later: empties a cell of the row that has not ended, the
  /// first of which is 0. Not of tables in cells.
  void cover_cell(std::size_t column);
  void end_row();
  /// Instead of `end_row`: the row is left out. Not of tables in cells.
  void drop_row();
  void end_table();
  bool in_table() const { return !tables_.empty(); }

  /// Writes what is still held. Call it once, at the end.
  void finish();

  /// A text as it stands in a note of ours: on one line, escaped.
  static std::string escaped(std::string_view text);

 private:
  enum class Block : std::uint8_t { kNone, kParagraph, kHeading, kItem, kQuote };
  enum class RunKind : std::uint8_t { kText, kBreak, kRaw, kMath, kLink, kLinkEnd };
  struct Run {
    RunKind kind;
    TextStyle style;
    std::string text;
    MarkKind mark = MarkKind::kHere;  ///< of kRaw
  };
  struct Table {
    std::uint32_t header_rows = 0;
    bool is_html = false;
    bool is_open = false;  ///< its first rows are written
    bool infers_header = false;
    std::uint32_t columns = 0;
    /// Rows that are held until their columns are known. Blocks of a cell are divided by
    /// kBlockMark.
    std::vector<std::vector<std::string>> rows = {};
    std::size_t held_bytes = 0;
    std::string cell = {};
    std::uint32_t covered = 1;
    std::string html = {};
  };

  void begin(Block block);
  void add_run(Run run);
  void make_room(std::size_t bytes);
  std::string take_inline();
  void move_marks_behind_words();
  std::string take_pictures();
  void append_runs(std::string& out, bool has_math);
  void write_block(std::string_view text, bool is_tight = false);
  void write_heading(unsigned level, std::string text);
  void write_item(const std::string& text);
  void add_to_cell(std::string_view text);
  void flush_rows(Table& table);
  void write_row(const std::vector<std::string>& cells, std::uint32_t columns, bool is_header);
  void write_as_text(Table& table);

  /// Whether "|" divides cells here.
  bool is_cell() const { return in_cell_ || in_table(); }

  MarkdownSink& sink_;
  bool in_cell_;
  RepeatRoom own_room_ = {};
  RepeatRoom* room_;
  Block block_ = Block::kNone;
  unsigned level_ = 0;
  std::string marker_;
  std::vector<Run> runs_;
  std::size_t held_bytes_ = 0;   ///< of `runs_`
  bool has_note_marks_ = false;  ///< in `runs_`
  std::vector<Table> tables_;
  std::size_t tables_as_text_ = 0;  ///< that are open in the innermost of `tables_`
  /// Widths of the markers of the items that are open, outermost first.
  std::vector<std::size_t> indents_;
  std::string written_;  ///< the block that the sink gets
  bool wrote_any_ = false;
  bool last_was_item_ = false;
  unsigned base_level_ = 0;  ///< level of the item that stands at the margin
};

}  // namespace lectern
