// Office Math (ECMA-376 part 1, 22.1) as LaTeX.
#pragma once

#include <string>

#include "documents/xml/xml_reader.h"

namespace lectern {

/// At the start of m:oMath or m:oMathPara: reads to its end. \returns its LaTeX, formulas divided
/// by blanks; "" when it has none.
std::string read_office_math(XmlReader& xml);

/// Text as a formula has it: what LaTeX would misread is escaped, letters beyond ASCII stay.
std::string latex_text(std::string_view text);

/// An accent over `inside` by its character, combining or not: "\\hat{x}".
std::string latex_accent(std::string_view character, const std::string& inside, bool is_below);

}  // namespace lectern
