#include "documents/html/html_tree_builder.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/html/html_tree_points.h"

namespace lectern {
namespace {

bool is_blank_char(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r'; }

}  // namespace

void HtmlTreeBuilder::set_context(std::string_view name, HtmlSpace space) {
  context_ = make_element(html_tag(ascii_lower(name)), tokens_.keep_name(name), space);
  const HtmlNodeId root = make_element(Tag::k_html, "html", HtmlSpace::kHtml);
  tree_.append(HtmlTree::kDocument, root);
  push(root);
  using Content = HtmlTokenizer::Content;
  if (space == HtmlSpace::kHtml) {
    const Tag tag = tree_[context_].tag;
    if (is_one_of(tag, {Tag::k_title, Tag::k_textarea})) tokens_.set_content(Content::kRcdata);
    if (is_one_of(tag, {Tag::k_style, Tag::k_xmp, Tag::k_iframe, Tag::k_noembed, Tag::k_noframes}))
      tokens_.set_content(Content::kRawtext);
    if (tag == Tag::k_script) tokens_.set_content(Content::kScript);
    if (tag == Tag::k_plaintext) tokens_.set_content(Content::kPlaintext);
    if (tag == Tag::k_template_) template_modes_.push_back(Mode::kInTemplate);
    if (tag == Tag::k_form) form_ = context_;
  }
  reset_mode();
}

void HtmlTreeBuilder::build() {
  using Kind = HtmlTokenizer::Kind;
  do {
    tokens_.set_cdata(is_xml_ ||
                      (!stack_.empty() && tree_[adjusted_current()].space != HtmlSpace::kHtml));
    token_.kind = tokens_.next();
    token_.tag = Tag::kOther;
    token_.is_self_closing = tokens_.is_self_closing();
    if (token_.is_start() || token_.is_end()) {
      token_.name = tokens_.name();
      token_.tag = tokens_.tag();
      token_.attributes = std::move(tokens_.attributes());
    } else if (token_.is_text() || token_.is_comment()) {
      token_.text = tokens_.text();
    }
    if (std::exchange(drops_line_end_, false) && token_.is_text() && token_.text[0] == '\n') {
      token_.text.remove_prefix(1);
      if (token_.text.empty()) continue;
    }
    const bool ends_at_once = is_xml_ && token_.is_start() && token_.is_self_closing;
    inserted_ = kNoNode;
    process();
    if (ends_at_once && inserted_ != kNoNode && !stack_.empty() && current() == inserted_) {
      token_.kind = Kind::kEnd;
      token_.attributes.clear();
      process();
    }
    if (sink_ != nullptr && ++tokens_since_flush_ >= flush_period_) flush(false);
    if (token_.kind == Kind::kDone) break;
  } while (true);
  if (sink_ != nullptr) flush(true);
}

void HtmlTreeBuilder::process() {
  while (stack_.empty() || !is_foreign_token() ? dispatch(mode_) : in_foreign()) {
  }
}

bool HtmlTreeBuilder::dispatch(Mode mode) {
  switch (mode) {
    case Mode::kInitial:
      return initial();
    case Mode::kBeforeHtml:
      return before_html();
    case Mode::kBeforeHead:
      return before_head();
    case Mode::kInHead:
      return in_head();
    case Mode::kInHeadNoscript:
      return in_head_noscript();
    case Mode::kAfterHead:
      return after_head();
    case Mode::kInBody:
      return in_body();
    case Mode::kText:
      return in_text();
    case Mode::kInTable:
      return in_table();
    case Mode::kInTableText:
      return in_table_text();
    case Mode::kInCaption:
      return in_caption();
    case Mode::kInColumnGroup:
      return in_column_group();
    case Mode::kInTableBody:
      return in_table_body();
    case Mode::kInRow:
      return in_row();
    case Mode::kInCell:
      return in_cell();
    case Mode::kInTemplate:
      return in_template();
    case Mode::kAfterBody:
      return after_body();
    case Mode::kInFrameset:
      return in_frameset();
    case Mode::kAfterFrameset:
      return after_frameset();
    case Mode::kAfterAfterBody:
      return after_after_body();
    case Mode::kAfterAfterFrameset:
      return after_after_frameset();
  }
  return false;
}

std::string_view HtmlTreeBuilder::take_blanks() {
  const auto end = std::find_if_not(token_.text.begin(), token_.text.end(), is_blank_char);
  const auto size = static_cast<std::size_t>(end - token_.text.begin());
  const std::string_view blanks = token_.text.substr(0, size);
  token_.text.remove_prefix(size);
  return blanks;
}

void HtmlTreeBuilder::keep_blanks() {
  std::string blanks(token_.text);
  std::erase_if(blanks, [](char c) { return !is_blank_char(c); });
  made_text_ = std::move(blanks);
  token_.text = made_text_;
}

void HtmlTreeBuilder::drop_nul() {
  if (token_.text.find('\0') == token_.text.npos) return;
  std::string text(token_.text);
  std::erase(text, '\0');
  made_text_ = std::move(text);
  token_.text = made_text_;
}

// Foreign content (section 13.2.6.5).

bool HtmlTreeBuilder::is_foreign_token() const {
  const HtmlNodeId id = adjusted_current();
  if (tree_[id].space == HtmlSpace::kHtml || token_.is_done()) return false;
  const bool is_start = token_.is_start();
  if (is_math_text_point(tree_, id)) {
    if (token_.is_text()) return false;
    if (is_start && !is_one_of(token_.tag, {Tag::k_mglyph, Tag::k_malignmark})) return false;
  }
  if (is_start && token_.tag == Tag::k_svg && tree_[id].space == HtmlSpace::kMath &&
      tree_[id].tag == Tag::k_annotation_xml)
    return false;
  return !(is_html_point(tree_, id) && (is_start || token_.is_text()));
}

bool HtmlTreeBuilder::in_foreign() {
  if (token_.is_text()) {
    std::string text;
    for (const char c : token_.text) {
      if (c == '\0') {
        text += "\xEF\xBF\xBD";
      } else {
        text += c;
        frameset_ok_ = frameset_ok_ && is_blank_char(c);
      }
    }
    insert_text(text);
    return false;
  }
  if (token_.is_comment()) {
    insert_comment();
    return false;
  }
  if (token_.is_doctype()) return false;
  bool breaks_out = token_.is_end({Tag::k_br, Tag::k_p});
  if (token_.is_start()) {
    breaks_out = breaks_out_of_foreign(token_.tag, token_.name);
    if (token_.tag == Tag::k_font) {
      breaks_out = std::any_of(token_.attributes.begin(), token_.attributes.end(),
                               [](const auto& attribute) {
                                 return attribute.first == "color" || attribute.first == "face" ||
                                        attribute.first == "size";
                               });
    }
  }
  if (breaks_out) {
    while (stack_.size() > 1 && tree_[current()].space != HtmlSpace::kHtml &&
           !is_math_text_point(tree_, current()) && !is_html_point(tree_, current()))
      pop();
    return dispatch(mode_);
  }
  if (token_.is_start()) {
    insert_element(tree_[adjusted_current()].space);
    if (token_.is_self_closing) pop();
    return false;
  }
  for (std::size_t i = stack_.size(); i-- > 0;) {
    const HtmlNode& node = tree_[stack_[i]];
    if (i == 0)
      return node.space == HtmlSpace::kHtml && stack_.size() > 1 ? dispatch(mode_) : false;
    if (i + 1 < stack_.size() && node.space == HtmlSpace::kHtml) return dispatch(mode_);
    if (ascii_lower(node.name) == token_.name) {
      while (stack_.size() > i) pop();
      return false;
    }
  }
  return false;
}

// Giving away.

bool HtmlTreeBuilder::is_settled(HtmlNodeId id) const {
  const HtmlNode& node = tree_[id];
  if (node.kind == HtmlNode::Kind::kText) return node.next != kNoNode || is_overfull_;
  return !node.is_open && !node.is_around && id != head_;
}

/// Whether an open element stays where it is, whatever follows.
bool HtmlTreeBuilder::may_start(HtmlNodeId id) const {
  const HtmlNode& node = tree_[id];
  if (node.kind != HtmlNode::Kind::kElement) return false;
  if (is_overfull_) return true;
  if (is_html(id, Tag::k_body)) return !frameset_ok_;
  return !node.is_listed && !is_html(id, {Tag::k_table, Tag::k_template_, Tag::k_select,
                                          Tag::k_head, Tag::k_title, Tag::k_noframes});
}

void HtmlTreeBuilder::flush(bool at_end) {
  tokens_since_flush_ = 0;
  if (at_end) {
    for (const HtmlNodeId id : stack_) tree_[id].is_open = false;
    while (!around_open_.empty()) forget_around();
    head_ = kNoNode;
  }
  if (started_.empty()) started_.push_back(HtmlTree::kDocument);
  for (;;) {
    const HtmlNodeId around = started_.back();
    const HtmlNodeId child = tree_[around].first;
    if (child == kNoNode) {
      if (around == HtmlTree::kDocument || tree_[around].is_open || tree_[around].is_around ||
          around == head_)
        break;
      // Within an element that is not wanted only its own end counts.
      if (skipped_ > 0) --skipped_;
      if (skipped_ == 0) sink_->end(tree_, around);
      started_.pop_back();
      drop(around);
    } else if (at_end || is_settled(child)) {
      if (skipped_ > 0) {
        drop(child);
      } else {
        give(child);
      }
    } else if (may_start(child)) {
      if (skipped_ > 0 || !sink_->start(tree_, child)) ++skipped_;
      started_.push_back(child);
    } else {
      break;
    }
  }
  if (tree_.size() <= kMaxNodes) return;
  is_overfull_ = true;
  frameset_ok_ = false;
}

/// Frees a node that is given away: nothing points to it.
void HtmlTreeBuilder::drop(HtmlNodeId id) {
  std::vector<HtmlNodeId> listed;
  tree_.remove(id, listed);
  for (const HtmlNodeId gone : listed) {
    if (gone == form_) form_ = kGoneNode;
    for (Formatting& entry : formatting_) {
      if (entry.node == gone) entry.node = kGoneNode;
    }
  }
}

/// All of a node that is complete.
void HtmlTreeBuilder::give(HtmlNodeId id) {
  for (HtmlNodeId at = id;;) {
    const HtmlNode& node = tree_[at];
    if (node.kind == HtmlNode::Kind::kText) {
      sink_->text(node.text());
    } else if (node.kind == HtmlNode::Kind::kElement) {
      if (sink_->start(tree_, at) && node.first != kNoNode) {
        at = node.first;
        continue;
      }
      sink_->end(tree_, at);
    }
    while (at != id && tree_[at].next == kNoNode) {
      at = tree_[at].parent;
      sink_->end(tree_, at);
    }
    if (at == id) break;
    at = tree_[at].next;
  }
  drop(id);
}

}  // namespace lectern
