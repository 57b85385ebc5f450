// The tree builder of the HTML Standard (section 13.2.6), with scripting off. It gives away what is
// built as soon as nothing that follows can change it.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/html/html_tags.h"
#include "documents/html/html_tokenizer.h"
#include "documents/html/html_tree.h"

namespace lectern {

/// Takes the tree in the order of the document.
class HtmlTreeSink {
 public:
  virtual ~HtmlTreeSink() = default;
  /// \returns false when nothing in the element is wanted. All of a table is there when it starts.
  virtual bool start(const HtmlTree& tree, HtmlNodeId element) = 0;
  virtual void end(const HtmlTree& tree, HtmlNodeId element) = 0;
  virtual void text(std::string_view text) = 0;
};

class HtmlTreeBuilder {
 public:
  /// Elements that are open at once: what nests deeper stands beside what it is in.
  static constexpr std::size_t kMaxOpen = 512;
  /// Formatting elements that are taken up again behind a block.
  static constexpr std::size_t kMaxFormatting = 16;
  /// Of these and of the cells and objects that they stand in: those of the outermost are
  /// forgotten.
  static constexpr std::size_t kMaxListed = 512;
  /// Nodes that are held: more than that, and what is still open is given away all the same.
  static constexpr std::size_t kMaxNodes = 400'000;

  /// \param html  UTF-8 without carriage returns; must outlive the builder.
  /// \param sink  null: the whole tree is kept.
  HtmlTreeBuilder(std::string_view html, HtmlTreeSink* sink) : tokens_(html), sink_(sink) {}

  /// In XHTML "<a/>" ends at once, and "<![CDATA[" is text everywhere.
  void set_xml(bool is_xml) { is_xml_ = is_xml; }
  /// Builds the children of an element, as innerHTML does, instead of a document.
  void set_context(std::string_view name, HtmlSpace space);

  /// How many tokens come between two looks at what can be given away.
  void set_flush_period(std::uint32_t tokens) { flush_period_ = tokens; }

  void build();

  const HtmlTree& tree() const { return tree_; }
  /// Where the children are that `set_context` has asked for.
  HtmlNodeId fragment() const { return stack_.empty() ? HtmlTree::kDocument : stack_[0]; }
  /// Of the document's doctype node.
  const HtmlTokenizer::Doctype& doctype() const { return doctype_; }

 private:
  enum class Mode : std::uint8_t {
    kInitial,
    kBeforeHtml,
    kBeforeHead,
    kInHead,
    kInHeadNoscript,
    kAfterHead,
    kInBody,
    kText,
    kInTable,
    kInTableText,
    kInCaption,
    kInColumnGroup,
    kInTableBody,
    kInRow,
    kInCell,
    kInTemplate,
    kAfterBody,
    kInFrameset,
    kAfterFrameset,
    kAfterAfterBody,
    kAfterAfterFrameset
  };
  enum class Scope : std::uint8_t { kDefault, kListItem, kButton, kTable };
  struct Token {
    HtmlTokenizer::Kind kind = HtmlTokenizer::Kind::kDone;
    Tag tag = Tag::kOther;
    std::string_view name;
    std::string_view text;
    HtmlAttributes attributes;
    bool is_self_closing = false;
    bool is_start(std::initializer_list<Tag> tags) const {
      return kind == HtmlTokenizer::Kind::kStart && is_one_of(tag, tags);
    }
    bool is_end(std::initializer_list<Tag> tags) const {
      return kind == HtmlTokenizer::Kind::kEnd && is_one_of(tag, tags);
    }
    bool is_start() const { return kind == HtmlTokenizer::Kind::kStart; }
    bool is_end() const { return kind == HtmlTokenizer::Kind::kEnd; }
    bool is_text() const { return kind == HtmlTokenizer::Kind::kText; }
    bool is_comment() const { return kind == HtmlTokenizer::Kind::kComment; }
    bool is_doctype() const { return kind == HtmlTokenizer::Kind::kDoctype; }
    bool is_done() const { return kind == HtmlTokenizer::Kind::kDone; }
  };
  struct Place {
    HtmlNodeId parent;
    HtmlNodeId before;
  };
  /// Of the list of active formatting elements; without a node it is a marker.
  struct Formatting {
    HtmlNodeId node = kNoNode;
    Tag tag = Tag::kOther;
    std::string_view name;
    HtmlAttributes attributes;
    bool is_marker() const { return node == kNoNode; }
  };
  /// An element that is given away.
  static constexpr HtmlNodeId kGoneNode = 0xFFFFFFFE;

  // Dispatch. A handler returns true when the token is to be looked at again in the mode that is
  // set.
  void process();
  bool dispatch(Mode mode);
  bool in_foreign();
  bool is_foreign_token() const;
  bool initial();
  bool before_html();
  bool before_head();
  bool in_head();
  bool in_head_noscript();
  bool after_head();
  bool in_body();
  bool in_body_start();
  bool in_body_end();
  bool in_body_text();
  bool in_text();
  bool in_table();
  bool in_table_text();
  bool in_caption();
  bool in_column_group();
  bool in_table_body();
  bool in_row();
  bool in_cell();
  bool in_template();
  bool after_body();
  bool in_frameset();
  bool after_frameset();
  bool after_after_body();
  bool after_after_frameset();
  bool anything_else_in_table();
  /// Takes the blanks at the token's start off it. \returns them.
  bool takes_surroundings();
  bool takes_in_frames();
  std::string_view take_blanks();
  /// Leaves nothing but blanks of the token.
  void keep_blanks();
  void drop_nul();

