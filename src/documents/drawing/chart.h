// Charts (DrawingML, ECMA-376 part 1, 21.2) as tables of the values that they keep.
#pragma once

#include <string_view>

#include "documents/markdown/markdown_writer.h"
#include "documents/office_package.h"

namespace lectern {

/// Writes a chart as blocks: "[Chart: bar chart, "Sales"]" and a table with a row for each
/// category and a column for each series. What is damaged is a warning of the package.
/// \returns false when the part is not there or holds no chart.
bool write_chart(OfficePackage& package, std::string_view part, MarkdownWriter& writer);

}  // namespace lectern
