// The tree of an HTML document, as far as it is held: what lies behind has been given away.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/html/html_tags.h"
#include "documents/html/html_tokenizer.h"

namespace lectern {

/// The number of a node; kNoNode for none.
using HtmlNodeId = std::uint32_t;
inline constexpr HtmlNodeId kNoNode = 0xFFFFFFFF;

struct HtmlNode {
  enum class Kind : std::uint8_t { kDocument, kElement, kText, kComment, kDoctype };
  Kind kind = Kind::kElement;
  HtmlSpace space = HtmlSpace::kHtml;
  Tag tag = Tag::kOther;
  bool is_open = false;    ///< on the stack of open elements
  bool is_around = false;  ///< taken from the stack, with open elements in it
  bool is_listed = false;  ///< an active formatting element, or the form that is open
  HtmlNodeId parent = kNoNode;
  HtmlNodeId previous = kNoNode;
  HtmlNodeId next = kNoNode;
  HtmlNodeId first = kNoNode;
  HtmlNodeId last = kNoNode;
  HtmlNodeId content = kNoNode;  ///< of a template
  /// Of an element; the text of others, which stands so in the document.
  std::string_view name;
  std::string made_text;  ///< a text that does not
  HtmlAttributes attributes;

  /// Of what is no element.
  std::string_view text() const { return made_text.empty() ? name : made_text; }
};

class HtmlTree {
 public:
  HtmlTree() { add(HtmlNode::Kind::kDocument); }

  static constexpr HtmlNodeId kDocument = 0;

  HtmlNode& operator[](HtmlNodeId id) { return nodes_[id]; }
  const HtmlNode& operator[](HtmlNodeId id) const { return nodes_[id]; }
  /// Nodes that are held.
  std::size_t size() const { return nodes_.size() - free_.size(); }

  HtmlNodeId add(HtmlNode::Kind kind);
  void append(HtmlNodeId parent, HtmlNodeId child) { insert(parent, child, kNoNode); }
  /// \param before  a child of `parent`; kNoNode for behind all.
  void insert(HtmlNodeId parent, HtmlNodeId child, HtmlNodeId before);
  /// Takes a node from its parent.
  void detach(HtmlNodeId id);
  /// Moves all children to the end of another node.
  void move_children(HtmlNodeId from, HtmlNodeId to);
  /// Detaches a node and gives its room, and that of what is in it, to others.
  /// \param listed  takes those that somebody points to.
  void remove(HtmlNodeId id, std::vector<HtmlNodeId>& listed);

  std::optional<std::string> attribute(HtmlNodeId id, std::string_view name) const;

 private:
  std::vector<HtmlNode> nodes_;
  std::vector<HtmlNodeId> free_;
};

}  // namespace lectern
