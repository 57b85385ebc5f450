// What the layout asks of characters and words.
#pragma once

#include <string_view>

namespace lectern {

/// Whether a word has letters of a script that runs from right to left.
bool is_right_to_left(std::string_view word);

/// Whether a word is a bullet of a list ("•", "-", "■", "☐"; "o" is not).
bool is_bullet(std::string_view word);

/// Whether a bullet says nothing but that an item begins: a dot or a dash, not "☐" or "✓".
bool is_plain_bullet(std::string_view word);

/// Whether a word is a number or letter that begins an item: "1.", "12)", "(a)", "iv.", "2.1",
/// "[3]".
bool is_item_number(std::string_view word);

/// Whether a word is a name in brackets, as some entries of a bibliography have one: "[Red]".
bool is_bracketed_name(std::string_view word);

bool is_mail_address(std::string_view word);

/// A bullet or a number.
bool is_list_marker(std::string_view word);

/// Whether a word is the number of a page: up to four digits, or a roman number in lower case.
bool is_page_number(std::string_view word);

/// Whether a word has an operator or sign of a formula ("=", "∑", "∂").
bool is_mathematical(std::string_view word);

/// Whether a word is nothing but dots, as those that lead to a page's number.
bool is_dots(std::string_view word);

/// Scripts that are written without spaces between words.
bool is_written_without_spaces(char32_t c);

bool is_lower_case(char32_t c);
bool has_lower_case(std::string_view word);
bool is_letter(char32_t c);
bool has_letter(std::string_view word);

/// The first and last character; 0 for an empty text.
char32_t first_character(std::string_view text);
char32_t last_character(std::string_view text);

}  // namespace lectern
