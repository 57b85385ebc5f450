// Results in the shapes that models' interfaces take. They are those of js/wires, byte for byte:
// tests/cli/run.mjs compares them.
#pragma once

#include <string>
#include <string_view>

#include "base/tool_result.h"
#include "read/json.h"

namespace lectern::cli {

/// Anthropic's Messages API: a `tool_result` block that answers the call `call_id`.
Json to_anthropic(const ToolResult& result, std::string_view call_id);

/// OpenAI's Responses API: a `function_call_output` item. `filename` names a document.
Json to_openai(const ToolResult& result, std::string_view call_id, std::string_view filename);

/// Model Context Protocol: the result of `tools/call`. `uri` is that of a document.
Json to_mcp(const ToolResult& result, std::string_view uri);

/// Text as a `file_content` or an `error` element, "" for a picture or a document alone; then each
/// picture and document as a data URI, one a line.
std::string to_xml(const ToolResult& result, std::string_view path);

}  // namespace lectern::cli
