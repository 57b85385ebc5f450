#include "documents/drawing/chart.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/message.h"
#include "documents/markdown/escape.h"
#include "documents/word/word_styles.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxSeries = 1'000;
constexpr std::size_t kMaxPoints = 20'000;
constexpr std::size_t kMaxTextBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxValueBytes = 4'000;
constexpr std::size_t kMaxTypes = 8;
constexpr std::size_t kMaxTypeBytes = 100;
/// Cells of a table of which most may be empty.
constexpr std::size_t kMaxSparseCells = 50'000;

/// A number as it is read: no more digits than a double has, a percent as one.
std::string shown_number(const std::string& text, bool is_percent) {
  if (text.empty() || text.size() > 40) return text;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) return text;
  char buffer[64];
  const int size = std::snprintf(buffer, sizeof buffer, is_percent ? "%.12g%%" : "%.15g",
                                 is_percent ? value * 100 : value);
  return size > 0 ? std::string(buffer, static_cast<std::size_t>(size)) : text;
}

std::string_view type_name(std::string_view element) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {"barChart", "bar"},          {"bar3DChart", "bar"},         {"lineChart", "line"},
      {"line3DChart", "line"},      {"pieChart", "pie"},           {"pie3DChart", "pie"},
      {"ofPieChart", "pie of pie"}, {"doughnutChart", "doughnut"}, {"areaChart", "area"},
      {"area3DChart", "area"},      {"scatterChart", "scatter"},   {"bubbleChart", "bubble"},
      {"radarChart", "radar"},      {"stockChart", "stock"},       {"surfaceChart", "surface"},
      {"surface3DChart", "surface"}};
  for (const auto& [name, type] : kTypes) {
    if (name == element) return type;
  }
  return "";
}

class ChartReader {
 public:
  explicit ChartReader(XmlReader& xml) : xml_(xml) {}

  Chart read() {
    while (xml_.next() != XmlReader::Event::kDone) {
      if (xml_.event() != XmlReader::Event::kStart) continue;
      if (!is_of_chart()) continue;
      if (xml_.name() == "title") {
        std::string title = text_inside();
        if (is_in_axis_) {
          if (!title.empty()) chart_.axes.push_back(std::move(title));
        } else if (chart_.title.empty()) {
          chart_.title = std::move(title);
        }
      } else if (xml_.space() == Xmlns::kChartEx) {
        read_new();
      } else if (xml_.name() == "valAx" || xml_.name() == "catAx" || xml_.name() == "dateAx" ||
                 xml_.name() == "serAx") {
        is_in_axis_ = true;
      } else if (xml_.name() == "barDir") {
        if (xml_.value("val") == "col") last_type("column");
      } else if (const std::string_view type = type_name(xml_.name()); !type.empty()) {
        add_type(type);
      } else if (xml_.name() == "ser") {
        read_series();
      }
    }
    return std::move(chart_);
  }

 private:
  void add_type(std::string_view type) {
    if (types_.size() == kMaxTypes) return;
    types_.emplace_back(shortened(type, kMaxTypeBytes));
    join_types();
  }
  void last_type(std::string_view type) {
    if (!types_.empty()) types_.back() = type;
    join_types();
  }
  void join_types() {
    chart_.type.clear();
    for (std::size_t i = 0; i < types_.size(); ++i) {
      if (std::find(types_.begin(), types_.begin() + static_cast<std::ptrdiff_t>(i), types_[i]) !=
          types_.begin() + static_cast<std::ptrdiff_t>(i))
        continue;
      if (!chart_.type.empty()) chart_.type += " and ";
      chart_.type += types_[i];
    }
  }

  bool is_of_chart() const {
    return xml_.space() == Xmlns::kChart || xml_.space() == Xmlns::kChartEx;
  }

  bool take(std::size_t bytes) {
    taken_ += bytes + sizeof(std::string);
    if (taken_ <= kMaxTextBytes) return true;
    chart_.is_cut = true;
    return false;
  }

