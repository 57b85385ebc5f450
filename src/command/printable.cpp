#include "command/printable.h"

#include <cstdint>

#include "base/message.h"
#include "text/utf8.h"

namespace lectern::command {
namespace {

void append_hex(std::string& text, std::string_view mark, std::uint32_t value, int digits) {
  text += mark;
  for (int i = digits - 1; i >= 0; --i) text += "0123456789abcdef"[(value >> (4 * i)) & 15];
}

void append_control(std::string& text, char32_t character) {
  switch (character) {
    case '\n':
      text += "\\n";
      break;
    case '\r':
      text += "\\r";
      break;
    case '\t':
      text += "\\t";
      break;
    default:
      if (character < 0x80) {
        append_hex(text, "\\x", character, 2);
      } else {
        append_hex(text, "\\u", character, 4);
      }
  }
}

bool is_control(char32_t c) {
  const bool is_line_end = c == 0x2028 || c == 0x2029;
  // Unicode's Bidi_Control.
  const bool is_direction = c == 0x061C || c == 0x200E || c == 0x200F ||
                            (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || is_line_end || is_direction;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const ByteSpan rest = as_bytes(text.substr(at));
    const std::size_t size = utf8_sequence_size(rest);
    if (size == 0) {
      append_hex(shown, "\\x", rest[0], 2);
      ++at;
      continue;
    }
    const char32_t character = utf8_character_at(text, at).code_point;
    if (is_control(character)) {
      append_control(shown, character);
    } else {
      shown += text.substr(at, size);
    }
    at += size;
  }
  return shown;
}

std::string message_line(std::string_view text) {
  return compose({"lectern: {}\n", printable(text)});
}

}  // namespace lectern::command
