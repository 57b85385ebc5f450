// What attributes of HTML say: styles that hide, languages of code, addresses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "documents/html/html_tags.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// Most elements that are open at once; deeper ones are nothing but their content.
inline constexpr std::size_t kMaxOpenElements = 512;
/// How far a table is looked at before it is written.
inline constexpr std::size_t kTableAhead = std::size_t{128} << 10;

/// The style that an element gives to its text.
TextStyle html_style_of(Tag tag);

/// True for elements that only change how text looks.
bool is_html_formatting(Tag tag);

/// A number at the start of an attribute's value.
std::int64_t html_number(std::string_view text, std::int64_t fallback);

/// True when an inline style hides its element from a reader of the page.
bool is_hidden_style(std::string_view style);

/// "cpp" for the classes "highlight language-cpp"; "" for none.
std::string code_language(std::string_view classes);

/// `target` as seen from `base`, when both allow it; else `target`.
std::string resolved_url(std::string_view base, std::string_view target);

}  // namespace lectern
