#include "pdf/pdfium_strings.h"

#include <algorithm>

#include "core/fpdfapi/parser/cpdf_object.h"
#include "core/fpdfapi/parser/cpdf_string.h"
#include "core/fpdfapi/parser/fpdf_parser_decode.h"
#include "text/utf8.h"

namespace lectern {

WideString text_of(const CPDF_Object* object, std::size_t most) {
  // No character has more bytes. One more tells that the text goes on.
  constexpr std::size_t kCharacterBytes = 4;
  const CPDF_String* const string = object == nullptr ? nullptr : object->AsString();
  if (string == nullptr) return WideString();
  const ByteString bytes = string->GetString();
  const std::size_t size = std::min<std::size_t>(bytes.GetLength(), kCharacterBytes * (most + 2));
  return PDF_DecodeText(bytes.unsigned_span().first(size));
}

WideString text_for(const CPDF_Dictionary& dictionary, const char* name, std::size_t most) {
  return text_of(dictionary.GetDirectObjectFor(name).Get(), most);
}

std::string utf8_line(const WideString& wide, std::size_t most) {
  std::string text;
  bool cut = false;
  for (const wchar_t unit : wide) {
    if (most-- == 0) {
      cut = true;
      break;
    }
    const auto c = static_cast<char32_t>(unit);
    // Signs that turn the direction of text could show it in another order than it has.
    const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    const bool is_character = c >= 0x20 && !(c >= 0x7F && c < 0xA0) && !turns && c != 0x2028 &&
                              c != 0x2029 && (c < 0xD800 || c > 0xDFFF) && c <= kLastCodePoint;
    append_utf8(is_character ? c : U' ', text);
  }
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  text = text.substr(first, text.find_last_not_of(' ') - first + 1);
  if (cut) text += "…";
  return text;
}

}  // namespace lectern
