#include "data/shape/shape_tree.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/format.h"
#include "base/message.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxNodes = 4'096;
/// Deeper values are not looked at.
constexpr std::size_t kMaxLevels = 32;
/// An object of more keys is taken for a table of things that are alike.
constexpr std::size_t kMaxKeys = 150;
constexpr std::size_t kSomeKeys = 3;

/// Names without these need no quotes.
bool is_plain(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '$' || c == '@' || (c & 0x80) != 0;
  });
}

std::string shown_key(std::string_view key) {
  if (is_plain(key)) return sample_of(key);
  return compose({"\"{}\"", sample_of(key)});
}

std::string range_text(std::uint64_t fewest, std::uint64_t most) {
  if (fewest == most) return compose({"{,}", most});
  return compose({"{,} to {,}", fewest, most});
}

}  // namespace

ShapeTree::ShapeTree(bool is_markup) : is_markup_(is_markup), nodes_(1) {}

void ShapeTree::key(std::string_view name) {
  has_key_ = true;
  if (open_.empty()) return;
  Open& open = open_.back();
  open.keyed = guess(open);
  if (open.keyed != kNowhere && nodes_[open.keyed].key == name) return;
  open.keyed = kNowhere;
  open.key = name;
}

std::size_t ShapeTree::expected_key(std::string_view text) {
  if (open_.empty()) return 0;
  Open& open = open_.back();
  const std::uint32_t index = guess(open);
  if (index == kNowhere || !nodes_[index].is_literal) return 0;
  if (!begins_with_key(text, nodes_[index])) return 0;
  has_key_ = true;
  open.keyed = index;
  return nodes_[index].key.size();
}

/// Whether `text` begins with the node's key and a `"`.
bool ShapeTree::begins_with_key(std::string_view text, const Node& node) {
  const std::string& key = node.key;
  if constexpr (kHasLaneBits) {
    if (text.size() >= kLanes && key.size() < kLanes) {
      const Lanes others = load_lanes(text.data()) ^ load_lanes(node.quoted.data());
      // The lowest bit that is not set is that of the first byte that differs.
      const std::uint32_t same = lane_bits(equal(others, 0));
      return static_cast<std::size_t>(std::countr_one(same)) > key.size();
    }
  }
  return key.size() < text.size() && text[key.size()] == '"' &&
         std::equal(key.begin(), key.end(), text.begin());
}

/// The child that comes next in an object like the last one; kNowhere when none does.
std::uint32_t ShapeTree::guess(Open& open) const {
  if (open.is_list || open.node == kNowhere) return kNowhere;
  const Node& parent = nodes_[open.node];
  open.guess = std::max<std::size_t>(open.guess, parent.has_elements ? 1 : 0);
  if (open.guess >= parent.children.size()) return kNowhere;
  const std::uint32_t index = parent.children[open.guess];
  return nodes_[index].is_any_key ? kNowhere : index;
}

/// The node of the value that comes next; kNowhere: it is too deep, or there are too many.
std::uint32_t ShapeTree::place() {
  const bool has_key = std::exchange(has_key_, false);
  if (open_.empty()) return 0;
  Open& open = open_.back();
  ++open.count;
  if (open.node == kNowhere || open_.size() > kMaxLevels) return kNowhere;
  if (open.is_list) {
    std::vector<std::uint32_t>& children = nodes_[open.node].children;
    if (!nodes_[open.node].has_elements) {
      const std::uint32_t index = new_node("[]");
      if (index == kNowhere) return kNowhere;
      nodes_[open.node].has_elements = true;
      // The vector of nodes may have moved.
      nodes_[open.node].children.insert(nodes_[open.node].children.begin(), index);
      return index;
    }
    return children[0];
  }
  if (!has_key) return child_of(open.node, {}, open.guess);
  if (open.keyed == kNowhere) return child_of(open.node, open.key, open.guess);
  ++open.guess;
  return open.keyed;
}

std::uint32_t ShapeTree::new_node(std::string_view key) {
  std::uint32_t index = 0;
  if (!free_.empty()) {
    index = free_.back();
    free_.pop_back();
    nodes_[index] = Node();
  } else if (nodes_.size() < kMaxNodes) {
    index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    ++unlisted_;
    return kNowhere;
  }
  Node& node = nodes_[index];
  node.key = key;
  node.is_literal = key.find_first_of("\"'\\\n") == key.npos;
  if (key.size() < node.quoted.size()) {
    std::copy(key.begin(), key.end(), node.quoted.begin());
    node.quoted[key.size()] = '"';
  }
  return index;
}

