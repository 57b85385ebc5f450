#include "documents/text/fields.h"

#include <algorithm>

#include "documents/text/symbols.h"
#include "text/utf8.h"

namespace lectern {

std::string hyperlink_target(std::string_view instruction) {
  std::size_t at = instruction.find("HYPERLINK");
  if (at == instruction.npos) return "";
  at += 9;
  std::string target;
  std::string place;
  char option = ' ';
  while (at < instruction.size()) {
    const char c = instruction[at];
    if (c == ' ' || c == '\t') {
      ++at;
    } else if (c == '\\' && at + 1 < instruction.size() && instruction[at + 1] != '\\') {
      option = instruction[at + 1];
      // \n, \m and \h have no value.
      if (option == 'n' || option == 'm' || option == 'h') option = ' ';
      at += 2;
    } else {
      const char end = c == '"' ? '"' : ' ';
      if (c == '"') ++at;
      const std::size_t close = std::min(instruction.find(end, at), instruction.size());
      const std::string value(instruction.substr(at, close - at));
      at = close + 1;
      if (option == ' ' && target.empty()) target = value;
      if (option == 'l') place = value;
      option = ' ';
    }
  }
  if (!target.empty() && !place.empty()) target += '#' + place;
  return target;
}

std::string embedded_class(std::string_view instruction) {
  constexpr std::string_view kName = "EMBED ";
  const std::size_t start = instruction.find_first_not_of(' ');
  if (start == instruction.npos || !instruction.substr(start).starts_with(kName)) return "";
  instruction.remove_prefix(start + kName.size());
  const std::size_t first = std::min(instruction.find_first_not_of(" \""), instruction.size());
  instruction.remove_prefix(first);
  return std::string(instruction.substr(0, instruction.find_first_of(" \"\\")));
}

std::string field_symbol(std::string_view instruction) {
  constexpr std::string_view kName = "SYMBOL";
  const std::size_t start = instruction.find_first_not_of(' ');
  if (start == instruction.npos || !instruction.substr(start).starts_with(kName)) return "";
  std::size_t at = instruction.find_first_not_of(' ', start + kName.size());
  if (at == instruction.npos) return "";
  std::uint32_t code = 0;
  for (; at < instruction.size() && instruction[at] >= '0' && instruction[at] <= '9'; ++at)
    code =
        std::min<std::uint32_t>(code * 10 + static_cast<unsigned>(instruction[at] - '0'), 0xFFFF);
  SymbolFont font = SymbolFont::kNone;
  if (const std::size_t option = instruction.find("\\f"); option != instruction.npos) {
    std::string_view name = instruction.substr(option + 2);
    const std::size_t first = std::min(name.find_first_not_of(" \""), name.size());
    name.remove_prefix(first);
    font = symbol_font(name.substr(0, name.find_first_of("\"\\")));
  }
  std::string text;
  if (font != SymbolFont::kNone) {
    append_utf8(symbol_character(font, code).value_or(U'\uFFFD'), text);
  } else if (code >= 0x20 && !(code >= 0xD800 && code < 0xE000)) {
    append_utf8(code, text);
  }
  return text;
}

}  // namespace lectern
