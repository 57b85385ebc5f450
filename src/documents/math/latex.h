// Text of formulas as LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace lectern {

/// Text as a formula has it: what LaTeX would misread is escaped, letters beyond ASCII stay.
std::string latex_text(std::string_view text);

/// An accent over `inside` by its character, combining or not: "\\hat{x}".
std::string latex_accent(std::string_view character, const std::string& inside, bool is_below);

/// Appends LaTeX; a blank keeps a command apart from a letter behind it.
void append_latex(std::string& out, std::string_view more);

/// What a command's name is made of.
constexpr bool is_latex_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace lectern
