// Text of scripts that run from right to left, whose glyphs a page draws as they look.
#pragma once

#include <string>
#include <vector>

#include "pdf/layout/page_content.h"

namespace lectern {

/// Digits of Arabic and Persian, which run from left to right among letters that do not.
bool is_arabic_digit(char32_t c);

bool runs_leftward(char32_t c);
inline bool is_leftward(const std::u32string& text) {
  constexpr char32_t kFirst = 0x590;
  for (const char32_t c : text) {
    if (c >= kFirst && runs_leftward(c)) return true;
  }
  return false;
}

/// A vowel sign or another mark that stands over or under a letter of these scripts.
bool is_leftward_mark(char32_t c);

/// Whether a word closes a bracket before its first letter or opens one behind its last: its
/// brackets look the other way.
bool has_turned_brackets(const std::u32string& word);

/// A full stop, a colon or (beside Arabic) a percent sign on the left of a number stands behind it
/// when the word drawn before or after it in its line runs from right to left.
void put_signs_behind_numbers(std::vector<PageWord>& words);

}  // namespace lectern