  /// The text of a rich text or of a cached string.
  std::string text_inside() {
    std::string text;
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != XmlReader::Event::kStart) continue;
      if (xml_.is(Xmlns::kDrawing, "t") || xml_.is(Xmlns::kChart, "v")) {
        text += xml_.text_inside(kMaxValueBytes);
      } else if (xml_.is(Xmlns::kDrawing, "p") && !text.empty()) {
        text += ' ';
      }
    }
    if (!take(text.size())) text.clear();
    return text;
  }

  /// Points by their index. Those of a category in several levels are joined, outermost first.
  std::vector<std::string> read_points() {
    std::vector<std::string> points;
    std::vector<std::string> level;
    bool is_number = xml_.name() == "numDim";
    bool is_percent = false;
    const std::size_t depth = xml_.depth();
    std::size_t index = 0;
    const auto end_level = [&] {
      std::string outer;
      for (std::size_t i = 0; i < std::max(points.size(), level.size()); ++i) {
        if (i >= points.size()) points.emplace_back();
        if (i < level.size() && !level[i].empty()) outer = level[i];
        if (outer.empty() && i >= level.size()) break;
        if (outer.empty()) continue;
        if (!take(outer.size() + 3)) break;
        points[i] = outer + " / " + points[i];
      }
      level.clear();
    };
    bool has_levels = false;
    bool is_first_level = true;
    while (xml_.next_in(depth)) {
      if (xml_.event() != XmlReader::Event::kStart || !is_of_chart()) continue;
      if (xml_.name() == "numCache" || xml_.name() == "numLit") {
        is_number = true;
      } else if (xml_.name() == "formatCode") {
        const std::string code = xml_.text_inside(200);
        is_percent = code.find('%') != code.npos;
      } else if (xml_.name() == "lvl") {
        if (xml_.space() == Xmlns::kChartEx)
          is_percent = xml_.value("formatCode").find('%') != std::string_view::npos;
        if (has_levels && !is_first_level) end_level();
        if (has_levels) is_first_level = false;
        has_levels = true;
      } else if (xml_.name() == "pt") {
        index = 0;
        const std::string_view text = xml_.value("idx");
        std::from_chars(text.data(), text.data() + text.size(), index);
      }
      // A point of a chartex part is its value.
      if (xml_.name() == (xml_.space() == Xmlns::kChartEx ? "pt" : "v")) {
        std::string value = xml_.text_inside(kMaxValueBytes);
        std::vector<std::string>& to = has_levels && !is_first_level ? level : points;
        const bool is_far = index >= kMaxPoints;
        chart_.is_cut |= is_far;
        if (is_far || !take(value.size())) continue;
        if (to.size() <= index) {
          if (!take((index - to.size()) * sizeof(std::string))) continue;
          chart_.lacking += index - to.size();
          to.resize(index + 1);
        }
        to[index] = is_number ? shown_number(value, is_percent) : std::move(value);
      }
    }
    if (!level.empty()) end_level();
    return points;
  }

  void read_series() {
    ChartSeries series;
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != XmlReader::Event::kStart || xml_.space() != Xmlns::kChart) continue;
      if (xml_.name() == "tx") {
        if (series.name.empty()) series.name = text_inside();
      } else if (xml_.name() == "cat" || xml_.name() == "xVal") {
        series.categories = read_points();
      } else if (xml_.name() == "val" || xml_.name() == "yVal") {
        series.values = read_points();
      } else if (xml_.name() == "bubbleSize") {
        series.sizes = read_points();
      } else if (xml_.name() == "dLbls" || xml_.name() == "dPt" || xml_.name() == "trendline") {
        xml_.skip();
      }
    }
    add_series(std::move(series));
  }

  void add_series(ChartSeries series) {
    if (chart_.series.size() < kMaxSeries) {
      chart_.series.push_back(std::move(series));
    } else {
      chart_.is_cut = true;
    }
  }

  /// The elements of a chartex part: data first, then series.
  void read_new() {
    if (xml_.name() == "axis") {
      is_in_axis_ = true;
    } else if (xml_.name() == "data") {
      ChartSeries series;
      if (chart_.series.size() < kMaxSeries) data_ids_.push_back(unsigned_value(xml_.value("id")));
      const std::size_t depth = xml_.depth();
      while (xml_.next_in(depth)) {
        if (xml_.starts(Xmlns::kChartEx, "strDim")) {
          read_dimension(series.categories);
        } else if (xml_.starts(Xmlns::kChartEx, "numDim")) {
          read_dimension(series.values);
        }
      }
      add_series(std::move(series));
    } else if (xml_.name() == "series") {
      add_type(xml_.value("layoutId"));
      std::string name;
      const auto has_no_name = [](const ChartSeries& series) { return series.name.empty(); };
      auto of = std::find_if(chart_.series.begin(), chart_.series.end(), has_no_name);
      const std::size_t depth = xml_.depth();
      while (xml_.next_in(depth)) {
        if (xml_.starts(Xmlns::kChartEx, "dataId")) {
          of = chart_.series.begin() +
               (std::find(data_ids_.begin(), data_ids_.end(), unsigned_value(xml_.value("val"))) -
                data_ids_.begin());
        } else if (xml_.starts(Xmlns::kChartEx, "v")) {
          name += xml_.text_inside(kMaxValueBytes);
        }
      }
      if (of == chart_.series.end()) return;
      if (!of->name.empty() && !name.empty()) of->name += " / ";
      of->name += name;
    }
  }

  /// The points of a chartex part's data: of several that one place has, the first.
  void read_dimension(std::vector<std::string>& points) {
    // What a map's places are for its program.
    if (xml_.value("type") == "entityId") return xml_.skip();
    if (points.empty()) {
      points = read_points();
    } else {
      chart_.is_cut = true;
      xml_.skip();
    }
  }

  XmlReader& xml_;
  Chart chart_;
  std::vector<std::string> types_;
  std::vector<std::uint32_t> data_ids_;  ///< of the series of a chartex part
  bool is_in_axis_ = false;
  std::size_t taken_ = 0;
};

