// Word 97-2003 documents ([MS-DOC]), and the text of Word 6 and 95.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_doc(const ReadContext& context);

}  // namespace lectern
