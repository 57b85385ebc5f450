#include "pdf/pdfium_strings.h"

#include "text/utf8.h"

namespace lectern {

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
