// Charts as the tables behind them: DrawingML charts (ECMA-376 part 1, 21.2) and their successors
// (chartex).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/markdown/markdown_writer.h"
#include "documents/office_package.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

struct ChartSeries {
  std::string name;
  std::vector<std::string> categories;  ///< of points: the x of a scatter chart
  std::vector<std::string> values;
  std::vector<std::string> sizes;  ///< of bubbles
};

struct Chart {
  /// "bar", "line and bar"; "" when it is not known.
  std::string type;
  std::string title;
  /// Titles of its axes.
  std::vector<std::string> axes;
  std::vector<ChartSeries> series;
  /// Cells that hold the values of its series, as OpenDocument writes them.
  std::vector<std::string> sources;
  bool is_cut = false;        ///< it has more than is held
  std::uint64_t lacking = 0;  ///< points without a value before those that have one
};

/// Reads a chart's part to its end, from the cached values.
Chart read_chart(XmlReader& xml);

/// The same of a part of a package, which pays for the points that it leaves out; what is wrong is
/// a warning there.
Chart read_chart(OfficePackage& package, std::string_view part, XmlReader& xml);

/// The chart, when the points that it lacks are paid for; else an empty one, and a warning.
Chart paid_chart(OfficePackage& package, std::string_view part, Chart chart);

/// Writes `[Chart, bar: "Title"]` and its table.
/// \param name  the name or description of its frame, used when it has no title.
void write_chart(const Chart& chart, std::string_view name, MarkdownWriter& writer);

}  // namespace lectern
