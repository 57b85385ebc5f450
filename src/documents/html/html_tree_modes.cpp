// The insertion modes before and behind the body, and those of templates and frames (the HTML
// Standard, section 13.2.6.4).
#include <utility>

#include "documents/html/html_tree_builder.h"
#include "documents/html/html_tree_points.h"

namespace lectern {

bool HtmlTreeBuilder::initial() {
  if (token_.is_text()) {
    take_blanks();
    if (token_.text.empty()) return false;
  } else if (token_.is_comment()) {
    insert_comment(HtmlTree::kDocument);
    return false;
  } else if (token_.is_doctype()) {
    doctype_ = tokens_.doctype();
    is_quirky_ = is_quirky_doctype(doctype_);
    if (sink_ == nullptr) tree_.append(HtmlTree::kDocument, tree_.add(HtmlNode::Kind::kDoctype));
    mode_ = Mode::kBeforeHtml;
    return false;
  } else {
    is_quirky_ = true;
  }
  if (token_.is_text()) is_quirky_ = true;
  mode_ = Mode::kBeforeHtml;
  return true;
}

bool HtmlTreeBuilder::before_html() {
  if (token_.is_doctype()) return false;
  if (token_.is_comment()) {
    insert_comment(HtmlTree::kDocument);
    return false;
  }
  if (token_.is_text()) {
    take_blanks();
    if (token_.text.empty()) return false;
  }
  const bool is_html_start = token_.is_start({Tag::k_html});
  if (token_.is_end() && !token_.is_end({Tag::k_head, Tag::k_body, Tag::k_html, Tag::k_br}))
    return false;
  const HtmlNodeId root = make_element(Tag::k_html, "html", HtmlSpace::kHtml);
  if (is_html_start) tree_[root].attributes = std::move(token_.attributes);
  tree_.append(HtmlTree::kDocument, root);
  push(root);
  mode_ = Mode::kBeforeHead;
  return !is_html_start;
}

bool HtmlTreeBuilder::before_head() {
  if (token_.is_text()) {
    take_blanks();
    if (token_.text.empty()) return false;
  }
  if (token_.is_comment()) {
    insert_comment();
    return false;
  }
  if (token_.is_doctype()) return false;
  if (token_.is_start({Tag::k_html})) return in_body();
  if (token_.is_end() && !token_.is_end({Tag::k_head, Tag::k_body, Tag::k_html, Tag::k_br}))
    return false;
  const bool is_head = token_.is_start({Tag::k_head});
  head_ = is_head ? insert_element() : insert_html(Tag::k_head, "head");
  has_head_ = true;
  mode_ = Mode::kInHead;
  return !is_head;
}

/// Blanks before other text, comments and doctypes, as several modes take them.
/// \returns true when nothing of the token is left.
bool HtmlTreeBuilder::takes_surroundings() {
  if (token_.is_text()) {
    insert_text(take_blanks());
    return token_.text.empty();
  }
  if (token_.is_comment()) insert_comment();
  return token_.is_comment() || token_.is_doctype();
}

/// Of text its blanks alone, and comments. \returns false for other tokens.
bool HtmlTreeBuilder::takes_in_frames() {
  if (token_.is_text()) {
    keep_blanks();
    insert_text(token_.text);
  } else if (token_.is_comment()) {
    insert_comment();
  }
  return token_.is_text() || token_.is_comment();
}

bool HtmlTreeBuilder::in_head() {
  using Content = HtmlTokenizer::Content;
  if (takes_surroundings()) return false;
  if (token_.is_start()) {
    switch (token_.tag) {
      case Tag::k_html:
        return in_body();
      case Tag::k_base:
      case Tag::k_basefont:
      case Tag::k_bgsound:
      case Tag::k_link:
      case Tag::k_meta:
        insert_void();
        return false;
      case Tag::k_title:
        insert_raw(Content::kRcdata);
        return false;
      case Tag::k_noframes:
      case Tag::k_style:
        insert_raw(Content::kRawtext);
        return false;
      case Tag::k_noscript:
        insert_element();
        mode_ = Mode::kInHeadNoscript;
        return false;
      case Tag::k_script:
        insert_raw(Content::kScript);
        return false;
      case Tag::k_template_:
        insert_element();
        add_marker();
        frameset_ok_ = false;
        mode_ = Mode::kInTemplate;
        template_modes_.push_back(Mode::kInTemplate);
        return false;
      case Tag::k_head:
        return false;
      default:
        break;
    }
  }
  if (token_.is_end({Tag::k_head})) {
    pop();
    mode_ = Mode::kAfterHead;
    return false;
  }
  if (token_.is_end({Tag::k_template_})) {
    if (!stack_has(Tag::k_template_)) return false;
    generate_all_implied_ends();
    pop_to(Tag::k_template_);
    clear_to_marker();
    if (!template_modes_.empty()) template_modes_.pop_back();
    reset_mode();
    return false;
  }
  if (token_.is_end() && !token_.is_end({Tag::k_body, Tag::k_html, Tag::k_br})) return false;
  pop();
  mode_ = Mode::kAfterHead;
  return true;
}

bool HtmlTreeBuilder::in_head_noscript() {
  if (token_.is_doctype()) return false;
  if (token_.is_start({Tag::k_html})) return in_body();
  if (token_.is_end({Tag::k_noscript})) {
    pop();
    mode_ = Mode::kInHead;
    return false;
  }
  if (token_.is_text()) {
    insert_text(take_blanks());
    if (token_.text.empty()) return false;
  }
  if (token_.is_comment() || token_.is_start({Tag::k_basefont, Tag::k_bgsound, Tag::k_link,
                                              Tag::k_meta, Tag::k_noframes, Tag::k_style}))
    return in_head();
  if (token_.is_start({Tag::k_head, Tag::k_noscript})) return false;
  if (token_.is_end() && !token_.is_end({Tag::k_br})) return false;
  pop();
  mode_ = Mode::kInHead;
  return true;
}

bool HtmlTreeBuilder::after_head() {
  if (takes_surroundings()) return false;
  if (token_.is_start({Tag::k_html})) return in_body();
  if (token_.is_start({Tag::k_body})) {
    insert_element();
    head_ = kNoNode;
    frameset_ok_ = false;
    mode_ = Mode::kInBody;
    return false;
  }
  if (token_.is_start({Tag::k_frameset})) {
    insert_element();
    head_ = kNoNode;
    mode_ = Mode::kInFrameset;
    return false;
  }
  if (token_.is_start({Tag::k_base, Tag::k_basefont, Tag::k_bgsound, Tag::k_link, Tag::k_meta,
                       Tag::k_noframes, Tag::k_script, Tag::k_style, Tag::k_template_,
                       Tag::k_title})) {
    const HtmlNodeId head = head_;
    if (head != kNoNode) push(head);
    in_head();
    if (head != kNoNode) remove_from_stack(head);
    return false;
  }
  if (token_.is_end({Tag::k_template_})) return in_head();
  if (token_.is_start({Tag::k_head})) return false;
  if (token_.is_end() && !token_.is_end({Tag::k_body, Tag::k_html, Tag::k_br})) return false;
  insert_html(Tag::k_body, "body");
  head_ = kNoNode;
  mode_ = Mode::kInBody;
  return true;
}

bool HtmlTreeBuilder::in_text() {
  if (token_.is_text()) {
    insert_text(token_.text);
    return false;
  }
  pop();
  mode_ = original_mode_;
  return token_.is_done();
}

bool HtmlTreeBuilder::in_template() {
  if (token_.is_text() || token_.is_comment() || token_.is_doctype()) return in_body();
  if (token_.is_start({Tag::k_base, Tag::k_basefont, Tag::k_bgsound, Tag::k_link, Tag::k_meta,
                       Tag::k_noframes, Tag::k_script, Tag::k_style, Tag::k_template_,
                       Tag::k_title}) ||
      token_.is_end({Tag::k_template_}))
    return in_head();
  if (token_.is_end()) return false;
  if (token_.is_done()) {
    if (!stack_has(Tag::k_template_)) return false;
    pop_to(Tag::k_template_);
    clear_to_marker();
    if (!template_modes_.empty()) template_modes_.pop_back();
    reset_mode();
    return true;
  }
  Mode mode = Mode::kInBody;
  if (token_.is_start({Tag::k_caption, Tag::k_colgroup, Tag::k_tbody, Tag::k_tfoot, Tag::k_thead}))
    mode = Mode::kInTable;
  if (token_.is_start({Tag::k_col})) mode = Mode::kInColumnGroup;
  if (token_.is_start({Tag::k_tr})) mode = Mode::kInTableBody;
  if (token_.is_start({Tag::k_td, Tag::k_th})) mode = Mode::kInRow;
  if (!template_modes_.empty()) template_modes_.back() = mode;
  mode_ = mode;
  return true;
}

bool HtmlTreeBuilder::after_body() {
  if (token_.is_done()) return false;
  if (token_.is_text() && token_.text.find_first_not_of(" \t\n\f\r") == token_.text.npos)
    return in_body();
  if (token_.is_comment()) {
    insert_comment(stack_[0]);
    return false;
  }
  if (token_.is_doctype()) return false;
  if (token_.is_start({Tag::k_html})) return in_body();
  if (token_.is_end({Tag::k_html})) {
    if (context_ == kNoNode) mode_ = Mode::kAfterAfterBody;
    return false;
  }
  mode_ = Mode::kInBody;
  return true;
}

bool HtmlTreeBuilder::in_frameset() {
  if (takes_in_frames()) return false;
  if (token_.is_start({Tag::k_html})) return in_body();
  if (token_.is_start({Tag::k_frameset})) {
    insert_element();
    return false;
  }
  if (token_.is_end({Tag::k_frameset})) {
    if (stack_.size() == 1) return false;
    pop();
    if (context_ == kNoNode && !current_is({Tag::k_frameset})) mode_ = Mode::kAfterFrameset;
    return false;
  }
  if (token_.is_start({Tag::k_frame})) {
    insert_void();
    return false;
  }
  return token_.is_start({Tag::k_noframes}) ? in_head() : false;
}

bool HtmlTreeBuilder::after_frameset() {
  if (takes_in_frames()) return false;
  if (token_.is_start({Tag::k_html})) return in_body();
  if (token_.is_end({Tag::k_html})) {
    mode_ = Mode::kAfterAfterFrameset;
    return false;
  }
  return token_.is_start({Tag::k_noframes}) ? in_head() : false;
}

bool HtmlTreeBuilder::after_after_body() {
  if (token_.is_done() || token_.is_doctype()) return false;
  if (token_.is_comment()) {
    insert_comment(HtmlTree::kDocument);
    return false;
  }
  if (token_.is_text() && token_.text.find_first_not_of(" \t\n\f\r") == token_.text.npos)
    return in_body();
  if (token_.is_start({Tag::k_html})) return in_body();
  mode_ = Mode::kInBody;
  return true;
}

bool HtmlTreeBuilder::after_after_frameset() {
  if (token_.is_comment()) {
    insert_comment(HtmlTree::kDocument);
    return false;
  }
  if (token_.is_text()) {
    keep_blanks();
    return in_body();
  }
  if (token_.is_start({Tag::k_html})) return in_body();
  return token_.is_start({Tag::k_noframes}) ? in_head() : false;
}

}  // namespace lectern
