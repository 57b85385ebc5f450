// The stack of open elements and what is put into the tree.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/html/html_tree_builder.h"

namespace lectern {

bool HtmlTreeBuilder::stack_has(Tag tag) const {
  return open_count_[static_cast<std::size_t>(tag)] > 0;
}

bool HtmlTreeBuilder::is_special_node(HtmlNodeId id) const {
  const HtmlNode& node = tree_[id];
  switch (node.space) {
    case HtmlSpace::kHtml:
      return is_special(node.tag);
    case HtmlSpace::kMath:
      return is_one_of(node.tag, {Tag::k_mi, Tag::k_mo, Tag::k_mn, Tag::k_ms, Tag::k_mtext,
                                  Tag::k_annotation_xml});
    case HtmlSpace::kSvg:
      return is_one_of(node.tag, {Tag::k_foreignObject, Tag::k_desc, Tag::k_title});
  }
  return false;
}

bool HtmlTreeBuilder::bounds_scope(HtmlNodeId id, Scope scope) const {
  if (tree_[id].space != HtmlSpace::kHtml) return scope != Scope::kTable && is_special_node(id);
  const Tag tag = tree_[id].tag;
  if (has_trait(tag, HtmlTrait::kBoundsAll)) return true;
  if (scope == Scope::kTable) return false;
  if (has_trait(tag, HtmlTrait::kBoundsMost)) return true;
  if (scope == Scope::kListItem) return is_html(id, {Tag::k_ol, Tag::k_ul});
  return scope == Scope::kButton && is_html(id, Tag::k_button);
}

bool HtmlTreeBuilder::in_scope(std::initializer_list<Tag> tags, Scope scope) const {
  if (std::none_of(tags.begin(), tags.end(), [this](Tag tag) { return stack_has(tag); }))
    return false;
  for (auto id = stack_.rbegin(); id != stack_.rend(); ++id) {
    if (is_html(*id, tags)) return true;
    if (bounds_scope(*id, scope)) return false;
  }
  return false;
}

bool HtmlTreeBuilder::in_scope(Tag tag, Scope scope) const { return in_scope({tag}, scope); }

bool HtmlTreeBuilder::node_in_scope(HtmlNodeId wanted) const {
  for (auto id = stack_.rbegin(); id != stack_.rend(); ++id) {
    if (*id == wanted) return true;
    if (bounds_scope(*id, Scope::kDefault)) return false;
  }
  return false;
}

/// Before an element is inserted: what nests too deep stands beside what it is in.
void HtmlTreeBuilder::make_room() {
  if (stack_.size() >= kMaxOpen) pop();
}

void HtmlTreeBuilder::push(HtmlNodeId id) {
  HtmlNode& node = tree_[id];
  node.is_open = true;
  if (node.space == HtmlSpace::kHtml) ++open_count_[static_cast<std::size_t>(node.tag)];
  stack_.push_back(id);
}

void HtmlTreeBuilder::pop() {
  HtmlNode& node = tree_[stack_.back()];
  node.is_open = false;
  if (node.space == HtmlSpace::kHtml) --open_count_[static_cast<std::size_t>(node.tag)];
  stack_.pop_back();
  while (around_open_.size() > stack_.size()) forget_around();
}

/// Of the last place.
void HtmlTreeBuilder::forget_around() {
  for (const HtmlNodeId id : around_open_.back()) tree_[id].is_around = false;
  around_open_.pop_back();
}

/// The root stays.
void HtmlTreeBuilder::pop_to(std::initializer_list<Tag> tags) {
  while (stack_.size() > 1) {
    const bool is_last = is_html(current(), tags);
    pop();
    if (is_last) return;
  }
}

void HtmlTreeBuilder::pop_to(Tag tag) { pop_to({tag}); }

void HtmlTreeBuilder::remove_from_stack(HtmlNodeId id) {
  const auto found = std::find(stack_.begin(), stack_.end(), id);
  if (found == stack_.end()) return;
  stack_.erase(found);
  HtmlNode& node = tree_[id];
  node.is_open = false;
  if (node.space == HtmlSpace::kHtml) --open_count_[static_cast<std::size_t>(node.tag)];
}

/// Takes an element from the stack that stays around those behind it.
void HtmlTreeBuilder::remove_around_open(HtmlNodeId id) {
  const auto found = std::find(stack_.begin(), stack_.end(), id);
  if (found == stack_.end()) return;
  const auto place = static_cast<std::size_t>(found - stack_.begin());
  remove_from_stack(id);
  if (place == stack_.size()) return;
  tree_[id].is_around = true;
  if (around_open_.size() <= place) around_open_.resize(place + 1);
  around_open_[place].push_back(id);
}

void HtmlTreeBuilder::clear_stack_to(std::initializer_list<Tag> tags) {
  while (stack_.size() > 1 && !is_html(current(), tags) &&
         !is_html(current(), {Tag::k_html, Tag::k_template_}))
    pop();
}

void HtmlTreeBuilder::generate_implied_ends(Tag except) {
  while (stack_.size() > 1 && !is_html(current(), except) && current_has(HtmlTrait::kImpliedEnd))
    pop();
}

void HtmlTreeBuilder::generate_all_implied_ends() {
  while (stack_.size() > 1 && current_has(HtmlTrait::kThoroughEnd)) pop();
}

void HtmlTreeBuilder::close_p() {
  generate_implied_ends(Tag::k_p);
  pop_to(Tag::k_p);
}

void HtmlTreeBuilder::close_p_if_in_button_scope() {
  if (in_scope(Tag::k_p, Scope::kButton)) close_p();
}

void HtmlTreeBuilder::close_cell() {
  generate_implied_ends();
  pop_to({Tag::k_td, Tag::k_th});
  clear_to_marker();
  mode_ = Mode::kInRow;
}

void HtmlTreeBuilder::reset_mode() {
  mode_ = Mode::kInBody;
  for (std::size_t i = stack_.size(); i-- > 0;) {
    const bool is_last = i == 0;
    const HtmlNodeId id = is_last && context_ != kNoNode ? context_ : stack_[i];
    if (tree_[id].space != HtmlSpace::kHtml) continue;
    switch (tree_[id].tag) {
      case Tag::k_td:
      case Tag::k_th:
        if (is_last) return;
        mode_ = Mode::kInCell;
        return;
      case Tag::k_tr:
        mode_ = Mode::kInRow;
        return;
      case Tag::k_tbody:
      case Tag::k_thead:
      case Tag::k_tfoot:
        mode_ = Mode::kInTableBody;
        return;
      case Tag::k_caption:
        mode_ = Mode::kInCaption;
        return;
      case Tag::k_colgroup:
        mode_ = Mode::kInColumnGroup;
        return;
      case Tag::k_table:
        mode_ = Mode::kInTable;
        return;
      case Tag::k_template_:
        if (!template_modes_.empty()) mode_ = template_modes_.back();
        return;
      case Tag::k_head:
        if (is_last) return;
        mode_ = Mode::kInHead;
        return;
      case Tag::k_body:
        return;
      case Tag::k_frameset:
        mode_ = Mode::kInFrameset;
        return;
      case Tag::k_html:
        mode_ = has_head_ ? Mode::kAfterHead : Mode::kBeforeHead;
        return;
      default:
        break;
    }
  }
}

HtmlTreeBuilder::Place HtmlTreeBuilder::place_for(HtmlNodeId target) const {
  const bool fosters =
      foster_parents_ && !is_overfull_ &&
      is_html(target, {Tag::k_table, Tag::k_tbody, Tag::k_tfoot, Tag::k_thead, Tag::k_tr});
  if (fosters) {
    for (std::size_t i = stack_.size(); i-- > 0;) {
      const HtmlNodeId id = stack_[i];
      if (is_html(id, Tag::k_template_)) {
        target = id;
        break;
      }
      if (is_html(id, Tag::k_table)) {
        if (tree_[id].parent != kNoNode) return {tree_[id].parent, id};
        target = stack_[i - 1];
        break;
      }
      target = id;
    }
  }
  if (tree_[target].content != kNoNode) target = tree_[target].content;
  return {target, kNoNode};
}

HtmlNodeId HtmlTreeBuilder::make_element(Tag tag, std::string_view name, HtmlSpace space) {
  const HtmlNodeId id = tree_.add(HtmlNode::Kind::kElement);
  tree_[id].tag = tag;
  tree_[id].name = name;
  tree_[id].space = space;
  if (space == HtmlSpace::kHtml && tag == Tag::k_template_) {
    const HtmlNodeId content = tree_.add(HtmlNode::Kind::kDocument);
    tree_[id].content = content;
  }
  return id;
}

/// The element of the token.
HtmlNodeId HtmlTreeBuilder::insert_element(HtmlSpace space) {
  const HtmlNodeId id = make_element(
      token_.tag, space == HtmlSpace::kSvg ? svg_tag_name(token_.name) : token_.name, space);
  HtmlAttributes& attributes = tree_[id].attributes;
  attributes = std::exchange(token_.attributes, {});
  if (space != HtmlSpace::kHtml) {
    for (auto& [name, value] : attributes) {
      if (space == HtmlSpace::kSvg) name = svg_attribute_name(name);
      if (space == HtmlSpace::kMath && name == "definitionurl") name = "definitionURL";
    }
  }
  make_room();
  const Place place = place_for(current());
  tree_.insert(place.parent, id, place.before);
  push(id);
  inserted_ = id;
  return id;
}

/// An element that no token stands for.
HtmlNodeId HtmlTreeBuilder::insert_html(Tag tag, std::string_view name) {
  const HtmlNodeId id = make_element(tag, name, HtmlSpace::kHtml);
  make_room();
  const Place place = place_for(current());
  tree_.insert(place.parent, id, place.before);
  push(id);
  return id;
}

void HtmlTreeBuilder::insert_void() {
  insert_element();
  pop();
}

void HtmlTreeBuilder::insert_text(std::string_view text) {
  if (text.empty()) return;
  const Place place = place_for(current());
  if (place.parent == HtmlTree::kDocument) return;
  const HtmlNodeId before =
      place.before == kNoNode ? tree_[place.parent].last : tree_[place.before].previous;
  if (before != kNoNode && tree_[before].kind == HtmlNode::Kind::kText) {
    HtmlNode& node = tree_[before];
    if (node.made_text.empty()) node.made_text = node.name;
    node.made_text += text;
    return;
  }
  const HtmlNodeId id = tree_.add(HtmlNode::Kind::kText);
  set_text(id, text);
  tree_.insert(place.parent, id, place.before);
}

void HtmlTreeBuilder::insert_comment(HtmlNodeId parent) {
  // They are not shown.
  if (sink_ != nullptr) return;
  const HtmlNodeId id = tree_.add(HtmlNode::Kind::kComment);
  set_text(id, token_.text);
  if (parent != kNoNode) return tree_.append(parent, id);
  const Place place = place_for(current());
  tree_.insert(place.parent, id, place.before);
}

void HtmlTreeBuilder::set_text(HtmlNodeId id, std::string_view text) {
  if (tokens_.holds(text)) {
    tree_[id].name = text;
  } else {
    tree_[id].made_text = text;
  }
}

/// An element whose content is text.
void HtmlTreeBuilder::insert_raw(HtmlTokenizer::Content content) {
  if (is_xml_ && token_.is_self_closing) return insert_void();
  insert_element();
  tokens_.set_content(content);
  tokens_.set_last_start(token_.name);
  original_mode_ = mode_;
  mode_ = Mode::kText;
}

/// Adds the token's attributes that an element does not have.
void HtmlTreeBuilder::merge_attributes(HtmlNodeId id) {
  for (auto& attribute : token_.attributes) {
    const auto& all = tree_[id].attributes;
    const bool is_there = std::any_of(all.begin(), all.end(), [&attribute](const auto& other) {
      return other.first == attribute.first;
    });
    if (!is_there && all.size() < HtmlTokenizer::kMaxAttributes)
      tree_[id].attributes.push_back(std::move(attribute));
  }
}

}  // namespace lectern
