// FictionBook 2: a book in one XML file, which may be zipped.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_fiction_book(const ReadContext& context);

}  // namespace lectern