void write_cell(MarkdownWriter& writer, std::string_view text) {
  writer.begin_cell();
  writer.begin_paragraph();
  writer.text(text);
  writer.end_cell();
}

std::string_view at(const std::vector<std::string>& values, std::size_t index) {
  return index < values.size() ? std::string_view(values[index]) : std::string_view();
}

/// Each point on a line of its own, for series whose points do not stand side by side.
void write_points(const Chart& chart, MarkdownWriter& writer) {
  const bool has_sizes = std::any_of(chart.series.begin(), chart.series.end(),
                                     [](const ChartSeries& s) { return !s.sizes.empty(); });
  writer.begin_table(1);
  writer.begin_row();
  write_cell(writer, "");
  write_cell(writer, "x");
  write_cell(writer, "y");
  if (has_sizes) write_cell(writer, "size");
  writer.end_row();
  for (const ChartSeries& series : chart.series) {
    std::string_view name = series.name;
    for (std::size_t i = 0; i < std::max(series.values.size(), series.categories.size()); ++i) {
      if (at(series.categories, i).empty() && at(series.values, i).empty() &&
          at(series.sizes, i).empty())
        continue;
      writer.begin_row();
      write_cell(writer, std::exchange(name, {}));
      write_cell(writer, at(series.categories, i));
      write_cell(writer, at(series.values, i));
      if (has_sizes) write_cell(writer, at(series.sizes, i));
      writer.end_row();
    }
  }
  writer.end_table();
}

}  // namespace

Chart read_chart(XmlReader& xml) { return ChartReader(xml).read(); }

Chart read_chart(OfficePackage& package, std::string_view part, XmlReader& xml) {
  Chart chart = read_chart(xml);
  if (xml.error()) package.warn(part, *xml.error());
  return paid_chart(package, part, std::move(chart));
}

Chart paid_chart(OfficePackage& package, std::string_view part, Chart chart) {
  // A point of some bytes stands for as many cells as are before it, in each place of a chart.
  constexpr std::uint64_t kLackingWork = 8;
  const auto paid = package.spend_shared(kLackingWork * chart.lacking);
  if (paid) return chart;
  package.warn(part, paid.error());
  return {};
}

void write_chart(const Chart& chart, std::string_view name, MarkdownWriter& writer) {
  std::string head = "[Chart";
  if (!chart.type.empty()) append_to(head, {", {}", MarkdownWriter::escaped(chart.type)});
  const std::string_view title = chart.title.empty() ? name : std::string_view(chart.title);
  if (!title.empty()) append_to(head, {": \"{}\"", MarkdownWriter::escaped(title)});
  for (std::size_t i = 0; i < chart.axes.size() && i < 8; ++i)
    append_to(head, {"{}{}", i == 0 ? "; axes: " : ", ", MarkdownWriter::escaped(chart.axes[i])});
  head += ']';
  writer.note_block(head);
  std::size_t rows = 0;
  const std::vector<std::string>* categories = nullptr;
  bool share_categories = true;
  bool has_sizes = false;
  std::size_t filled = 0;
  for (const ChartSeries& series : chart.series) {
    filled += series.values.size() -
              static_cast<std::size_t>(std::count(series.values.begin(), series.values.end(), ""));
    rows = std::max({rows, series.values.size(), series.categories.size()});
    has_sizes = has_sizes || !series.sizes.empty();
    if (series.categories.empty()) continue;
    if (categories == nullptr) categories = &series.categories;
    share_categories = share_categories && *categories == series.categories;
  }
  if (rows > 0) {
    const std::size_t cells = rows * chart.series.size();
    const bool is_sparse = cells > kMaxSparseCells && cells / 4 > filled;
    if (!share_categories || has_sizes || is_sparse) {
      write_points(chart, writer);
    } else {
      writer.begin_table(1);
      writer.begin_row();
      write_cell(writer, "");
      for (const ChartSeries& series : chart.series) write_cell(writer, series.name);
      writer.end_row();
      for (std::size_t i = 0; i < rows; ++i) {
        writer.begin_row();
        write_cell(writer, categories == nullptr ? std::string_view() : at(*categories, i));
        for (const ChartSeries& series : chart.series) write_cell(writer, at(series.values, i));
        writer.end_row();
      }
      writer.end_table();
    }
  } else {
    for (const ChartSeries& series : chart.series) {
      if (series.name.empty()) continue;
      writer.begin_item(0, "");
      writer.text(series.name);
    }
    writer.end_block();
  }
  if (chart.is_cut) writer.note_block("(the chart has more points than are shown)");
}

}  // namespace lectern
