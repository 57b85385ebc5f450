// Web pages as Safari keeps them: a property list with the page and its pictures.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_web_archive(const ReadContext& context);

}  // namespace lectern
