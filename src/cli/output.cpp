#include "cli/output.h"

#include <cstdio>

#include "base/format.h"
#include "cli/paths.h"
#include "cli/wires.h"
#include "read/json.h"

namespace lectern::cli {
namespace {

/// Stand for the name of a document that has none, as in js/wires.
constexpr std::string_view kDocumentName = "document.pdf";
constexpr std::string_view kDocumentUri = "file:///document.pdf";

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string one_line(const Json& json) { return json_text(json) + "\n"; }

}  // namespace

std::string formatted(const std::string& path, const ToolResult& result,
                      const Arguments& arguments) {
  const bool is_named = path != kStandardInput;
  const std::string_view name = is_named ? base_name(path) : "";
  switch (arguments.form) {
    case Form::kXml:
      return to_xml(result, path);
    case Form::kAnthropic:
      return one_line(to_anthropic(result, arguments.call_id));
    case Form::kOpenAi:
      return one_line(to_openai(result, arguments.call_id, name.empty() ? kDocumentName : name));
    case Form::kMcp:
      return one_line(
          to_mcp(result, is_named ? file_uri(absolute_path(path)) : std::string(kDocumentUri)));
    default:
      return to_json_text(result) + "\n";
  }
}

std::string json_string(std::string_view text) { return json_text(Json(text)); }

void complain(std::string_view message) {
  const std::string line = "lectern: " + std::string(message) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace lectern::cli
