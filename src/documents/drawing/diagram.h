// SmartArt by its data model (ECMA-376 part 1, 21.4): the points with text, as a tree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "documents/xml/xml_reader.h"

namespace lectern {

struct DiagramItem {
  std::uint32_t level = 0;
  std::string text;
};

/// Reads a diagram's data part to its end.
std::vector<DiagramItem> read_diagram(XmlReader& xml);

}  // namespace lectern
