#include "drawing/svg/tree.h"

#include <algorithm>

#include "base/byte_stream.h"
#include "documents/xml/xml_reader.h"
#include "drawing/svg/css.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

/// What a string costs beside its characters.
constexpr std::uint64_t kStringBytes = 64;
constexpr std::size_t kShortValue = 64;
constexpr std::size_t kMaxSheetBytes = std::size_t{4} << 20;

Att known_attribute(Xmlns space, std::string_view name) {
  if (space == Xmlns::kXlink) return name == "href" ? Att::kHref : Att::kNone;
  if (space == Xmlns::kXml)
    return name == "space" ? Att::kSpace : name == "id" ? Att::kId : Att::kNone;
  return space == Xmlns::kNone ? attribute_named(name) : Att::kNone;
}

}  // namespace

std::string_view Tree::keep(std::string text) {
  if (text.empty()) return {};
  if (!held_.grow(*meter_, text.size() + kStringBytes)) return {};
  return strings_.emplace_back(std::move(text));
}

const std::string_view* Tree::find(NodeId id, Att name) const {
  for (const Node::Attribute& attribute : nodes_[id].attributes) {
    if (attribute.name != name) continue;
    // It is read anew each time that the element is drawn.
    if (attribute.value.size() > kShortValue) meter_->spend(attribute.value.size());
    return &attribute.value;
  }
  return nullptr;
}

void Tree::set(NodeId id, Att name, std::string_view value) {
  for (Node::Attribute& attribute : nodes_[id].attributes) {
    if (attribute.name != name) continue;
    attribute.value = value;
    return;
  }
  if (held_.grow(*meter_, 2 * sizeof(Node::Attribute)))
    nodes_[id].attributes.push_back({name, value});
}

NodeId Tree::by_id(std::string_view id) const {
  const auto found = ids_.find(id);
  return found == ids_.end() ? kNoNode : found->second;
}

NodeId Tree::referred(std::string_view reference) const {
  reference = trimmed(reference);
  if (reference.starts_with("url(")) {
    reference.remove_prefix(4);
    reference = trimmed(reference.substr(0, reference.find(')')));
    if (reference.size() >= 2 && (reference[0] == '"' || reference[0] == '\''))
      reference = trimmed(reference.substr(1, reference.size() - 2));
  }
  if (!reference.starts_with('#')) return kNoNode;
  return by_id(reference.substr(1));
}

bool Tree::begin_element(NodeId parent, Tag tag, bool is_foreign, std::string_view name) {
  if (!held_.grow(*meter_, 2 * sizeof(Node)) || !meter_->spend(1, 100)) return false;
  Node node;
  node.tag = tag;
  node.is_foreign = is_foreign;
  node.parent = parent;
  node.text = name;
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back(std::move(node));
  if (parent != kNoNode) {
    Node& above = nodes_[parent];
    if (above.first_child == kNoNode) {
      above.first_child = id;
    } else {
      nodes_[above.last_child].next = id;
    }
    above.last_child = id;
  }
  return true;
}

