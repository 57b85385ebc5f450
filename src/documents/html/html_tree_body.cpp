// The insertion mode "in body" (the HTML Standard, section 13.2.6.4.7).
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/html/html_tree_builder.h"

namespace lectern {

bool HtmlTreeBuilder::in_body() {
  using Kind = HtmlTokenizer::Kind;
  switch (token_.kind) {
    case Kind::kText:
      return in_body_text();
    case Kind::kComment:
      insert_comment();
      return false;
    case Kind::kDoctype:
      return false;
    case Kind::kStart:
      return in_body_start();
    case Kind::kEnd:
      return in_body_end();
    case Kind::kDone:
      return template_modes_.empty() ? false : in_template();
  }
  return false;
}

bool HtmlTreeBuilder::in_body_text() {
  drop_nul();
  if (token_.text.empty()) return false;
  reconstruct_formatting();
  insert_text(token_.text);
  frameset_ok_ = frameset_ok_ && token_.text.find_first_not_of(" \t\n\f\r") == token_.text.npos;
  return false;
}

bool HtmlTreeBuilder::in_body_start() {
  using Content = HtmlTokenizer::Content;
  if (is_plain_block(token_.tag) || token_.tag == Tag::k_p) {
    close_p_if_in_button_scope();
    insert_element();
    return false;
  }
  switch (token_.tag) {
    case Tag::k_html:
      if (!stack_has(Tag::k_template_)) merge_attributes(stack_[0]);
      return false;
    case Tag::k_base:
    case Tag::k_basefont:
    case Tag::k_bgsound:
    case Tag::k_link:
    case Tag::k_meta:
    case Tag::k_noframes:
    case Tag::k_script:
    case Tag::k_style:
    case Tag::k_template_:
    case Tag::k_title:
      return in_head();
    case Tag::k_body:
      if (stack_.size() < 2 || !is_html(stack_[1], Tag::k_body) || stack_has(Tag::k_template_))
        return false;
      frameset_ok_ = false;
      merge_attributes(stack_[1]);
      return false;
    case Tag::k_frameset:
      if (stack_.size() < 2 || !is_html(stack_[1], Tag::k_body) || !frameset_ok_) return false;
      tree_.detach(stack_[1]);
      while (stack_.size() > 1) pop();
      insert_element();
      mode_ = Mode::kInFrameset;
      return false;
    case Tag::k_h1:
    case Tag::k_h2:
    case Tag::k_h3:
    case Tag::k_h4:
    case Tag::k_h5:
    case Tag::k_h6:
      close_p_if_in_button_scope();
      if (is_heading(tree_[current()].tag) && tree_[current()].space == HtmlSpace::kHtml) pop();
      insert_element();
      return false;
    case Tag::k_pre:
    case Tag::k_listing:
      close_p_if_in_button_scope();
      insert_element();
      drops_line_end_ = true;
      frameset_ok_ = false;
      return false;
    case Tag::k_form:
      if (form_ != kNoNode && !stack_has(Tag::k_template_)) return false;
      close_p_if_in_button_scope();
      insert_element();
      if (!stack_has(Tag::k_template_)) {
        form_ = current();
        tree_[form_].is_listed = true;
      }
      return false;
    case Tag::k_li:
    case Tag::k_dd:
    case Tag::k_dt: {
      frameset_ok_ = false;
      for (std::size_t i = stack_.size(); i-- > 0;) {
        const HtmlNodeId id = stack_[i];
        const bool ends =
            token_.tag == Tag::k_li ? is_html(id, Tag::k_li) : is_html(id, {Tag::k_dd, Tag::k_dt});
        if (ends) {
          const Tag tag = tree_[id].tag;
          generate_implied_ends(tag);
          pop_to(tag);
          break;
        }
        if (is_special_node(id) && !is_html(id, {Tag::k_address, Tag::k_div, Tag::k_p})) break;
      }
      close_p_if_in_button_scope();
      insert_element();
      return false;
    }
    case Tag::k_plaintext:
      close_p_if_in_button_scope();
      insert_element();
      tokens_.set_content(Content::kPlaintext);
      return false;
    case Tag::k_button:
      if (in_scope(Tag::k_button)) {
        generate_implied_ends();
        pop_to(Tag::k_button);
      }
      reconstruct_formatting();
      insert_element();
      frameset_ok_ = false;
      return false;
    case Tag::k_a:
      if (const HtmlNodeId open = formatting_with(Tag::k_a); open != kNoNode) {
        // The end that is missing.
        Token token = std::move(token_);
        token_ = {HtmlTokenizer::Kind::kEnd, Tag::k_a, "a", "", {}, false};
        adopt(Tag::k_a);
        token_ = std::move(token);
        if (open != kGoneNode) {
          remove_formatting(open);
          remove_around_open(open);
        }
      }
      reconstruct_formatting();
      push_formatting(insert_element());
      return false;
    case Tag::k_b:
    case Tag::k_big:
    case Tag::k_code:
    case Tag::k_em:
    case Tag::k_font:
    case Tag::k_i:
    case Tag::k_s:
    case Tag::k_small:
    case Tag::k_strike:
    case Tag::k_strong:
    case Tag::k_tt:
    case Tag::k_u:
      reconstruct_formatting();
      push_formatting(insert_element());
      return false;
    case Tag::k_nobr:
      reconstruct_formatting();
      if (in_scope(Tag::k_nobr)) {
        adopt(Tag::k_nobr);
        reconstruct_formatting();
      }
      push_formatting(insert_element());
      return false;
    case Tag::k_applet:
    case Tag::k_marquee:
    case Tag::k_object:
      reconstruct_formatting();
      insert_element();
      add_marker();
      frameset_ok_ = false;
      return false;
    case Tag::k_table:
      if (!is_quirky_) close_p_if_in_button_scope();
      insert_element();
      frameset_ok_ = false;
      mode_ = Mode::kInTable;
      return false;
    case Tag::k_area:
    case Tag::k_br:
    case Tag::k_embed:
    case Tag::k_img:
    case Tag::k_keygen:
    case Tag::k_wbr:
      reconstruct_formatting();
      insert_void();
      frameset_ok_ = false;
      return false;
    case Tag::k_input: {
      if (context_ != kNoNode && is_html(context_, Tag::k_select)) return false;
      if (in_scope(Tag::k_select)) pop_to(Tag::k_select);
      reconstruct_formatting();
      insert_void();
      frameset_ok_ =
          frameset_ok_ && ascii_lower(tree_.attribute(inserted_, "type").value_or("")) == "hidden";
      return false;
    }
    case Tag::k_param:
    case Tag::k_source:
    case Tag::k_track:
      insert_void();
      return false;
    case Tag::k_hr:
      close_p_if_in_button_scope();
      if (in_scope(Tag::k_select)) generate_implied_ends();
      insert_void();
      frameset_ok_ = false;
      return false;
    case Tag::k_image:
      token_.name = "img";
      token_.tag = Tag::k_img;
      return true;
    case Tag::k_textarea:
      frameset_ok_ = false;
      insert_raw(Content::kRcdata);
      drops_line_end_ = true;
      return false;
    case Tag::k_xmp:
      close_p_if_in_button_scope();
      reconstruct_formatting();
      frameset_ok_ = false;
      insert_raw(Content::kRawtext);
      return false;
    case Tag::k_iframe:
      frameset_ok_ = false;
      insert_raw(Content::kRawtext);
      return false;
    case Tag::k_noembed:
      insert_raw(Content::kRawtext);
      return false;
    case Tag::k_select:
      if (context_ != kNoNode && is_html(context_, Tag::k_select)) return false;
      if (in_scope(Tag::k_select)) {
        pop_to(Tag::k_select);
        return false;
      }
      reconstruct_formatting();
      insert_element();
      frameset_ok_ = false;
      return false;
    case Tag::k_option:
    case Tag::k_optgroup:
      if (in_scope(Tag::k_select)) {
        generate_implied_ends(token_.tag == Tag::k_option ? Tag::k_optgroup : Tag::kOther);
      } else if (current_is({Tag::k_option})) {
        pop();
      }
      reconstruct_formatting();
      insert_element();
      return false;
    case Tag::k_rb:
    case Tag::k_rtc:
      if (in_scope(Tag::k_ruby)) generate_implied_ends();
      insert_element();
      return false;
    case Tag::k_rp:
    case Tag::k_rt:
      if (in_scope(Tag::k_ruby)) generate_implied_ends(Tag::k_rtc);
      insert_element();
      return false;
    case Tag::k_math:
    case Tag::k_svg:
      reconstruct_formatting();
      insert_element(token_.tag == Tag::k_svg ? HtmlSpace::kSvg : HtmlSpace::kMath);
      if (token_.is_self_closing) pop();
      return false;
    case Tag::k_caption:
    case Tag::k_col:
    case Tag::k_colgroup:
    case Tag::k_frame:
    case Tag::k_head:
    case Tag::k_tbody:
    case Tag::k_td:
    case Tag::k_tfoot:
    case Tag::k_th:
    case Tag::k_thead:
    case Tag::k_tr:
      return false;
    default:
      reconstruct_formatting();
      insert_element();
      return false;
  }
}

bool HtmlTreeBuilder::in_body_end() {
  if (is_plain_block(token_.tag) ||
      is_one_of(token_.tag, {Tag::k_button, Tag::k_listing, Tag::k_pre, Tag::k_select})) {
    if (!in_scope(token_.tag)) return false;
    generate_implied_ends();
    pop_to(token_.tag);
    return false;
  }
  switch (token_.tag) {
    case Tag::k_template_:
      return in_head();
    case Tag::k_body:
    case Tag::k_html:
      if (!in_scope(Tag::k_body)) return false;
      mode_ = Mode::kAfterBody;
      return token_.tag == Tag::k_html;
    case Tag::k_form:
      if (!stack_has(Tag::k_template_)) {
        const HtmlNodeId form = std::exchange(form_, kNoNode);
        if (form == kNoNode || !node_in_scope(form)) return false;
        generate_implied_ends();
        remove_around_open(form);
        return false;
      }
      if (!in_scope(Tag::k_form)) return false;
      generate_implied_ends();
      pop_to(Tag::k_form);
      return false;
    case Tag::k_p:
      if (!in_scope(Tag::k_p, Scope::kButton)) insert_html(Tag::k_p, "p");
      close_p();
      return false;
    case Tag::k_li:
    case Tag::k_dd:
    case Tag::k_dt:
      if (!in_scope(token_.tag, token_.tag == Tag::k_li ? Scope::kListItem : Scope::kDefault))
        return false;
      generate_implied_ends(token_.tag);
      pop_to(token_.tag);
      return false;
    case Tag::k_h1:
    case Tag::k_h2:
    case Tag::k_h3:
    case Tag::k_h4:
    case Tag::k_h5:
    case Tag::k_h6:
      if (!in_scope({Tag::k_h1, Tag::k_h2, Tag::k_h3, Tag::k_h4, Tag::k_h5, Tag::k_h6}))
        return false;
      generate_implied_ends();
      pop_to({Tag::k_h1, Tag::k_h2, Tag::k_h3, Tag::k_h4, Tag::k_h5, Tag::k_h6});
      return false;
    case Tag::k_applet:
    case Tag::k_marquee:
    case Tag::k_object:
      if (!in_scope(token_.tag)) return false;
      generate_implied_ends();
      pop_to(token_.tag);
      clear_to_marker();
      return false;
    case Tag::k_br:
      reconstruct_formatting();
      token_.attributes.clear();
      insert_void();
      frameset_ok_ = false;
      return false;
    default:
      return is_formatting(token_.tag) ? adopt(token_.tag) : any_other_end();
  }
}

}  // namespace lectern
