#include "documents/drawing/odf_chart.h"

#include <algorithm>
#include <utility>

#include "documents/markdown/escape.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxOdfChartCells = 200'000;
constexpr std::uint64_t kMaxOdfChartText = 4'000;
constexpr std::size_t kMaxOdfChartBytes = std::size_t{8} << 20;
constexpr std::size_t kMostOdfSeries = 1'000;
constexpr std::size_t kMostOdfAddressBytes = 1'000;

using ChartRows = std::vector<std::vector<std::string>>;

/// The first paragraph of a cell; others name where its value comes from.
std::string odf_chart_cell(XmlReader& xml) {
  std::string text;
  bool has_text = false;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (has_text || !xml.starts(Xmlns::kOdfText, "p")) continue;
    text = xml.text_inside(kMaxOdfChartText);
    has_text = true;
  }
  return text == "NaN" ? std::string() : text;
}

/// Categories stand in the first column, a series in each of the others.
void set_series(const ChartRows& rows, Chart& chart) {
  std::size_t category_bytes = 0;
  for (const std::vector<std::string>& row : rows)
    category_bytes += row.empty() ? 0 : row[0].size();
  for (std::size_t column = 1; !rows.empty() && column < rows[0].size(); ++column) {
    // Rows need not have cells, and each series has all categories.
    if (column * rows.size() > kMaxOdfChartCells || column * category_bytes > kMaxOdfChartBytes) {
      chart.is_cut = true;
      return;
    }
    ChartSeries series;
    series.name = rows[0][column];
    for (std::size_t i = 1; i < rows.size(); ++i) {
      if (column >= rows[i].size()) ++chart.lacking;
      series.categories.push_back(rows[i].empty() ? std::string() : rows[i][0]);
      series.values.push_back(column < rows[i].size() ? rows[i][column] : std::string());
    }
    chart.series.push_back(std::move(series));
  }
}

bool is_other_document(const XmlReader& xml) {
  return xml.space() == Xmlns::kOdfOffice &&
         (xml.name() == "text" || xml.name() == "spreadsheet" || xml.name() == "presentation" ||
          xml.name() == "drawing");
}

}  // namespace

std::optional<Chart> read_odf_chart(OfficePackage& package, const std::string& part) {
  const auto reader = package.xml(part);
  if (!reader) {
    package.warn(part, reader.error());
    return std::nullopt;
  }
  XmlReader& xml = ***reader;
  Chart chart;
  ChartRows rows;
  std::size_t cells = 0;
  std::size_t bytes = 0;
  bool is_chart = false;
  bool in_plot = false;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (is_other_document(xml)) return std::nullopt;
    if (xml.is(Xmlns::kOdfChart, "chart")) {
      is_chart = true;
      const std::string_view type = xml.value("class");
      chart.type = type.substr(std::min(type.find(':') + 1, type.size()));
      if (chart.type == "circle") chart.type = "pie";
    } else if (xml.is(Xmlns::kOdfChart, "series")) {
      const std::string_view source = xml.value("values-cell-range-address");
      if (!source.empty() && chart.sources.size() < kMostOdfSeries) {
        chart.sources.push_back(shortened(source, kMostOdfAddressBytes));
      }
    } else if (xml.is(Xmlns::kOdfChart, "plot-area")) {
      in_plot = true;
    } else if (xml.is(Xmlns::kOdfChart, "title")) {
      std::string title = xml.text_inside(kMaxOdfChartText);
      if (!in_plot) {
        chart.title = std::move(title);
      } else if (!title.empty() && chart.axes.size() < kMostOdfSeries) {
        chart.axes.push_back(std::move(title));
      }
    } else if (xml.is(Xmlns::kOdfTable, "table-row")) {
      chart.is_cut = rows.size() >= kMaxOdfChartCells;
      if (chart.is_cut) break;
      rows.emplace_back();
    } else if (xml.is(Xmlns::kOdfTable, "table-cell") && !rows.empty()) {
      std::string text = odf_chart_cell(xml);
      bytes += text.size();
      chart.is_cut = ++cells > kMaxOdfChartCells || bytes > kMaxOdfChartBytes;
      if (chart.is_cut) break;
      rows.back().push_back(std::move(text));
    }
  }
  if (xml.error()) package.warn(part, *xml.error());
  if (!is_chart) return std::nullopt;
  set_series(rows, chart);
  return paid_chart(package, part, std::move(chart));
}

}  // namespace lectern