  // The stack of open elements.
  HtmlNodeId current() const { return stack_.back(); }
  HtmlNodeId adjusted_current() const {
    return stack_.size() == 1 && context_ != kNoNode ? context_ : stack_.back();
  }
  bool is_html(HtmlNodeId id, Tag tag) const {
    return tree_[id].tag == tag && tree_[id].space == HtmlSpace::kHtml;
  }
  bool is_html(HtmlNodeId id, std::initializer_list<Tag> tags) const {
    return tree_[id].space == HtmlSpace::kHtml && is_one_of(tree_[id].tag, tags);
  }
  bool current_is(std::initializer_list<Tag> tags) const { return is_html(current(), tags); }
  bool current_has(HtmlTrait trait) const {
    const HtmlNode& node = tree_[current()];
    return node.space == HtmlSpace::kHtml && has_trait(node.tag, trait);
  }
  bool stack_has(Tag tag) const;
  bool is_special_node(HtmlNodeId id) const;
  bool in_scope(Tag tag, Scope scope = Scope::kDefault) const;
  bool in_scope(std::initializer_list<Tag> tags, Scope scope = Scope::kDefault) const;
  bool node_in_scope(HtmlNodeId id) const;
  bool bounds_scope(HtmlNodeId id, Scope scope) const;
  void make_room();
  void push(HtmlNodeId id);
  void pop();
  void pop_to(Tag tag);
  void pop_to(std::initializer_list<Tag> tags);
  void remove_from_stack(HtmlNodeId id);
  void remove_around_open(HtmlNodeId id);
  void forget_around();
  void clear_stack_to(std::initializer_list<Tag> tags);
  void generate_implied_ends(Tag except = Tag::kOther);
  void generate_all_implied_ends();
  void close_p();
  void close_p_if_in_button_scope();
  void close_cell();
  void reset_mode();

  // Insertion.
  Place place_for(HtmlNodeId target) const;
  HtmlNodeId make_element(Tag tag, std::string_view name, HtmlSpace space);
  HtmlNodeId insert_element(HtmlSpace space = HtmlSpace::kHtml);
  HtmlNodeId insert_html(Tag tag, std::string_view name);
  HtmlNodeId clone_of(const Formatting& entry);
  void insert_void();
  void insert_text(std::string_view text);
  void insert_comment(HtmlNodeId parent = kNoNode);
  void set_text(HtmlNodeId id, std::string_view text);
  void insert_raw(HtmlTokenizer::Content content);
  void merge_attributes(HtmlNodeId id);

  // Formatting.
  void push_formatting(HtmlNodeId id);
  void reconstruct_formatting();
  void clear_to_marker();
  void add_marker();
  void remove_formatting(HtmlNodeId id);
  std::size_t formatting_place(HtmlNodeId id) const;
  HtmlNodeId formatting_with(Tag tag) const;
  bool adopt(Tag tag);
  bool any_other_end();

  // Giving away.
  void flush(bool at_end);
  bool is_settled(HtmlNodeId id) const;
  bool may_start(HtmlNodeId id) const;
  void give(HtmlNodeId id);
  void drop(HtmlNodeId id);

  HtmlTokenizer tokens_;
  HtmlTreeSink* sink_;
  HtmlTree tree_;
  Token token_;
  HtmlTokenizer::Doctype doctype_;
  Mode mode_ = Mode::kInitial;
  Mode original_mode_ = Mode::kInitial;
  std::vector<Mode> template_modes_;
  std::vector<HtmlNodeId> stack_;
  /// Elements that were taken from the stack, by the place of the first element in them that is
  /// open.
  std::vector<std::vector<HtmlNodeId>> around_open_;
  std::vector<Formatting> formatting_;
  HtmlNodeId head_ = kNoNode;
  HtmlNodeId form_ = kNoNode;
  HtmlNodeId context_ = kNoNode;
  HtmlNodeId inserted_ = kNoNode;  ///< the last element
  bool frameset_ok_ = true;
  bool is_quirky_ = false;
  bool has_head_ = false;
  bool foster_parents_ = false;
  bool drops_line_end_ = false;  ///< the first of a pre
  bool is_xml_ = false;
  std::string table_text_;
  std::string made_text_;            ///< of the token, when it does not stand so in the document
  std::vector<HtmlNodeId> started_;  ///< elements whose start is given away, and not their end
  std::size_t skipped_ = 0;          ///< of those, the last that are not wanted
  bool is_overfull_ = false;
  std::uint32_t flush_period_ = 128;
  std::uint32_t tokens_since_flush_ = 0;
  std::array<std::uint32_t, 256> open_count_{};  ///< elements of HTML on the stack, by tag
};

}  // namespace lectern
