// Text of a document's dictionaries.
#pragma once

#include <cstddef>
#include <string>

#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fxcrt/widestring.h"

namespace lectern {

/// The characters of a string, but not many more than `most`: a thousand entries may name the same
/// string of megabytes. "" for what is none.
WideString text_of(const CPDF_Object* object, std::size_t most);

/// The same of an entry.
WideString text_for(const CPDF_Dictionary& dictionary, const char* name, std::size_t most);

/// Printable UTF-8 on one line, of at most so many characters of `wide`; what is cut off shows as
/// an ellipsis.
std::string utf8_line(const WideString& wide, std::size_t most = 100'000);

}  // namespace lectern
