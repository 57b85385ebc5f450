// Formatting elements that run on over blocks: the list of them, and the adoption agency.
#include <algorithm>
#include <utility>

#include "documents/html/html_tree_builder.h"

namespace lectern {
namespace {

/// So many attributes are compared in any order.
constexpr std::size_t kMaxCompared = 16;
/// So many are kept, and those that tell how an element is shown and where it leads: they are
/// copied wherever it goes on.
constexpr std::size_t kMaxKept = 16;

void keep_few(HtmlAttributes& attributes) {
  if (attributes.size() <= kMaxKept) return;
  const auto counts = [](std::string_view name) {
    return name == "hidden" || name == "style" || name == "class" || name == "id" || name == "href";
  };
  const auto rest = attributes.begin() + static_cast<std::ptrdiff_t>(kMaxKept);
  attributes.erase(
      std::remove_if(rest, attributes.end(), [&](const auto& one) { return !counts(one.first); }),
      attributes.end());
}

bool same_attributes(const HtmlAttributes& a, const HtmlAttributes& b) {
  if (a.size() != b.size()) return false;
  if (a == b) return true;
  return a.size() <= kMaxCompared && std::all_of(a.begin(), a.end(), [&b](const auto& attribute) {
           return std::find(b.begin(), b.end(), attribute) != b.end();
         });
}

}  // namespace

std::size_t HtmlTreeBuilder::formatting_place(HtmlNodeId id) const {
  if (!tree_[id].is_listed) return formatting_.size();
  for (std::size_t i = formatting_.size(); i-- > 0;) {
    if (formatting_[i].node == id) return i;
  }
  return formatting_.size();
}

void HtmlTreeBuilder::push_formatting(HtmlNodeId id) {
  HtmlNode& node = tree_[id];
  keep_few(node.attributes);
  // Of the same three times, the first goes.
  std::size_t same = 0;
  std::size_t first = 0;
  for (std::size_t i = formatting_.size(); i-- > 0 && !formatting_[i].is_marker();) {
    const Formatting& entry = formatting_[i];
    if (entry.tag != node.tag || !same_attributes(entry.attributes, node.attributes)) continue;
    ++same;
    first = i;
  }
  if (same >= 3) formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(first));
  if (formatting_.size() >= kMaxFormatting) {
    const auto oldest = std::find_if(formatting_.begin(), formatting_.end(),
                                     [](const Formatting& entry) { return !entry.is_marker(); });
    if (oldest != formatting_.end()) formatting_.erase(oldest);
  }
  node.is_listed = true;
  formatting_.push_back({id, node.tag, node.name, node.attributes});
}

void HtmlTreeBuilder::remove_formatting(HtmlNodeId id) {
  const std::size_t place = formatting_place(id);
  if (place < formatting_.size())
    formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(place));
}

void HtmlTreeBuilder::add_marker() {
  // The end of an element around a cell or an object leaves its marker.
  if (formatting_.size() >= kMaxListed)
    formatting_.erase(formatting_.begin(), formatting_.begin() + kMaxListed / 2);
  formatting_.push_back({});
}

void HtmlTreeBuilder::clear_to_marker() {
  while (!formatting_.empty()) {
    const bool is_marker = formatting_.back().is_marker();
    formatting_.pop_back();
    if (is_marker) return;
  }
}

HtmlNodeId HtmlTreeBuilder::clone_of(const Formatting& entry) {
  const HtmlNodeId id = make_element(entry.tag, entry.name, HtmlSpace::kHtml);
  tree_[id].attributes = entry.attributes;
  tree_[id].is_listed = true;
  return id;
}

void HtmlTreeBuilder::reconstruct_formatting() {
  const auto is_there = [this](const Formatting& entry) {
    return entry.is_marker() || (entry.node != kGoneNode && tree_[entry.node].is_open);
  };
  std::size_t place = formatting_.size();
  while (place > 0 && !is_there(formatting_[place - 1])) --place;
  for (; place < formatting_.size() && stack_.size() < kMaxOpen; ++place) {
    const HtmlNodeId id = clone_of(formatting_[place]);
    const Place where = place_for(current());
    tree_.insert(where.parent, id, where.before);
    push(id);
    formatting_[place].node = id;
  }
}

