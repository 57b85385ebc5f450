#include "notebook/output_text.h"

#include <algorithm>

#include "base/message.h"
#include "base/provider.h"
#include "notebook/html_text.h"
#include "notebook/json_text.h"
#include "notebook/terminal_text.h"

namespace lectern {
namespace {
/// Where all of a cell's text is shown, JSON that gets longer by more is not indented.
constexpr std::uint64_t kMostIndentedChars = std::uint64_t{4} << 20;
}  // namespace

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
    const std::size_t most =
        static_cast<std::size_t>(4 * std::min(left_chars, kMostIndentedChars)) + text.size();
    const std::string indented = pretty_json(text, most);
    const bool is_whole = indented.size() < most;
    return is_whole || left_chars < kUnlimited ? indented : text_of(value, join);
  }
  std::string text = text_of(value, join);
  embedded = take_embedded_pictures(text);
  return terminal_text(choice.text_form == TextForm::kHtml ? html_text(text) : text);
}

}  // namespace lectern
