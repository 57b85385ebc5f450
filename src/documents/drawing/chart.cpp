#include "documents/drawing/chart.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/message.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

/// Points of a chart that are shown; more are counted.
constexpr std::size_t kMaxPoints = 2'000;
constexpr std::size_t kMaxSeries = 200;
constexpr std::size_t kMaxTextBytes = 4'000;

using Points = std::map<std::uint64_t, std::string>;

struct Series {
  std::string name;
  Points categories;
  Points values;
  Points sizes;
  bool has_x_values = false;
};

struct ChartData {
  std::string title;
  std::string kind;
  std::vector<Series> series;
  std::vector<std::string> axis_titles;
};

/// "bar chart" for c:barChart.
std::string kind_of_plot(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"barChart", "bar chart"},        {"bar3DChart", "bar chart"},
      {"lineChart", "line chart"},      {"line3DChart", "line chart"},
      {"pieChart", "pie chart"},        {"pie3DChart", "pie chart"},
      {"ofPieChart", "pie chart"},      {"doughnutChart", "doughnut chart"},
      {"areaChart", "area chart"},      {"area3DChart", "area chart"},
      {"scatterChart", "scatter chart"}, {"bubbleChart", "bubble chart"},
      {"radarChart", "radar chart"},    {"stockChart", "stock chart"},
      {"surfaceChart", "surface chart"}, {"surface3DChart", "surface chart"}};
  for (const auto& [element, kind] : kKinds) {
    if (element == name) return std::string(kind);
  }
  return "";
}

/// All text of the element, paragraphs divided by blanks.
std::string drawing_text(XmlReader& xml) {
  std::string text;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.name() == "p" && !text.empty()) text += ' ';
    if ((xml.name() == "t" || xml.name() == "v") && text.size() < kMaxTextBytes)
      text += xml.text_inside(kMaxTextBytes);
  }
  return text;
}

/// "0.25" with "0%" is 25%; other formats keep the stored value.
std::string shown_value(const std::string& value, const std::string& format) {
  const bool is_percent = format == "0%" || format == "0.0%" || format == "0.00%";
  if (!is_percent) return value;
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (end == value.c_str() || !(number > -1e9 && number < 1e9)) return value;
  const std::size_t digits = format.size() > 2 ? format.size() - 3 : 0;
  std::int64_t scaled = 1;
  for (std::size_t i = 0; i < digits; ++i) scaled *= 10;
  const double rounded = number * 100 * static_cast<double>(scaled);
  const auto whole = static_cast<std::int64_t>(rounded + (rounded < 0 ? -0.5 : 0.5));
  std::string text = compose({"{}", whole / scaled});
  if (whole < 0 && whole / scaled == 0) text.insert(0, 1, '-');
  if (digits > 0) {
    std::string fraction = compose({"{}", (whole < 0 ? -whole : whole) % scaled});
    fraction.insert(0, digits - std::min(digits, fraction.size()), '0');
    text += '.' + fraction;
  }
  return text + '%';
}

Points read_points(XmlReader& xml) {
  Points points;
  std::string format;
  const std::size_t depth = xml.depth();
  std::uint64_t index = 0;
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.name() == "f") {
      xml.skip();
    } else if (xml.name() == "formatCode") {
      format = xml.text_inside(100);
    } else if (xml.name() == "pt") {
      index = 0;
      for (const char c : xml.value("idx")) {
        if (c < '0' || c > '9' || index > 100'000'000) break;
        index = index * 10 + static_cast<unsigned>(c - '0');
      }
    } else if (xml.name() == "v") {
      std::string text = shown_value(xml.text_inside(kMaxTextBytes), format);
      if (points.size() >= kMaxPoints) continue;
      // Levels of categories stand innermost first.
      std::string& point = points[index];
      point = point.empty() ? text : text + " / " + point;
    }
  }
  return points;
}

