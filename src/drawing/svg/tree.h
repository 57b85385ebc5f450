// An SVG in memory: its elements, with their attributes after the style sheets have been applied.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "drawing/raster/meter.h"
#include "drawing/svg/names.h"

namespace lectern::drawing {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFF;

struct Node {
  struct Attribute {
    Att name;
    std::string_view value;
  };
  Tag tag = Tag::kOther;
  bool is_text = false;     ///< `text` between elements; it has no tag
  bool is_foreign = false;  ///< an element of another namespace
  NodeId parent = kNoNode;
  NodeId first_child = kNoNode;
  NodeId last_child = kNoNode;
  NodeId next = kNoNode;
  std::string_view text;  ///< of a text; else the element's name
  std::vector<Attribute> attributes;
};

/// What is not drawn, by its name, for the warning.
using LeftOut = std::map<std::string, std::uint64_t, std::less<>>;

class Tree {
 public:
  Tree() = default;
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  /// Reads the document and applies its style sheets. CORRUPT_IMAGE or, by the meter,
  /// LIMIT_EXCEEDED.
  Result<void> read(ByteSpan bytes, Meter& meter, LeftOut& left_out);

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  NodeId root() const { return 0; }
  std::size_t size() const { return nodes_.size(); }
  /// Nullptr when it is not there.
  const std::string_view* find(NodeId id, Att name) const;
  /// "" when it is not there.
  std::string_view get(NodeId id, Att name) const {
    const std::string_view* value = find(id, name);
    return value == nullptr ? std::string_view() : *value;
  }
  bool has(NodeId id, Att name) const { return find(id, name) != nullptr; }
  /// The element of an id; kNoNode when there is none.
  NodeId by_id(std::string_view id) const;
  /// What "#id" or "url(#id)" names; kNoNode for anything else.
  NodeId referred(std::string_view reference) const;

 private:
  std::string_view keep(std::string text);
  bool begin_element(NodeId parent, Tag tag, bool is_foreign, std::string_view name);
  void apply_sheets(LeftOut& left_out);
  void set(NodeId id, Att name, std::string_view value);

  Meter* meter_ = nullptr;
  Held held_;
  std::vector<Node> nodes_;
  std::deque<std::string> strings_;
  std::map<std::string_view, NodeId> ids_;
};

}  // namespace lectern::drawing
