#include "documents/html/html_tree.h"

namespace lectern {

HtmlNodeId HtmlTree::add(HtmlNode::Kind kind) {
  HtmlNodeId id = static_cast<HtmlNodeId>(nodes_.size());
  if (free_.empty()) {
    nodes_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  nodes_[id].kind = kind;
  return id;
}

void HtmlTree::insert(HtmlNodeId parent, HtmlNodeId child, HtmlNodeId before) {
  HtmlNode& node = nodes_[child];
  HtmlNode& around = nodes_[parent];
  node.parent = parent;
  node.next = before;
  node.previous = before == kNoNode ? around.last : nodes_[before].previous;
  (node.previous == kNoNode ? around.first : nodes_[node.previous].next) = child;
  (before == kNoNode ? around.last : nodes_[before].previous) = child;
}

void HtmlTree::detach(HtmlNodeId id) {
  HtmlNode& node = nodes_[id];
  if (node.parent == kNoNode) return;
  HtmlNode& around = nodes_[node.parent];
  (node.previous == kNoNode ? around.first : nodes_[node.previous].next) = node.next;
  (node.next == kNoNode ? around.last : nodes_[node.next].previous) = node.previous;
  node.parent = node.previous = node.next = kNoNode;
}

void HtmlTree::move_children(HtmlNodeId from, HtmlNodeId to) {
  for (HtmlNodeId child = nodes_[from].first; child != kNoNode; child = nodes_[from].first) {
    detach(child);
    append(to, child);
  }
}

void HtmlTree::remove(HtmlNodeId id, std::vector<HtmlNodeId>& listed) {
  detach(id);
  // Down to the leaves without recursion: each is taken off its parent.
  for (HtmlNodeId at = id;;) {
    HtmlNode& node = nodes_[at];
    if (node.content != kNoNode) {
      const HtmlNodeId content = node.content;
      node.content = kNoNode;
      append(at, content);
    }
    if (nodes_[at].first != kNoNode) {
      at = nodes_[at].first;
      continue;
    }
    const HtmlNodeId parent = nodes_[at].parent;
    detach(at);
    if (nodes_[at].is_listed) listed.push_back(at);
    nodes_[at] = {};
    free_.push_back(at);
    if (at == id) return;
    at = parent;
  }
}

std::optional<std::string> HtmlTree::attribute(HtmlNodeId id, std::string_view name) const {
  for (const auto& [key, value] : nodes_[id].attributes) {
    if (key == name) return html_attribute_text(value);
  }
  return std::nullopt;
}

}  // namespace lectern
