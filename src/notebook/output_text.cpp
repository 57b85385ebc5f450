#include "notebook/output_text.h"

#include "base/message.h"
#include "notebook/html_text.h"
#include "notebook/json_text.h"
#include "notebook/terminal_text.h"

namespace lectern {

std::string error_text(const Output& output) {
  std::string text = "Error";
  for (const JsonValue part : {output.error_name, output.error_value}) {
    if (part.kind != JsonKind::kNull) append_to(text, {": {}", text_of(part)});
  }
  const std::string traceback = text_of(output.traceback, LineJoin::kLines);
  if (!traceback.empty()) append_to(text, {"\n{}", traceback});
  return terminal_text(text);
}

std::string data_text(const MimeChoice& choice, LineJoin join, std::uint64_t left_chars,
                      std::vector<EmbeddedPicture>& embedded) {
  if (choice.text == nullptr) return "";
  const JsonValue value = choice.text->value;
  if (choice.text_form == TextForm::kJson) {
    // nbformat 2 and 3 write JSON as a text.
    const bool is_text = join == LineJoin::kOldLines && value.kind != JsonKind::kObject;
    const std::string text = is_text ? text_of(value, join) : std::string(value.raw);
    // Four bytes a character at most; what is cut beyond is counted by its bytes.
    return pretty_json(text, static_cast<std::size_t>(4 * left_chars) + text.size());
  }
  std::string text = text_of(value, join);
  embedded = take_embedded_pictures(text);
  return terminal_text(choice.text_form == TextForm::kHtml ? html_text(text) : text);
}

}  // namespace lectern
