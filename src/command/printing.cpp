#include "command/printing.h"

#include "base/format.h"
#include "base/message.h"
#include "command/manifest.h"
#include "command/paths.h"
#include "command/printable.h"
#include "command/result.h"
#include "command/wires.h"

namespace lectern::command {
namespace {

/// How lines begin that name what may have been meant, and what is there.
constexpr std::string_view kHints[] = {"\nDid you mean ", "\nIt has "};

/// Stand for the name of a document that has none, as in js/wires.
constexpr std::string_view kDocumentName = "document.pdf";
constexpr std::string_view kDocumentUri = "file:///document.pdf";
/// Stand for the id of the model's call and the name of its function.
constexpr std::string_view kCallId = "call";
constexpr std::string_view kCallName = "Read";
constexpr std::string_view kDirectoryHint = " (--jobs N reads the files in it)";

/// All forms that are JSON.
Json wire(const NamedFile& file, const Json& result, const Arguments& arguments) {
  const bool is_named = file.path != kStandardInput;
  const std::string_view base = is_named ? base_name(file.path) : "";
  const std::string_view name = base.empty() ? kDocumentName : base;
  const std::string call_id = arguments.own("callId", kCallId);
  switch (arguments.form) {
    case Form::kAnthropic:
      return to_anthropic(result, call_id);
    case Form::kOpenAi:
      return to_openai(result, call_id, name);
    case Form::kGemini:
      return to_gemini(result, arguments.own("callId"), arguments.own("callName", kCallName));
    case Form::kBedrock:
      return to_bedrock(result, call_id, name);
    case Form::kMcp:
      return to_mcp(result, is_named ? file_uri(file.absolute) : std::string(kDocumentUri));
    default:
      return to_json(result);
  }
}

/// A failure for people. A hint has a line of its own; other line breaks are those of names, and
/// stay one line.
std::string failure_lines(std::string_view text) {
  for (const std::string_view start : kHints) {
    const std::size_t hint = text.rfind(start);
    if (hint == std::string_view::npos) continue;
    return compose(
        {"{}  {}\n", message_line(text.substr(0, hint)), printable(text.substr(hint + 1))});
  }
  return message_line(text);
}

}  // namespace

Output formatted(const NamedFile& file, const Json& result, const Arguments& arguments) {
  if (arguments.form == Form::kXml) return to_xml(result, file.path);
  Output output;
  output.add_json(wire(file, result, arguments));
  output.add("\n");
  return output;
}

Printer::Printed Printer::print(const NamedFile& file, Json result) {
  // A result for programs is the same in every host.
  if (arguments_.form != Form::kText) return {"", formatted(file, result, arguments_)};
  if (text_field(result, "errorCode") == "INVALID_ARGUMENT")
    result["content"] = in_words_of_flags(text_field(result, "error"), arguments_);
  return print_text(file, result);
}

Printer::Printed Printer::print_text(const NamedFile& file, const Json& result) {
  Printed printed;
  for (const Json& warning : field(field(result, "metadata"), "warnings")) {
    printed.messages += message_line("warning: " + warning.get<std::string>());
  }
  if (!is_set(result, "success")) {
    const bool is_directory = text_field(result, "errorCode") == "IS_DIRECTORY";
    printed.messages += failure_lines(
        compose({"{}{}", text_field(result, "content"), is_directory ? kDirectoryHint : ""}));
    return printed;
  }
  if (arguments_.files.size() > 1) {
    printed.output.add(compose({"{}==> {} <==\n", has_printed_ ? "\n" : "", printable(file.path)}));
  }
  has_printed_ = true;
  add_terminal_text(printed.output, file.path, result, protocol_);
  return printed;
}

BatchLine batch_line(const NamedFile& file, const Json& result,
                     const std::optional<FileFacts>& facts, const Arguments& arguments) {
  BatchLine line;
  line.output.add(compose({"{{\"file_path\":{},\"result\":", json_string(file.path)}));
  line.output.add_json(wire(file, result, arguments));
  line.output.add("}\n");
  line.entry = manifest_line(file.path, result, facts);
  line.success = is_set(result, "success");
  if (facts) line.bytes = facts->size;
  return line;
}

}  // namespace lectern::command
