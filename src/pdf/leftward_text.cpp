#include "pdf/leftward_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "pdf/layout/characters.h"

namespace lectern {
namespace {

constexpr std::u32string_view kOpeningBrackets = U"([{";
constexpr std::u32string_view kClosingBrackets = U")]}";

bool has_arabic(std::string_view word) {
  // The first byte of U+0600 to U+07FF; of the presentation forms.
  return std::any_of(word.begin(), word.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0xD8 && byte <= 0xDF) || byte == 0xEF;
  });
}

bool is_plain_digit(char c) { return c >= '0' && c <= '9'; }

bool stand_in_one_line(const PageWord& one, const PageWord& other) {
  constexpr float kSameLine = 0.3f;  // of the font size
  return one.direction == other.direction &&
         std::fabs(one.baseline - other.baseline) <= kSameLine * one.font_size;
}

}  // namespace

bool is_arabic_digit(char32_t c) {
  return (c >= 0x660 && c <= 0x669) || (c >= 0x6F0 && c <= 0x6F9);
}

bool runs_leftward(char32_t c) {
  return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) ||
         (c >= 0x1E800 && c <= 0x1EFFF);
}

bool is_leftward_mark(char32_t c) {
  return (c >= 0x591 && c <= 0x5BD) || c == 0x5BF || c == 0x5C1 || c == 0x5C2 ||
         (c >= 0x610 && c <= 0x61A) || (c >= 0x64B && c <= 0x65F) || c == 0x670 ||
         (c >= 0x6D6 && c <= 0x6DC);
}

bool has_turned_brackets(const std::u32string& word) {
  return word.size() > 1 && ((kClosingBrackets.find(word.front()) != std::u32string_view::npos &&
                              runs_leftward(word[1])) ||
                             (kOpeningBrackets.find(word.back()) != std::u32string_view::npos &&
                              runs_leftward(word[word.size() - 2])));
}

void put_signs_behind_numbers(std::vector<PageWord>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    PageWord& word = words[i];
    if (word.text.size() < 2 || !is_plain_digit(word.text[1])) continue;
    const char sign = word.text[0];
    if (sign != '.' && sign != ':' && sign != '%') continue;
    const auto is_beside_leftward = [&](std::size_t k) {
      return k < words.size() && is_right_to_left(words[k].text) &&
             (sign != '%' || has_arabic(words[k].text)) && stand_in_one_line(word, words[k]);
    };
    if (is_beside_leftward(i - 1) || is_beside_leftward(i + 1))
      std::rotate(word.text.begin(), word.text.begin() + 1, word.text.end());
  }
}

}  // namespace lectern
