#include "support/pdf_text.h"

#include <algorithm>

#include "pdf/accents.h"
#include "pdf/layout/characters.h"
#include "text/utf8.h"

namespace lectern::testing {
namespace {

constexpr std::u32string_view kAccents = U"`´^¨~¯˘˙˚˝ˇ¸˛";

const std::map<char32_t, char32_t>& plain_letters() {
  static const std::map<char32_t, char32_t> plain = [] {
    std::map<char32_t, char32_t> letters;
    for (const char32_t accent : kAccents) {
      for (char32_t letter = 'A'; letter <= 'z'; ++letter) {
        const std::u32string with = accented(letter, combining_mark(accent));
        if (with.size() == 1 && with[0] != letter) letters[with[0]] = letter;
      }
    }
    letters[U'ı'] = 'i';
    constexpr std::u32string_view kRaised = U"⁰¹²³⁴⁵⁶⁷⁸⁹";
    for (std::size_t i = 0; i < kRaised.size(); ++i) {
      letters[kRaised[i]] = U'0' + static_cast<char32_t>(i);
      letters[0x2080 + static_cast<char32_t>(i)] = U'0' + static_cast<char32_t>(i);
    }
    letters[U'ⁿ'] = 'n';
    return letters;
  }();
  return plain;
}

char32_t plain(char32_t c) {
  const auto found = plain_letters().find(c);
  return found == plain_letters().end() ? c : found->second;
}

bool counts(char32_t c) { return (c >= '0' && c <= '9') || (is_letter(c) && c != 0x2C6); }

template <typename Visit>
void for_each_character(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter decoded = utf8_character_at(text, at);
    visit(decoded.code_point, text.substr(at, decoded.next - at));
    at = decoded.next;
  }
}

}  // namespace

Letters letters_of(std::string_view text) {
  Letters letters;
  for_each_character(text, [&letters](char32_t c, std::string_view) {
    const char32_t letter = plain(c);
    const bool is_mark = (c >= 0x2B0 && c <= 0x36F);
    if (counts(letter) && !is_mark) ++letters[letter];
  });
  return letters;
}

std::string missing_letters(const Letters& all, const Letters& some) {
  std::string missing;
  for (const auto& [letter, times] : all) {
    const auto found = some.find(letter);
    for (std::int64_t i = found == some.end() ? 0 : found->second; i < times; ++i)
      append_utf8(letter, missing);
  }
  return missing;
}

std::string without_additions(std::string_view markdown) {
  std::string text;
  for (std::size_t from = 0; from < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', from), markdown.size());
    const std::string_view line = markdown.substr(from, end - from);
    from = end + 1;
    if (line.starts_with("[Figure") || line.starts_with("(no text on this page")) continue;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!line.substr(i).starts_with("](")) {
        text += line[i];
        continue;
      }
      for (i += 2; i < line.size() && line[i] != ')'; ++i) {
        if (line[i] == '\\') ++i;
      }
      text += ' ';
    }
    text += '\n';
  }
  return text;
}

std::vector<std::string> pages_of(std::string_view content) {
  constexpr std::string_view kStart = "--- Page ";
  std::vector<std::string> pages;
  for (std::size_t from = 0; from < content.size();) {
    const std::size_t end = std::min(content.find('\n', from), content.size());
    const std::string_view line = content.substr(from, end - from);
    from = end + 1;
    if (line.starts_with(kStart))
      pages.emplace_back();
    else if (!pages.empty())
      pages.back().append(line).append("\n");
  }
  return pages;
}

std::vector<std::string> lower_words(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for_each_character(text, [&](char32_t c, std::string_view bytes) {
    const bool hyphen = c == '-' && inside;
    if (!hyphen && !is_letter(c)) {
      inside = false;
      return;
    }
    if (!inside) words.emplace_back();
    inside = true;
    for (const char byte : bytes)
      words.back() += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
  });
  return words;
}

}  // namespace lectern::testing
