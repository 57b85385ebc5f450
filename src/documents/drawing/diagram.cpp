#include "documents/drawing/diagram.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "base/message.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxDiagramPoints = 20'000;
constexpr std::size_t kMaxPointText = 100'000;
constexpr std::size_t kMaxDiagramBytes = std::size_t{4} << 20;
constexpr std::uint32_t kMaxLevel = 30;

struct Point {
  std::string id;
  std::string text;
  bool is_root = false;
  bool has_parent = false;
  std::vector<std::pair<std::uint64_t, std::string>> children = {};  ///< with their order
};

}  // namespace

std::vector<DiagramItem> read_diagram(XmlReader& xml) {
  std::vector<Point> points;
  std::map<std::string, std::size_t, std::less<>> places;
  std::size_t taken = 0;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.starts(Xmlns::kDiagram, "pt")) {
      const std::string type(xml.value("type"));
      if (type == "pres" || type == "parTrans" || type == "sibTrans" ||
          points.size() >= kMaxDiagramPoints) {
        xml.skip();
        continue;
      }
      Point point;
      point.id = xml.value("modelId");
      point.is_root = type == "doc";
      const std::size_t depth = xml.depth();
      while (xml.next_in(depth)) {
        if (xml.starts(Xmlns::kDrawing, "t")) {
          point.text += xml.text_inside(kMaxPointText);
        } else if ((xml.starts(Xmlns::kDrawing, "p") || xml.starts(Xmlns::kDrawing, "br")) &&
                   !point.text.empty()) {
          point.text += '\n';
        }
      }
      taken += point.text.size();
      if (taken > kMaxDiagramBytes) continue;
      places.emplace(point.id, points.size());
      points.push_back(std::move(point));
    } else if (xml.starts(Xmlns::kDiagram, "cxn")) {
      if (const auto type = xml.attribute("type"); type && *type != "parOf") continue;
      const auto from = places.find(xml.value("srcId"));
      const auto to = places.find(xml.value("destId"));
      if (from == places.end() || to == places.end()) continue;
      std::uint64_t order = 0;
      const std::string_view text = xml.value("srcOrd");
      std::from_chars(text.data(), text.data() + text.size(), order);
      points[from->second].children.emplace_back(order, to->first);
      points[to->second].has_parent = true;
    }
  }
  for (Point& point : points) std::stable_sort(point.children.begin(), point.children.end());
  std::vector<DiagramItem> items;
  std::set<std::size_t> seen;
  std::vector<std::pair<std::size_t, std::uint32_t>> open;  // a stack, of points and levels
  const auto walk = [&](std::size_t start) {
    open.emplace_back(start, 0);
    while (!open.empty()) {
      const auto [place, level] = open.back();
      open.pop_back();
      if (!seen.insert(place).second) continue;
      const Point& point = points[place];
      const bool is_shown =
          !point.is_root && point.text.find_first_not_of(" \n\t") != point.text.npos;
      if (is_shown) items.push_back({level, point.text});
      const std::uint32_t below = point.is_root ? level : std::min(level + 1, kMaxLevel);
      for (auto child = point.children.rbegin(); child != point.children.rend(); ++child)
        open.emplace_back(places.find(child->second)->second, below);
    }
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].is_root) walk(i);
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].has_parent) walk(i);
  }
  for (std::size_t i = 0; i < points.size(); ++i) walk(i);
  return items;
}

void write_diagram(const std::vector<DiagramItem>& items, std::string_view name,
                   MarkdownWriter& writer) {
  std::string head = "[Diagram";
  if (!name.empty()) append_to(head, {": \"{}\"", MarkdownWriter::escaped(name)});
  writer.note_block(head + ']');
  for (const DiagramItem& item : items) {
    writer.begin_item(item.level, "");
    std::string_view rest = item.text;
    for (;;) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      writer.text(rest.substr(0, end));
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
      writer.line_break();
    }
  }
  writer.end_block();
}

}  // namespace lectern
