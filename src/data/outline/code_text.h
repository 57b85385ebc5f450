// Words of lines of code.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace lectern::code {

inline constexpr std::array<bool, 256> kIsWordChar = [] {
  std::array<bool, 256> is_word_char{};
  for (std::size_t c = 0; c < is_word_char.size(); ++c) {
    is_word_char[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '$' || c >= 0x80;
  }
  return is_word_char;
}();

inline bool is_word_char(char c) { return kIsWordChar[static_cast<unsigned char>(c)]; }
inline bool are_word_chars(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_word_char);
}

inline bool is_blank_char(char c) { return c == ' ' || c == '\t'; }
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank_char(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank_char(text.back())) text.remove_suffix(1);
  return text;
}

/// `text.starts_with(start)`, which calls a function: here for what mostly begins otherwise.
inline bool begins_with(std::string_view text, std::string_view start) {
  return !text.empty() && text.front() == start.front() && text.starts_with(start);
}
inline bool closes_with(std::string_view text, std::string_view end) {
  return !text.empty() && text.back() == end.back() && text.ends_with(end);
}

/// The word that `text` begins with; `-`, `+`, `@x`, `#x`, `.x` and `x!`, `x::y` count as words.
inline std::string_view word_of(std::string_view text) {
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '@' || text[0] == '#' || text[0] == '.')) at = 1;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) return text.substr(0, 1);
  while (at < text.size() &&
         (is_word_char(text[at]) || (text[at] == '-' && at > 0 && text.starts_with("non-"))))
    ++at;
  if (at < text.size() && text[at] == '!') ++at;
  return text.substr(0, at);
}

inline std::string_view after(std::string_view text, std::size_t size) {
  text.remove_prefix(std::min(size, text.size()));
  return trimmed(text);
}

/// Behind the bracket that closes the one `text` begins with; all of it when none does.
inline std::string_view behind_brackets(std::string_view text, char open, char close) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == open) ++depth;
    if (text[at] == close && --depth == 0) return trimmed(text.substr(at + 1));
  }
  return {};
}

/// Behind the text in quotes that `text` begins with.
inline std::string_view behind_quotes(std::string_view text) {
  const std::size_t end = text.find('"', 1);
  return end == text.npos ? std::string_view() : after(text, end + 1);
}

/// A line without the comment at its end, `//` or `/* */`.
inline std::string_view without_comment(std::string_view text) {
  const std::size_t open = text.ends_with("*/") ? text.rfind("/*") : text.npos;
  if (open != text.npos) text = trimmed(text.substr(0, open));
  const std::size_t at = text.find("//");
  if (at == text.npos || at == 0 || text[at - 1] == ':') return text;
  const std::string_view before = text.substr(0, at);
  const bool is_quoted = std::any_of(before.begin(), before.end(),
                                     [](char c) { return c == '"' || c == '\'' || c == '`'; });
  return is_quoted ? text : trimmed(before);
}

}  // namespace lectern::code
