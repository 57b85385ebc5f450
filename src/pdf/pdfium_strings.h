// Text of a document's dictionaries.
#pragma once

#include <cstddef>
#include <string>

#include "core/fxcrt/widestring.h"

namespace lectern {

/// Printable UTF-8 on one line, of at most so many characters of `wide`; what is cut off shows as
/// an ellipsis.
std::string utf8_line(const WideString& wide, std::size_t most = 100'000);

}  // namespace lectern