Series read_series(XmlReader& xml) {
  Series series;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    const std::string_view name = xml.name();
    if (name == "tx") {
      const Points points = read_points(xml);
      for (const auto& [index, text] : points) {
        if (!series.name.empty()) series.name += ' ';
        series.name += text;
      }
    } else if (name == "cat") {
      series.categories = read_points(xml);
    } else if (name == "xVal") {
      series.categories = read_points(xml);
      series.has_x_values = true;
    } else if (name == "val" || name == "yVal") {
      series.values = read_points(xml);
    } else if (name == "bubbleSize") {
      series.sizes = read_points(xml);
    } else {
      xml.skip();
    }
  }
  return series;
}

void read_plots(XmlReader& xml, ChartData& chart) {
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (const std::string kind = kind_of_plot(xml.name()); !kind.empty()) {
      if (chart.kind.empty()) {
        chart.kind = kind;
      } else if (chart.kind.find(kind) == chart.kind.npos) {
        chart.kind += " and " + kind;
      }
    } else if (xml.name() == "ser") {
      Series series = read_series(xml);
      if (chart.series.size() < kMaxSeries) chart.series.push_back(std::move(series));
    } else if (xml.name() == "title") {
      if (std::string title = drawing_text(xml); !title.empty() && chart.axis_titles.size() < 8)
        chart.axis_titles.push_back(std::move(title));
    }
  }
}

void write_series(const std::vector<Series>& all, MarkdownWriter& writer) {
  const auto cell = [&writer](std::string_view text) {
    writer.begin_cell();
    writer.text(text);
    writer.end_cell();
  };
  Points categories;
  for (const Series& series : all) {
    for (const auto& [index, text] : series.categories) categories.emplace(index, text);
  }
  std::vector<std::uint64_t> rows;
  for (const auto& [index, text] : categories) rows.push_back(index);
  for (const Series& series : all) {
    for (const auto& [index, text] : series.values) rows.push_back(index);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  writer.begin_table(1);
  writer.begin_row();
  cell("");
  for (const Series& series : all) {
    cell(series.name);
    if (!series.sizes.empty()) cell("size");
  }
  writer.end_row();
  const auto find = [](const Points& points, std::uint64_t index) {
    const auto found = points.find(index);
    return found == points.end() ? std::string_view() : std::string_view(found->second);
  };
  for (const std::uint64_t index : rows) {
    writer.begin_row();
    if (categories.empty()) {
      cell(compose({"{}", index + 1}));
    } else {
      cell(find(categories, index));
    }
    for (const Series& series : all) {
      cell(find(series.values, index));
      if (!series.sizes.empty()) cell(find(series.sizes, index));
    }
    writer.end_row();
  }
  writer.end_table();
}

}  // namespace

bool write_chart(OfficePackage& package, std::string_view part, MarkdownWriter& writer) {
  if (!package.has(part)) return false;
  auto reader = package.xml(part);
  if (!reader) {
    package.warn(part, reader.error());
    return false;
  }
  XmlReader& xml = ***reader;
  ChartData chart;
  bool is_chart = false;
  while (xml.next() != Event::kDone) {
    if (xml.event() != Event::kStart) continue;
    if (xml.name() == "chart") is_chart = true;
    if (xml.name() == "title" && chart.title.empty()) {
      chart.title = drawing_text(xml);
    } else if (xml.name() == "plotArea") {
      read_plots(xml, chart);
    }
  }
  if (xml.error()) package.warn(part, *xml.error());
  if (!is_chart) return false;
  std::string mark = compose({"[Chart: {}", chart.kind.empty() ? "chart" : chart.kind});
  if (!chart.title.empty()) append_to(mark, {", \"{}\"", MarkdownWriter::escaped(chart.title)});
  for (const std::string& title : chart.axis_titles)
    append_to(mark, {", axis \"{}\"", MarkdownWriter::escaped(title)});
  writer.note_block(mark + ']');
  if (chart.series.empty()) return true;
  // Series of points with x values of their own stand in tables of their own.
  const bool shares_x = std::all_of(chart.series.begin(), chart.series.end(), [&](const Series& s) {
    return !s.has_x_values || s.categories == chart.series.front().categories;
  });
  if (shares_x) {
    write_series(chart.series, writer);
  } else {
    for (const Series& series : chart.series) write_series({series}, writer);
  }
  return true;
}

}  // namespace lectern
