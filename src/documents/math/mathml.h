// Presentation MathML (MathML 3, chapter 3) as LaTeX.
#pragma once

#include <string>

#include "documents/xml/xml_reader.h"

namespace lectern {

/// At the start of math: reads to its end. \returns its LaTeX.
std::string read_mathml(XmlReader& xml);

}  // namespace lectern
