// The insertion modes of tables (the HTML Standard, sections 13.2.6.4.9 to 13.2.6.4.15).
#include <utility>

#include "base/format.h"
#include "documents/html/html_tree_builder.h"

namespace lectern {

bool HtmlTreeBuilder::anything_else_in_table() {
  foster_parents_ = true;
  const bool again = in_body();
  foster_parents_ = false;
  return again;
}

bool HtmlTreeBuilder::in_table() {
  if (token_.is_text() && current_is({Tag::k_table, Tag::k_tbody, Tag::k_template_, Tag::k_tfoot,
                                      Tag::k_thead, Tag::k_tr})) {
    table_text_.clear();
    original_mode_ = mode_;
    mode_ = Mode::kInTableText;
    return true;
  }
  if (token_.is_comment()) {
    insert_comment();
    return false;
  }
  if (token_.is_doctype()) return false;
  if (token_.is_done()) return in_body();
  if (token_.is_start()) {
    switch (token_.tag) {
      case Tag::k_caption:
        clear_stack_to({Tag::k_table});
        add_marker();
        insert_element();
        mode_ = Mode::kInCaption;
        return false;
      case Tag::k_colgroup:
        clear_stack_to({Tag::k_table});
        insert_element();
        mode_ = Mode::kInColumnGroup;
        return false;
      case Tag::k_col:
        clear_stack_to({Tag::k_table});
        insert_html(Tag::k_colgroup, "colgroup");
        mode_ = Mode::kInColumnGroup;
        return true;
      case Tag::k_tbody:
      case Tag::k_tfoot:
      case Tag::k_thead:
        clear_stack_to({Tag::k_table});
        insert_element();
        mode_ = Mode::kInTableBody;
        return false;
      case Tag::k_td:
      case Tag::k_th:
      case Tag::k_tr:
        clear_stack_to({Tag::k_table});
        insert_html(Tag::k_tbody, "tbody");
        mode_ = Mode::kInTableBody;
        return true;
      case Tag::k_table:
        if (!in_scope(Tag::k_table, Scope::kTable)) return false;
        pop_to(Tag::k_table);
        reset_mode();
        return true;
      case Tag::k_style:
      case Tag::k_script:
      case Tag::k_template_:
        return in_head();
      case Tag::k_input:
        for (const auto& [name, value] : token_.attributes) {
          if (name != "type" || ascii_lower(html_attribute_text(value)) != "hidden") continue;
          insert_void();
          return false;
        }
        break;
      case Tag::k_form:
        if (stack_has(Tag::k_template_) || form_ != kNoNode) return false;
        form_ = insert_element();
        tree_[form_].is_listed = true;
        pop();
        return false;
      default:
        break;
    }
  }
  if (token_.is_end({Tag::k_table})) {
    if (!in_scope(Tag::k_table, Scope::kTable)) return false;
    pop_to(Tag::k_table);
    reset_mode();
    return false;
  }
  if (token_.is_end({Tag::k_body, Tag::k_caption, Tag::k_col, Tag::k_colgroup, Tag::k_html,
                     Tag::k_tbody, Tag::k_td, Tag::k_tfoot, Tag::k_th, Tag::k_thead, Tag::k_tr}))
    return false;
  if (token_.is_end({Tag::k_template_})) return in_head();
  return anything_else_in_table();
}

bool HtmlTreeBuilder::in_table_text() {
  if (token_.is_text()) {
    drop_nul();
    table_text_ += token_.text;
    return false;
  }
  mode_ = original_mode_;
  if (table_text_.find_first_not_of(" \t\n\f\r") == table_text_.npos) {
    insert_text(table_text_);
    return true;
  }
  Token token = std::move(token_);
  const std::string text = std::exchange(table_text_, {});
  token_ = {HtmlTokenizer::Kind::kText, Tag::kOther, "", text, {}, false};
  anything_else_in_table();
  token_ = std::move(token);
  table_text_.clear();
  return true;
}

bool HtmlTreeBuilder::in_caption() {
  const bool ends = token_.is_end({Tag::k_caption});
  const bool implies_end =
      token_.is_start({Tag::k_caption, Tag::k_col, Tag::k_colgroup, Tag::k_tbody, Tag::k_td,
                       Tag::k_tfoot, Tag::k_th, Tag::k_thead, Tag::k_tr}) ||
      token_.is_end({Tag::k_table});
  if (ends || implies_end) {
    if (!in_scope(Tag::k_caption, Scope::kTable)) return false;
    generate_implied_ends();
    pop_to(Tag::k_caption);
    clear_to_marker();
    mode_ = Mode::kInTable;
    return implies_end;
  }
  if (token_.is_end({Tag::k_body, Tag::k_col, Tag::k_colgroup, Tag::k_html, Tag::k_tbody, Tag::k_td,
                     Tag::k_tfoot, Tag::k_th, Tag::k_thead, Tag::k_tr}))
    return false;
  return in_body();
}

bool HtmlTreeBuilder::in_column_group() {
  if (takes_surroundings()) return false;
  if (token_.is_start({Tag::k_html}) || token_.is_done()) return in_body();
  if (token_.is_start({Tag::k_col})) {
    insert_void();
    return false;
  }
  if (token_.is_start({Tag::k_template_}) || token_.is_end({Tag::k_template_})) return in_head();
  if (token_.is_end({Tag::k_col})) return false;
  if (!current_is({Tag::k_colgroup})) return false;
  pop();
  mode_ = Mode::kInTable;
  return !token_.is_end({Tag::k_colgroup});
}

bool HtmlTreeBuilder::in_table_body() {
  if (token_.is_start({Tag::k_tr})) {
    clear_stack_to({Tag::k_tbody, Tag::k_tfoot, Tag::k_thead});
    insert_element();
    mode_ = Mode::kInRow;
    return false;
  }
  if (token_.is_start({Tag::k_th, Tag::k_td})) {
    clear_stack_to({Tag::k_tbody, Tag::k_tfoot, Tag::k_thead});
    insert_html(Tag::k_tr, "tr");
    mode_ = Mode::kInRow;
    return true;
  }
  if (token_.is_end({Tag::k_tbody, Tag::k_tfoot, Tag::k_thead})) {
    if (!in_scope(token_.tag, Scope::kTable)) return false;
    clear_stack_to({Tag::k_tbody, Tag::k_tfoot, Tag::k_thead});
    pop();
    mode_ = Mode::kInTable;
    return false;
  }
  if (token_.is_start({Tag::k_caption, Tag::k_col, Tag::k_colgroup, Tag::k_tbody, Tag::k_tfoot,
                       Tag::k_thead}) ||
      token_.is_end({Tag::k_table})) {
    if (!in_scope({Tag::k_tbody, Tag::k_thead, Tag::k_tfoot}, Scope::kTable)) return false;
    clear_stack_to({Tag::k_tbody, Tag::k_tfoot, Tag::k_thead});
    pop();
    mode_ = Mode::kInTable;
    return true;
  }
  if (token_.is_end({Tag::k_body, Tag::k_caption, Tag::k_col, Tag::k_colgroup, Tag::k_html,
                     Tag::k_td, Tag::k_th, Tag::k_tr}))
    return false;
  return in_table();
}

bool HtmlTreeBuilder::in_row() {
  if (token_.is_start({Tag::k_th, Tag::k_td})) {
    clear_stack_to({Tag::k_tr});
    insert_element();
    mode_ = Mode::kInCell;
    add_marker();
    return false;
  }
  const bool ends = token_.is_end({Tag::k_tr});
  const bool ends_body = token_.is_end({Tag::k_tbody, Tag::k_tfoot, Tag::k_thead});
  const bool implies_end = ends_body || token_.is_end({Tag::k_table}) ||
                           token_.is_start({Tag::k_caption, Tag::k_col, Tag::k_colgroup,
                                            Tag::k_tbody, Tag::k_tfoot, Tag::k_thead, Tag::k_tr});
  if (ends || implies_end) {
    if (ends_body && !in_scope(token_.tag, Scope::kTable)) return false;
    if (!in_scope(Tag::k_tr, Scope::kTable)) return false;
    clear_stack_to({Tag::k_tr});
    pop();
    mode_ = Mode::kInTableBody;
    return implies_end;
  }
  if (token_.is_end({Tag::k_body, Tag::k_caption, Tag::k_col, Tag::k_colgroup, Tag::k_html,
                     Tag::k_td, Tag::k_th}))
    return false;
  return in_table();
}

bool HtmlTreeBuilder::in_cell() {
  if (token_.is_end({Tag::k_td, Tag::k_th})) {
    if (!in_scope(token_.tag, Scope::kTable)) return false;
    generate_implied_ends();
    pop_to(token_.tag);
    clear_to_marker();
    mode_ = Mode::kInRow;
    return false;
  }
  if (token_.is_start({Tag::k_caption, Tag::k_col, Tag::k_colgroup, Tag::k_tbody, Tag::k_td,
                       Tag::k_tfoot, Tag::k_th, Tag::k_thead, Tag::k_tr})) {
    if (!in_scope({Tag::k_td, Tag::k_th}, Scope::kTable)) return false;
    close_cell();
    return true;
  }
  if (token_.is_end({Tag::k_body, Tag::k_caption, Tag::k_col, Tag::k_colgroup, Tag::k_html}))
    return false;
  if (token_.is_end({Tag::k_table, Tag::k_tbody, Tag::k_tfoot, Tag::k_thead, Tag::k_tr})) {
    if (!in_scope(token_.tag, Scope::kTable)) return false;
    close_cell();
    return true;
  }
  return in_body();
}

}  // namespace lectern
