// Office Math (ECMA-376 part 1, 22.1) as LaTeX.
#pragma once

#include <string>

#include "documents/xml/xml_reader.h"

namespace lectern {

/// At the start of m:oMath or m:oMathPara: reads to its end. \returns its LaTeX, formulas divided
/// by blanks; "" when it has none.
std::string read_office_math(XmlReader& xml);

}  // namespace lectern
