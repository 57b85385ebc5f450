#include "pdf/layout/characters.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::u32string_view kPlainBullets = U"•‣⁃◦∙●○▪▫–—-*·›»";

/// Bullets of symbol fonts, whose signs are in the private use area.
bool is_private_bullet(char32_t c) { return c >= 0xF000 && c <= 0xF0FF; }

/// Blocks, squares and triangles, stars, boxes to tick, numbers in circles, ornaments.
bool is_pictorial_bullet(char32_t c) {
  return (c >= 0x2580 && c <= 0x25FF) || c == 0x2605 || c == 0x2606 ||
         (c >= 0x2610 && c <= 0x2612) || (c >= 0x2460 && c <= 0x2473) ||
         (c >= 0x2700 && c <= 0x27BE);
}

/// The character that a word consists of; 0 for more than one.
char32_t only_character(std::string_view word) {
  if (word.empty() || word.size() > 4) return 0;
  const DecodedCharacter decoded = utf8_character_at(word, 0);
  return decoded.next == word.size() ? decoded.code_point : 0;
}

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_roman(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         text.find_first_not_of("ivxlcIVXLC") == std::string_view::npos;
}

}  // namespace

char32_t first_character(std::string_view text) {
  return text.empty() ? 0 : utf8_character_at(text, 0).code_point;
}

char32_t last_character(std::string_view text) {
  if (text.empty()) return 0;
  std::size_t at = text.size() - 1;
  while (at > 0 && is_utf8_continuation(static_cast<std::uint8_t>(text[at]))) --at;
  return utf8_character_at(text, at).code_point;
}

bool is_right_to_left(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const auto byte = static_cast<std::uint8_t>(word[at]);
    if (byte < 0xD6) {
      at += byte < 0x80 ? 1 : 2;
      continue;
    }
    const DecodedCharacter decoded = utf8_character_at(word, at);
    const char32_t c = decoded.code_point;
    if ((c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFC))
      return true;
    at = decoded.next;
  }
  return false;
}

bool is_bullet(std::string_view word) {
  return is_plain_bullet(word) || is_pictorial_bullet(only_character(word));
}

bool is_plain_bullet(std::string_view word) {
  const char32_t c = only_character(word);
  return c != 0 && (kPlainBullets.find(c) != std::u32string_view::npos || is_private_bullet(c));
}

bool is_item_number(std::string_view word) {
  if (word.size() < 2 || word.size() > (word.front() == '[' ? 12 : 9)) return false;
  std::string_view text = word;
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
    text.remove_prefix(1);
    text.remove_suffix(1);
    if (is_ascii_letter(text[0])) {
      // "[Gad06]", "[SPB+14]": names and a year.
      const std::size_t digits = text.find_first_of("0123456789");
      return digits != std::string_view::npos && digits + 2 <= text.size() &&
             is_ascii_digit(text[digits + 1]) && text.size() <= digits + 3 &&
             std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(digits),
                         [](char c) { return is_ascii_letter(c) || c == '+'; });
    }
    return text.size() <= 3 && std::all_of(text.begin(), text.end(), is_ascii_digit);
  }
  const bool opened = text.front() == '(';
  if (opened) text.remove_prefix(1);
  const char end = text.back();
  const bool closed = end == ')' || end == '.';
  if (closed) text.remove_suffix(1);
  if (text.empty() || (opened && end != ')')) return false;
  if (is_ascii_digit(text.front())) {
    // "1", "2.1", "4.1.3"
    bool after_dot = false;
    std::size_t run = 0;
    std::size_t dots = 0;
    for (const char c : text) {
      if (c == '.') {
        if (after_dot) return false;
        after_dot = true;
        run = 0;
        ++dots;
      } else if (is_ascii_digit(c)) {
        after_dot = false;
        if (++run > 3) return false;
      } else {
        return false;
      }
    }
    if (after_dot) return false;
    return closed || dots >= 1;
  }
  if (!closed) return false;
  return (text.size() == 1 && is_ascii_letter(text[0])) || is_roman(text);
}

bool is_bracketed_name(std::string_view word) {
  constexpr std::size_t kLongest = 12;
  return word.size() > 3 && word.size() <= kLongest && word.front() == '[' && word.back() == ']' &&
         std::all_of(word.begin() + 1, word.end() - 1, is_ascii_letter);
}

bool is_mail_address(std::string_view word) {
  const std::size_t at = word.find('@');
  return at != std::string_view::npos && at > 0 && word.find('.', at) != std::string_view::npos &&
         word.find_first_of(":/(;", at) == std::string_view::npos;
}

bool is_page_number(std::string_view word) {
  if (word.empty() || word.size() > 6) return false;
  if (word.find_first_not_of("0123456789") == std::string_view::npos) return word.size() <= 4;
  return word.find_first_not_of("ivxlc") == std::string_view::npos;
}

bool is_mathematical(std::string_view word) {
  if (word == "=" || word == "<" || word == ">") return true;
  for (std::size_t at = 0; at < word.size();) {
    const DecodedCharacter decoded = utf8_character_at(word, at);
    const char32_t c = decoded.code_point;
    if ((c >= 0x2200 && c <= 0x22FF && c != 0x2212 && c != 0x2219 && c != 0x22C5) ||
        (c >= 0x1D400 && c <= 0x1D7FF))
      return true;
    at = decoded.next;
  }
  return false;
}

bool is_dots(std::string_view word) {
  while (word.starts_with("…")) word.remove_prefix(3);
  return word.find_first_not_of('.') == std::string_view::npos;
}

bool is_list_marker(std::string_view word) { return is_bullet(word) || is_item_number(word); }

bool is_written_without_spaces(char32_t c) {
  return (c >= 0x2E80 && c <= 0x312F) || (c >= 0x3190 && c <= 0xA4CF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) ||
         (c >= 0xFF00 && c <= 0xFF9F) || (c >= 0x20000 && c <= 0x3FFFF);
}

bool is_lower_case(char32_t c) {
  if (c < 0x80) return c >= 'a' && c <= 'z';
  if (c >= 0xDF && c <= 0xFF) return c != 0xF7;
  if (c >= 0x100 && c <= 0x17F)
    return (c & 1) == ((c >= 0x139 && c <= 0x148) || c >= 0x179 ? 0 : 1);
  return (c >= 0x3AC && c <= 0x3CE) || (c >= 0x430 && c <= 0x45F);
}

bool has_lower_case(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const DecodedCharacter decoded = utf8_character_at(word, at);
    if (is_lower_case(decoded.code_point)) return true;
    at = decoded.next;
  }
  return false;
}

bool has_letter(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const DecodedCharacter decoded = utf8_character_at(word, at);
    if (is_letter(decoded.code_point)) return true;
    at = decoded.next;
  }
  return false;
}

bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return c >= 0xC0 && c != 0xD7 && c != 0xF7 && !(c >= 0x2000 && c <= 0x2BFF) &&
         !(c >= 0x3000 && c <= 0x3004) && !(c >= 0x3008 && c <= 0x3020) &&
         !(c >= 0xE000 && c <= 0xF8FF) && !(c >= 0xFF00 && c <= 0xFF20);
}

}  // namespace lectern
