// HTML as Markdown: what the tree builder gives away, element by element.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "documents/html/html_math.h"
#include "documents/html/html_sheet.h"
#include "documents/html/html_tree_builder.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// What a document's surroundings know.
class HtmlHost {
 public:
  virtual ~HtmlHost() = default;
  /// The Markdown of ours for a picture.
  virtual std::string picture(std::string_view source, std::string_view alt);
  /// The target of a link; "" when its text is enough.
  virtual std::string link(std::string_view target) { return std::string(target); }
  /// The title of a whole document, on one line, before what stands behind it is written.
  virtual void title(std::string_view text) { static_cast<void>(text); }
};

class HtmlMarkdown final : HtmlTreeSink {
 public:
  /// Both must outlive the reader.
  HtmlMarkdown(MarkdownWriter& writer, HtmlHost& host) : writer_(writer), host_(host) {}

  /// Writes a whole document or a part of one.
  /// \param is_xml  whether it is XHTML, where "<a/>" ends at once.
  void read(std::string_view html, bool is_xml = false) {
    is_xml_ = is_xml;
    read_inner(html, 0);
  }

  /// Its title element, on one line.
  const std::string& title() const { return title_; }
  /// Places that are hidden from a reader of the page.
  std::uint64_t hidden_count() const { return hidden_count_; }
  /// The first heading's text.
  const std::string& first_heading() const { return first_heading_; }

 private:
  /// The element that starts.
  class Element {
   public:
    Element() = default;
    Element(const HtmlTree& tree, HtmlNodeId id) : tree_(&tree), id_(id) {}
    std::string_view name() const { return node().name; }
    Tag tag() const { return node().tag; }
    const HtmlNode& node() const { return (*tree_)[id_]; }
    const HtmlTree& tree() const { return *tree_; }
    HtmlNodeId id() const { return id_; }
    std::optional<std::string> attribute(std::string_view name) const {
      return tree_->attribute(id_, name);
    }
    std::string value(std::string_view name) const { return attribute(name).value_or(""); }
    /// Its beginning: elements that go on behind a paragraph are asked again and again.
    std::string short_value(std::string_view name) const;
    bool has(std::string_view name) const;
    /// The text that stands in it, not in other elements.
    std::string text() const;

   private:
    const HtmlTree* tree_ = nullptr;
    HtmlNodeId id_ = kNoNode;
  };
  /// What an element does to what is in it.
  enum class Role : std::uint8_t {
    kInline,
    kBlock,
    kParagraph,
    kHeading,
    kList,
    kItem,
    kQuote,
    kPre,
    kStyle,
    kLink,
    kTable,
    kLayoutTable,
    kSection,  ///< of a table
    kRow,
    kCell
  };
  static constexpr char kMarks = '\0';
  struct Open {
    Tag tag = Tag::kOther;
    Role role = Role::kInline;
    TextStyle style = kPlain;  ///< that it adds
    bool is_hidden = false;
    bool is_marked = false;   ///< the mark of its hiding is written
    std::string target = {};  ///< of a link
    std::uint64_t link = 0;   ///< its number, from 1
    char list_type = kMarks;  ///< '1', 'a', 'i' or in capitals
    std::int64_t number = 0;  ///< of the next item
    std::int64_t step = 1;
    bool is_started = false;                ///< of a table: in the writer
    bool has_header = false;                ///< of a table
    std::vector<std::uint32_t> spans = {};  ///< rows that cells from above still cover, by column
    std::size_t column = 0;
  };

  void read_inner(std::string_view html, int depth);
  bool start(const HtmlTree& tree, HtmlNodeId element) override;
  void end(const HtmlTree& tree, HtmlNodeId element) override;
  void text(std::string_view text) override;
  bool start_element();
  void start_shown();
  void start_break();
  void start_list();
  void start_foreign();
  void end_math();
  void start_picture();
  void set_base(std::string address);
  void start_link();
  void start_ruby();
  void start_heading();
  void read_head();
  void take_title(const Element& element);
  void read_document(const std::string& html);
  void push(Role role);
  void pop();
  void pop_to(std::size_t size);
  void write_pre();
  void block();
  void begin_item();
  void begin_cell();
  void begin_table();
  void start_control();
  bool looks_like_layout(bool& has_header) const;
  std::string hiding_value(std::string_view name);
  bool hides_itself();
  bool is_hidden_by_itself();
  void pop_void();
  void read_sheet(std::string_view text);
  std::string link_target();
  const Open* open_link() const;
  void emit(std::string_view piece, bool is_raw = false);
  void leave_link();
  void start_table(Open& table);
  void start_frame();
  void write_text(std::string_view text);
  void stray_text(std::string_view piece);

  MarkdownWriter& writer_;
  HtmlHost& host_;
  Element element_;
  std::uint64_t pushes_ = 0;
  /// For each element that has started, its place in `open_`, or kNotOpen.
  std::vector<std::size_t> started_;
  static constexpr std::size_t kNotOpen = ~std::size_t{0};
  std::vector<Open> open_;
  HtmlSheet sheet_;
  /// Of long attributes that may hide their elements, which those that go on repeat.
  std::size_t long_bytes_left_ = std::size_t{64} << 20;
  bool has_said_ = false;  ///< that not all that is hidden is marked
  /// Of formatting elements with attributes, by where the first of their values stands.
  std::unordered_map<const char*, bool> hidden_;
  std::size_t resets_left_ = 100;  ///< of those
  bool has_old_ = false;           ///< a sheet came after them
  /// Of long targets of links, which those that go on repeat.
  std::size_t target_bytes_left_ = std::size_t{16} << 20;
  HtmlMath math_;
  std::string base_;
  std::string title_;
  std::string first_heading_;
  std::uint64_t hidden_count_ = 0;

  // Of the text that is being written.
  TextStyle style_ = kPlain;
  TextStyle last_style_ = kPlain;  ///< of the text before
  bool needs_space_ = false;
  bool at_start_ = true;      ///< of a line: blanks do not count
  bool in_block_ = false;     ///< a block of the writer is open
  bool waits_break_ = false;  ///< a line break is due before the next text
  int hiding_ = 0;            ///< elements that are open and hide what is in them
  int open_links_ = 0;        ///< in `open_`
  int items_ = 0;             ///< that are open
  int cells_ = 0;
  int quotes_ = 0;
  int headings_ = 0;
  std::uint64_t links_ = 0;  ///< that have begun
  std::uint64_t link_ = 0;   ///< that is open in the writer; 0 for none
  std::string link_target_;  ///< its target, unless that is long
  std::string pre_;          ///< text of a pre element
  std::string pre_language_;
  int pres_ = 0;
  int depth_ = 0;  ///< of documents in frames
  bool heading_began_ = false;
  bool ruby_has_marks_ = false;
  bool is_xml_ = false;
};

}  // namespace lectern