Result<void> Tree::read(ByteSpan bytes, Meter& meter, LeftOut& left_out) {
  meter_ = &meter;
  MemoryStream stream(bytes);
  XmlReader xml(stream);
  NodeId open = kNoNode;
  while (!meter.has_failed()) {
    const XmlReader::Event event = xml.next();
    if (event == XmlReader::Event::kDone) break;
    if (event == XmlReader::Event::kEnd) {
      if (open != kNoNode) open = nodes_[open].parent;
      continue;
    }
    if (event == XmlReader::Event::kText) {
      meter.spend(xml.text().size(), 2);
      if (open == kNoNode || nodes_[open].is_foreign) continue;
      const Tag tag = nodes_[open].tag;
      if (tag != Tag::kText && tag != Tag::kTspan && tag != Tag::kTextPath && tag != Tag::kA &&
          tag != Tag::kStyle)
        continue;
      if (begin_element(open, Tag::kOther, false, {})) {
        nodes_.back().is_text = true;
        nodes_.back().text = keep(std::string(xml.text()));
      }
      continue;
    }
    const bool is_svg = xml.space() == Xmlns::kSvg || xml.space() == Xmlns::kNone;
    const Tag tag = is_svg ? tag_named(xml.name()) : Tag::kOther;
    if (open == kNoNode && tag != Tag::kSvg) {
      return fail(ErrorCode::kCorruptImage,
                  {"the document's element is \"{}\", not \"svg\"", xml.name()});
    }
    if (!begin_element(open, tag, !is_svg, keep(std::string(xml.name())))) break;
    open = static_cast<NodeId>(nodes_.size() - 1);
    for (const auto& attribute : xml.attributes()) {
      const Att name = known_attribute(attribute.space, attribute.name);
      if (name == Att::kNone ||
          (name == Att::kHref && attribute.space == Xmlns::kXlink && has(open, Att::kHref)))
        continue;
      meter.spend(attribute.value.size(), 2);
      set(open, name, keep(std::string(attribute.value)));
      if (name == Att::kId) ids_.try_emplace(nodes_[open].attributes.back().value, open);
    }
  }
  if (meter.has_failed()) return {};
  if (xml.error()) return fail(ErrorCode::kCorruptImage, {"the SVG is {}", xml.error()->message});
  if (nodes_.empty()) return fail(ErrorCode::kCorruptImage, "the SVG has no element");
  apply_sheets(left_out);
  return {};
}

void Tree::apply_sheets(LeftOut& left_out) {
  std::string sheet_text;
  for (const Node& node : nodes_) {
    if (node.tag != Tag::kStyle) continue;
    for (NodeId i = node.first_child; i != kNoNode; i = nodes_[i].next)
      sheet_text += nodes_[i].text;
    sheet_text += "\n";
  }
  if (sheet_text.size() > kMaxSheetBytes) {
    ++left_out["style sheet"];
    sheet_text.clear();
  }
  const std::string_view text = keep(std::move(sheet_text));
  const Sheet sheet = read_sheet(text, *meter_, left_out);
  // A match where the list grows and where it is sorted.
  constexpr std::uint64_t kMatchBytes = 3 * sizeof(Sheet::Match);
  std::vector<Sheet::Match> matches;
  for (NodeId id = 0; id < nodes_.size() && !meter_->has_failed(); ++id) {
    if (nodes_[id].is_text) continue;
    matches.clear();
    Held held;
    for (const Rule& rule : sheet.rules) {
      if (!meter_->spend(1, 4)) return;
      if (!is_matched(*this, id, rule, *meter_)) continue;
      if (!meter_->spend(rule.count, 8) ||
          !held.grow(*meter_, std::uint64_t{rule.count} * kMatchBytes))
        return;
      for (std::uint32_t i = 0; i < rule.count; ++i) {
        const Declaration& declaration = sheet.declarations[rule.first + i];
        matches.push_back({rule.specificity + (declaration.is_important ? kImportant : 0),
                           declaration.name, declaration.value});
      }
    }
    const std::string_view own = get(id, Att::kStyleAttribute);
    if (!own.empty()) {
      std::vector<Declaration> declarations;
      read_declarations(own, *meter_, declarations);
      if (!held.grow(*meter_, declarations.size() * (kMatchBytes + 3 * sizeof(Declaration))))
        return;
      for (const Declaration& declaration : declarations)
        matches.push_back({kInline + (declaration.is_important ? kImportant : 0), declaration.name,
                           declaration.value});
    }
    std::stable_sort(matches.begin(), matches.end(),
                     [](const auto& a, const auto& b) { return a.rank < b.rank; });
    for (const Sheet::Match& match : matches) set(id, match.name, match.value);
  }
}

}  // namespace lectern::drawing
