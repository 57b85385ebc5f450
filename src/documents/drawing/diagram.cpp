#include "documents/drawing/diagram.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/message.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::size_t kMaxDiagramPoints = 10'000;
constexpr std::size_t kMaxPointBytes = 20'000;
constexpr unsigned kMaxDiagramDepth = 50;

struct DiagramPoint {
  std::string id;
  std::string text;
  bool is_document = false;
};

struct Diagram {
  std::vector<DiagramPoint> points;
  std::map<std::string, std::size_t, std::less<>> by_id;
  /// By the parent: order and child.
  std::multimap<std::string, std::pair<std::uint64_t, std::string>, std::less<>> children;
};

std::string point_text(XmlReader& xml) {
  std::string text;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kDrawing, "p") && !text.empty()) text += '\n';
    if (xml.is(Xmlns::kDrawing, "br")) text += '\n';
    if (xml.is(Xmlns::kDrawing, "t") && text.size() < kMaxPointBytes)
      text += xml.text_inside(kMaxPointBytes);
  }
  return text;
}

void write_point(const Diagram& diagram, std::size_t index, unsigned level,
                 std::set<std::size_t>& done, MarkdownWriter& writer) {
  if (!done.insert(index).second || level > kMaxDiagramDepth) return;
  const DiagramPoint& point = diagram.points[index];
  unsigned next = level;
  if (point.text.find_first_not_of(" \n") != point.text.npos) {
    writer.begin_item(level, "");
    writer.text(point.text);
    writer.end_block();
    ++next;
  }
  auto [child, end] = diagram.children.equal_range(point.id);
  std::vector<std::pair<std::uint64_t, std::string>> ordered;
  for (; child != end; ++child) ordered.push_back(child->second);
  std::sort(ordered.begin(), ordered.end());
  for (const auto& [order, id] : ordered) {
    const auto found = diagram.by_id.find(id);
    if (found != diagram.by_id.end()) write_point(diagram, found->second, next, done, writer);
  }
}

}  // namespace

bool write_diagram(OfficePackage& package, std::string_view data_part, MarkdownWriter& writer) {
  if (!package.has(data_part)) return false;
  auto reader = package.xml(data_part);
  if (!reader) {
    package.warn(data_part, reader.error());
    return false;
  }
  XmlReader& xml = ***reader;
  Diagram diagram;
  bool has_text = false;
  while (xml.next() != Event::kDone) {
    if (xml.starts(Xmlns::kDiagram, "pt") && diagram.points.size() < kMaxDiagramPoints) {
      DiagramPoint point;
      point.id = xml.value("modelId");
      const std::string type(xml.value("type"));
      point.is_document = type == "doc";
      std::string text = point_text(xml);
      // Points of the layout repeat those of the data.
      if (type == "pres" || type == "parTrans" || type == "sibTrans") continue;
      point.text = std::move(text);
      has_text |= !point.text.empty();
      diagram.by_id.emplace(point.id, diagram.points.size());
      diagram.points.push_back(std::move(point));
    } else if (xml.starts(Xmlns::kDiagram, "cxn") &&
               diagram.children.size() < kMaxDiagramPoints) {
      const std::string_view type = xml.value("type");
      if (!type.empty() && type != "parOf") continue;
      std::uint64_t order = 0;
      for (const char c : xml.value("srcOrd")) {
        if (c < '0' || c > '9' || order > 1'000'000) break;
        order = order * 10 + static_cast<unsigned>(c - '0');
      }
      diagram.children.emplace(std::string(xml.value("srcId")),
                               std::pair(order, std::string(xml.value("destId"))));
    }
  }
  if (xml.error()) package.warn(data_part, *xml.error());
  if (!has_text) return false;
  writer.note_block("[Drawing: a diagram with these texts]");
  std::set<std::size_t> done;
  for (std::size_t i = 0; i < diagram.points.size(); ++i) {
    if (diagram.points[i].is_document) write_point(diagram, i, 0, done, writer);
  }
  for (std::size_t i = 0; i < diagram.points.size(); ++i) write_point(diagram, i, 0, done, writer);
  writer.end_block();
  return true;
}

}  // namespace lectern
