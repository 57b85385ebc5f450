// What every result is warned of, whichever reader made it.
#pragma once

#include <string>
#include <vector>

#include "base/request.h"
#include "base/tool_result.h"

namespace lectern {

/// Puts before the warnings of a result: what was `known` of the file, the hidden characters of its
/// content, and the fields of the request that select nothing in such a file.
void add_read_warnings(const ReadRequest& request, const std::vector<std::string>& known,
                       ToolResult& result);

}  // namespace lectern