std::uint32_t ShapeTree::child_of(std::uint32_t parent, std::string_view key, std::size_t& guess) {
  const std::vector<std::uint32_t>& children = nodes_[parent].children;
  const std::size_t start = nodes_[parent].has_elements ? 1 : 0;
  if (children.size() > start && nodes_[children[start]].is_any_key) {
    Node& any = nodes_[children[start]];
    if (any.some_keys.size() < kSomeKeys) any.some_keys.push_back(shown_key(key));
    return children[start];
  }
  guess = std::max(guess, start);
  if (guess < children.size() && nodes_[children[guess]].key == key) return children[guess++];
  for (std::size_t i = start; i < children.size(); ++i) {
    if (nodes_[children[i]].key != key) continue;
    guess = i + 1;
    return children[i];
  }
  if (children.size() - start >= kMaxKeys) {
    collapse(parent);
    return child_of(parent, key, guess);
  }
  const std::uint32_t index = new_node(key);
  if (index == kNowhere) return kNowhere;
  nodes_[parent].children.push_back(index);
  guess = nodes_[parent].children.size();
  return index;
}

/// Makes all keys of an object one.
void ShapeTree::collapse(std::uint32_t parent) {
  const std::vector<std::uint32_t> all = nodes_[parent].children;
  const std::size_t start = nodes_[parent].has_elements ? 1 : 0;
  const std::uint32_t any = all[start];
  Node& node = nodes_[any];
  node.is_any_key = true;
  for (std::size_t i = start; i < all.size() && node.some_keys.size() < kSomeKeys; ++i)
    node.some_keys.push_back(shown_key(nodes_[all[i]].key));
  nodes_[parent].children.resize(start + 1);
  for (std::size_t i = start + 1; i < all.size(); ++i) merge(any, all[i]);
}

void ShapeTree::merge(std::uint32_t into, std::uint32_t from) {
  Node& target = nodes_[into];
  Node source = std::move(nodes_[from]);
  const bool had_none =
      target.facts.count(ValueKind::kObject) + target.facts.count(ValueKind::kArray) == 0;
  const bool has_none =
      source.facts.count(ValueKind::kObject) + source.facts.count(ValueKind::kArray) == 0;
  if (!has_none) {
    target.fewest = had_none ? source.fewest : std::min(target.fewest, source.fewest);
    target.most = std::max(target.most, source.most);
  }
  target.facts.merge(source.facts);
  target.is_unread = target.is_unread || source.is_unread;
  for (std::size_t i = 0; i < source.children.size(); ++i) {
    const std::uint32_t child = source.children[i];
    const bool is_element = source.has_elements && i == 0;
    std::uint32_t same = kNowhere;
    for (std::size_t j = 0; j < target.children.size(); ++j) {
      const bool is_other_element = target.has_elements && j == 0;
      const Node& other = nodes_[target.children[j]];
      if (is_element == is_other_element &&
          (is_element || other.is_any_key || other.key == nodes_[child].key)) {
        same = target.children[j];
        break;
      }
    }
    if (same != kNowhere) {
      merge(same, child);
    } else if (is_element) {
      target.children.insert(target.children.begin(), child);
      target.has_elements = true;
    } else {
      target.children.push_back(child);
    }
  }
  free_.push_back(from);
  const std::size_t start = target.has_elements ? 1 : 0;
  if (target.children.size() - start > kMaxKeys) return collapse(into);
  for (std::size_t i = start + 1; i < target.children.size(); ++i) {
    if (nodes_[target.children[i]].is_any_key) return collapse(into);
  }
}

void ShapeTree::value(ValueKind kind, std::string_view text, std::uint64_t bytes,
                      std::uint64_t line, std::uint64_t last) {
  const std::uint32_t index = place();
  if (index == kNowhere) return;
  Node& node = nodes_[index];
  if (node.first == 0) {
    node.first = line;
    node.last = std::max(line, last);
  }
  node.facts.add(kind, text, bytes);
}

void ShapeTree::begin(ValueKind kind, std::uint64_t line) {
  const std::uint32_t index = place();
  bool is_first = false;
  if (index != kNowhere) {
    Node& node = nodes_[index];
    is_first = node.first == 0;
    if (is_first) node.first = node.last = line;
    node.facts.add(kind, {}, 0);
  }
  Open& open = open_.emplace_back();
  open.node = index;
  open.is_list = kind == ValueKind::kArray;
  open.is_first = is_first;
}

void ShapeTree::end(std::uint64_t line) {
  if (open_.empty()) return;
  has_key_ = false;
  if (const Open& open = open_.back(); open.node != kNowhere) {
    Node& node = nodes_[open.node];
    if (open.is_first) node.last = line;
    note_count(node, open.count);
  }
  open_.pop_back();
}

void ShapeTree::skip(ValueKind kind, std::uint64_t line) {
  const std::uint32_t index = place();
  if (index == kNowhere) return;
  Node& node = nodes_[index];
  if (node.first == 0) node.first = node.last = line;
  node.facts.add(kind, {}, 0);
  node.is_unread = true;
}

void ShapeTree::drop() {
  if (open_.empty()) return;
  nodes_[0].facts.take_back(open_[0].is_list ? ValueKind::kArray : ValueKind::kObject);
  open_.clear();
  has_key_ = false;
}

