// The letters and words of a PDF's text, to compare what an engine has with what a reader gets.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lectern::testing {

/// How often each letter and digit occurs. Raised and lowered digits count as digits, and letters
/// with an accent as those without: a page may draw the accent on its own.
using Letters = std::map<char32_t, std::int64_t>;

Letters letters_of(std::string_view text);

/// Letters that `all` has and `some` lacks, each as often as it is missing; UTF-8.
std::string missing_letters(const Letters& all, const Letters& some);

/// Markdown of a page without what the reader adds: names of figures, targets of links.
std::string without_additions(std::string_view markdown);

/// A result's content by page; the first is page 1.
std::vector<std::string> pages_of(std::string_view content);

/// Words of letters, in lower case: a hyphen within a word belongs to it, and so does one at its
/// end.
std::vector<std::string> lower_words(std::string_view text);

}  // namespace lectern::testing
