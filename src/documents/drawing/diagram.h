// SmartArt by its data model (ECMA-376 part 1, 21.4): the points with text, as a tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/markdown/markdown_writer.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

struct DiagramItem {
  std::uint32_t level = 0;
  std::string text;
};

/// Reads a diagram's data part to its end.
std::vector<DiagramItem> read_diagram(XmlReader& xml);

/// Writes `[Diagram: "Name"]` and the items as a list.
/// \param name  the name or description of its frame; "" when it has none.
void write_diagram(const std::vector<DiagramItem>& items, std::string_view name,
                   MarkdownWriter& writer);

}  // namespace lectern
