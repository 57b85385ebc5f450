// Charts of a sheet, as the part that all Office documents share writes them.
#pragma once

#include <string>

#include "documents/drawing/chart.h"
#include "documents/office_package.h"

namespace lectern {

/// Title and values of a chart as a Markdown table.
struct ChartText {
  std::string title;  ///< escaped, with the kind of chart
  std::string table;
};
ChartText text_of_chart(const Chart& chart);
/// The same of a chart's part, with its cached values.
ChartText read_chart(OfficePackage& package, const std::string& part);

}  // namespace lectern
