// Results in the shapes that models' interfaces take. They are those of js/wires, byte for byte:
// tests/js/cli/wires_test.mjs compares them. Media are values of `media_value`.
#pragma once

#include <string_view>

#include "command/output.h"
#include "read/json.h"

namespace lectern::command {

/// Anthropic's Messages API: a `tool_result` block that answers the call `call_id`.
Json to_anthropic(const Json& result, std::string_view call_id);

/// OpenAI's Responses API: a `function_call_output` item. `filename` names a document.
Json to_openai(const Json& result, std::string_view call_id, std::string_view filename);

/// Gemini: a list of one part, a `functionResponse` with the media in it. `call_id` may be "".
Json to_gemini(const Json& result, std::string_view call_id, std::string_view name);

/// Amazon Bedrock's Converse API: a `toolResult` block, with bytes in base64 as its JSON has them.
/// `filename` names a document.
Json to_bedrock(const Json& result, std::string_view call_id, std::string_view filename);

/// Model Context Protocol: the result of `tools/call`. `uri` is that of a document.
Json to_mcp(const Json& result, std::string_view uri);

/// The result itself.
Json to_json(const Json& result);

/// Text as a `file_content` or an `error` element, "" for a picture or a document alone; then each
/// picture and document as a data URI, one a line.
Output to_xml(const Json& result, std::string_view path);

}  // namespace lectern::command