/// The last formatting element of that tag behind the last marker.
HtmlNodeId HtmlTreeBuilder::formatting_with(Tag tag) const {
  for (std::size_t i = formatting_.size(); i-- > 0 && !formatting_[i].is_marker();) {
    if (formatting_[i].tag == tag) return formatting_[i].node;
  }
  return kNoNode;
}

bool HtmlTreeBuilder::any_other_end() {
  for (std::size_t i = stack_.size(); i-- > 1;) {
    const HtmlNodeId id = stack_[i];
    const HtmlNode& node = tree_[id];
    if (node.space == HtmlSpace::kHtml && node.tag == token_.tag && node.name == token_.name) {
      generate_implied_ends(node.tag == Tag::kOther ? Tag::k_html : node.tag);
      while (stack_.size() > i) pop();
      return false;
    }
    if (is_special_node(id)) return false;
  }
  return false;
}

/// The adoption agency: a formatting element ends that has blocks open in it.
bool HtmlTreeBuilder::adopt(Tag tag) {
  if (is_html(current(), tag) && formatting_place(current()) == formatting_.size()) {
    pop();
    return false;
  }
  for (int outer = 0; outer < 8; ++outer) {
    const HtmlNodeId element = formatting_with(tag);
    if (element == kNoNode) return any_other_end();
    if (element == kGoneNode || !tree_[element].is_open) {
      for (std::size_t i = formatting_.size(); i-- > 0;) {
        if (formatting_[i].tag != tag || formatting_[i].node != element) continue;
        formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
      return false;
    }
    if (!node_in_scope(element)) return false;
    const std::size_t place =
        static_cast<std::size_t>(std::find(stack_.begin(), stack_.end(), element) - stack_.begin());
    std::size_t furthest = place + 1;
    while (furthest < stack_.size() && !is_special_node(stack_[furthest])) ++furthest;
    if (furthest == stack_.size() || place == 0) {
      while (stack_.size() > std::max<std::size_t>(place, 1)) pop();
      remove_formatting(element);
      return false;
    }
    if (is_overfull_) {
      // What is given away stays where it is.
      remove_formatting(element);
      return false;
    }
    const HtmlNodeId ancestor = stack_[place - 1];
    const HtmlNodeId block = stack_[furthest];
    std::size_t bookmark = formatting_place(element);
    HtmlNodeId last = block;
    int inner = 0;
    for (std::size_t at = furthest; --at > place;) {
      ++inner;
      const HtmlNodeId node = stack_[at];
      std::size_t listed = formatting_place(node);
      if (inner > 3 && listed < formatting_.size()) {
        formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(listed));
        if (listed < bookmark) --bookmark;
        listed = formatting_.size();
      }
      if (listed == formatting_.size()) {
        remove_from_stack(node);
        continue;
      }
      const HtmlNodeId clone = clone_of(formatting_[listed]);
      tree_[node].is_open = false;
      tree_[clone].is_open = true;
      formatting_[listed].node = clone;
      stack_[at] = clone;
      if (last == block) bookmark = listed + 1;
      tree_.detach(last);
      tree_.append(clone, last);
      last = clone;
    }
    tree_.detach(last);
    const Place where = place_for(ancestor);
    tree_.insert(where.parent, last, where.before);
    const std::size_t own = formatting_place(element);
    const HtmlNodeId clone = clone_of(formatting_[own]);
    tree_.move_children(block, clone);
    tree_.append(block, clone);
    Formatting entry = std::move(formatting_[own]);
    entry.node = clone;
    formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(own));
    if (own < bookmark) --bookmark;
    formatting_.insert(formatting_.begin() + static_cast<std::ptrdiff_t>(bookmark),
                       std::move(entry));
    remove_from_stack(element);
    const auto behind = std::find(stack_.begin(), stack_.end(), block);
    stack_.insert(behind + 1, clone);
    tree_[clone].is_open = true;
    ++open_count_[static_cast<std::size_t>(tag)];
  }
  return false;
}

}  // namespace lectern
