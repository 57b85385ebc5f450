// Charts of DrawingML (ECMA-376 part 1, 21.2): the values that the file keeps of them.
#include <algorithm>
#include <map>

#include "base/format.h"
#include "documents/sheets/decimal.h"
#include "documents/sheets/number_format.h"
#include "documents/sheets/xlsx/values.h"
#include "documents/sheets/xlsx/xlsx_notes.h"

namespace lectern {
namespace {

constexpr std::size_t kMostSeries = 100;
constexpr std::size_t kMostPoints = 1000;
constexpr std::size_t kMaxPointBytes = 2000;
constexpr std::size_t kMaxTitleBytes = 4000;

using Points = std::map<std::uint64_t, std::string>;

struct Series {
  std::string name;
  Points categories;
  Points values;
};

/// The points of c:cat, c:val, c:xVal, c:yVal or c:tx whose start `xml` is at.
Points read_points(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  Points points;
  std::uint64_t index = 0;
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "pt") index = number_of(xml.value("idx")).value_or(0);
    if (xml.name() != "v" || points.size() >= kMostPoints) continue;
    std::string value = xml.text_inside(kMaxPointBytes);
    if (const auto number = double_of(value)) value = general_number(*number);
    points[index] = escape_cell(value);
  }
  return points;
}

Series read_series(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  Series series;
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart || xml.depth() != depth + 1) continue;
    const std::string_view name = xml.name();
    if (name == "tx") {
      const Points points = read_points(xml);
      if (!points.empty()) series.name = points.begin()->second;
    } else if (name == "cat" || name == "xVal") {
      series.categories = read_points(xml);
    } else if (name == "val" || name == "yVal") {
      series.values = read_points(xml);
    }
  }
  return series;
}

std::string read_title(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  std::string title;
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "t" || xml.name() == "v") title += xml.text_inside(kMaxTitleBytes);
    if (title.size() > kMaxTitleBytes) break;
  }
  return title;
}

std::string table_of(const std::vector<Series>& all) {
  std::map<std::uint64_t, std::string> rows;
  for (const Series& series : all) {
    for (const auto& [index, text] : series.values) rows.try_emplace(index);
    for (const auto& [index, text] : series.categories) {
      std::string& category = rows[index];
      if (category.empty()) category = text;
    }
  }
  if (rows.empty()) return {};
  std::string out = "\n| |";
  std::string rule = "|---|";
  for (const Series& series : all) {
    append_to(out, {" {} |", series.name});
    rule += "---|";
  }
  append_to(out, {"\n{}\n", rule});
  std::size_t count = 0;
  for (const auto& [index, category] : rows) {
    if (++count > kMostPoints) break;
    append_to(out, {"| {} |", category});
    for (const Series& series : all) {
      const auto value = series.values.find(index);
      append_to(out, {" {} |", value == series.values.end() ? std::string_view() : std::string_view(value->second)});
    }
    out += '\n';
  }
  return out + '\n';
}

}  // namespace

ChartText read_chart(OfficePackage& package, const std::string& part) {
  ChartText chart;
  const auto reader = package.xml(part);
  if (!reader) {
    package.warn(part, reader.error());
    return chart;
  }
  XmlReader& xml = ***reader;
  std::vector<Series> all;
  std::string kind;
  std::string title;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    const std::string_view name = xml.name();
    if (name == "title" && all.empty() && title.empty() && kind.empty()) {
      title = read_title(xml);
    } else if (name.ends_with("Chart") && name.size() > 5) {
      if (!kind.empty()) kind += ", ";
      kind += name.substr(0, name.size() - 5);
    } else if (name == "ser" && all.size() < kMostSeries) {
      all.push_back(read_series(xml));
    }
  }
  if (xml.error()) package.warn(part, *xml.error());
  chart.title = compose({"{} chart{}{}", kind.empty() ? std::string("a") : kind, title.empty() ? "" : ": ", escape_line(title)});
  chart.table = table_of(all);
  return chart;
}

}  // namespace lectern