void ShapeTree::note_count(Node& node, std::uint64_t count) {
  const std::uint64_t containers =
      node.facts.count(ValueKind::kObject) + node.facts.count(ValueKind::kArray);
  node.fewest = containers <= 1 ? count : std::min(node.fewest, count);
  node.most = std::max(node.most, count);
}

std::string ShapeTree::path() const {
  std::string path;
  for (const Open& open : open_) {
    const std::string& key = open.keyed == kNowhere ? open.key : nodes_[open.keyed].key;
    if (open.is_list) {
      append_to(path, {"[{}]", open.count == 0 ? 0 : open.count - 1});
    } else if (!key.empty()) {
      append_to(path, {"{}{}", path.empty() ? "" : ".", shown_key(key)});
    }
  }
  return path;
}

/// What the elements of a list are: "1,234 objects", "3 strings "a", "b"".
std::string ShapeTree::describe_elements(const Node& node) const {
  if (node.most == 0) return "nothing";
  const std::string count = range_text(node.fewest, node.most);
  // Those that lie too deep have no node.
  if (!node.has_elements) return count + " values";
  const Node& elements = nodes_[node.children[0]];
  for (std::size_t i = 0; i < kValueKinds; ++i) {
    const auto kind = static_cast<ValueKind>(i);
    if (!elements.facts.is_all(kind)) continue;
    std::string text = compose({"{} {}{}", count, value_noun(kind), node.most == 1 ? "" : "s"});
    if (kind == ValueKind::kArray) {
      append_to(text, {", each of {}", describe_elements(elements)});
    } else if (const std::string detail = elements.facts.detail(kind); !detail.empty()) {
      append_to(text, {" {}", detail});
    }
    return text;
  }
  return compose({"{} values: {}", count, elements.facts.text()});
}

std::string ShapeTree::describe(const Node& node) const {
  if (node.is_unread) return node.facts.text() + " (not looked into)";
  const bool has_list = node.has_elements || node.facts.count(ValueKind::kArray) > 0;
  if (node.facts.is_all(ValueKind::kArray)) {
    if (node.most == 0) return "empty array";
    return compose({"array of {}", describe_elements(node)});
  }
  if (node.facts.is_all(ValueKind::kObject)) {
    if (node.most == 0) return is_markup_ ? "empty" : "empty object";
    std::string text =
        compose({"{}{} {}{}", is_markup_ ? "" : "object of ", range_text(node.fewest, node.most),
                 is_markup_ ? "part" : "key", node.most == 1 ? "" : "s"});
    const Node& first = nodes_[node.children.empty() ? 0 : node.children[0]];
    if (!node.children.empty() && first.is_any_key) {
      for (std::size_t i = 0; i < first.some_keys.size(); ++i)
        append_to(text, {"{}{}", i == 0 ? ": " : ", ", first.some_keys[i]});
      text += ", ...";
    }
    return text;
  }
  if (is_markup_ && node.facts.is_all(ValueKind::kNull)) return "empty";
  if (is_markup_ && node.facts.count(ValueKind::kObject) > 0) {
    return compose({"{}, {,} with parts", node.facts.text_without(ValueKind::kObject),
                    node.facts.count(ValueKind::kObject)});
  }
  std::string text = node.facts.text();
  if (has_list && node.has_elements && node.facts.count(ValueKind::kObject) == 0) {
    append_to(text, {" of {}", describe_elements(node)});
  }
  return text;
}

void ShapeTree::show_children(OutlineEntries& entries, const Node& node, std::uint32_t level,
                              const std::string& prefix) const {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Node& child = nodes_[node.children[i]];
    if (node.has_elements && i == 0) {
      show_children(entries, child, level, prefix + "[]");
    } else {
      std::string name = prefix;
      if (!prefix.empty() && !child.is_any_key) name += '.';
      name += child.is_any_key ? "(each)" : shown_key(child.key);
      show(entries, node.children[i], level, name, node.facts.count(ValueKind::kObject));
    }
  }
}

void ShapeTree::show(OutlineEntries& entries, std::uint32_t index, std::uint32_t level,
                     const std::string& name, std::uint64_t among) const {
  const Node& node = nodes_[index];
  std::string text = name.empty() ? describe(node) : compose({"{}: {}", name, describe(node)});
  if (node.facts.count() < among && !node.is_any_key) {
    append_to(text, {" (in {,} of {,})", node.facts.count(), among});
  } else if (is_markup_ && node.facts.count() > std::max<std::uint64_t>(among, 1)) {
    append_to(text, {", {,} times", node.facts.count()});
  }
  entries.add(node.first, level, level, text, node.last);
  show_children(entries, node, level + 1, {});
}

void ShapeTree::show(OutlineEntries& entries, std::string_view name) const {
  if (roots() == 0) return;
  show(entries, 0, 0, std::string(name), roots());
}

}  // namespace lectern
