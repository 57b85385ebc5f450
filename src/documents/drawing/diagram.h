// SmartArt (DrawingML diagrams, ECMA-376 part 1, 21.4) as a list of its texts.
#pragma once

#include <string_view>

#include "documents/markdown/markdown_writer.h"
#include "documents/office_package.h"

namespace lectern {

/// Writes the texts of a diagram's data part as items by their level. What is damaged is a warning
/// of the package. \returns false when there is no text.
bool write_diagram(OfficePackage& package, std::string_view data_part, MarkdownWriter& writer);

}  // namespace lectern
