// How languages declare: the words that begin a declaration, and the shape of one without a word.
#pragma once

#include <cstdint>
#include <string_view>

namespace lectern {

/// Lists of words are separated and surrounded by spaces.
struct CodeLanguage {
  std::string_view name;
  std::string_view extensions;  ///< and names of files without one, in lower case
  std::string_view containers;  ///< declare what has members
  std::string_view functions;
  std::string_view values;     ///< declare what matters less
  std::string_view modifiers;  ///< may stand before
  std::uint32_t traits = 0;
};

namespace code {
inline constexpr std::uint32_t kCalls = 1;            ///< `type name(` declares
inline constexpr std::uint32_t kPrototypes = 1 << 1;  ///< and so it does with `;` at its end
inline constexpr std::uint32_t kHash = 1 << 2;        ///< # begins a comment
inline constexpr std::uint32_t kSlashes = 1 << 3;     ///< // and /* */ do
inline constexpr std::uint32_t kDashes = 1 << 4;      ///< -- does
inline constexpr std::uint32_t kCaseless = 1 << 5;
inline constexpr std::uint32_t kPreprocessor = 1 << 6;
inline constexpr std::uint32_t kTripleQuotes = 1 << 7;
inline constexpr std::uint32_t kBackticks = 1 << 8;     ///< strings over lines
inline constexpr std::uint32_t kScript = 1 << 9;        ///< JavaScript's functions as values
inline constexpr std::uint32_t kBlocks = 1 << 10;       ///< any line that ends in { declares
inline constexpr std::uint32_t kAssigned = 1 << 11;     ///< `name = ` at the left edge declares
inline constexpr std::uint32_t kParentheses = 1 << 12;  ///< Lisp
inline constexpr std::uint32_t kTargets = 1 << 13;      ///< `name:` at the left edge declares
inline constexpr std::uint32_t kSignatures = 1 << 14;   ///< `name ::` at the left edge does
inline constexpr std::uint32_t kShell = 1 << 15;        ///< `name()` does
inline constexpr std::uint32_t kEnds = 1 << 16;         ///< `end` closes
inline constexpr std::uint32_t kTemplates = 1 << 17;    ///< `template <...>` may stand before
inline constexpr std::uint32_t kPercent = 1 << 18;      ///< % begins a comment
inline constexpr std::uint32_t kArrows = 1 << 19;      ///< `name(…) ->` at the left edge declares
inline constexpr std::uint32_t kUpper = 1 << 20;       ///< of a Dockerfile: only capitals
inline constexpr std::uint32_t kStatements = 1 << 21;  ///< a declaration ends with `;`
}  // namespace code

/// The language of files with this name, or null.
const CodeLanguage* code_language(std::string_view name);
/// The language that a text's first line `#!...` names, or null.
const CodeLanguage* language_of_script(std::string_view first_line);

/// True when `word` is in `words`.
bool has_word(std::string_view words, std::string_view word);

}  // namespace lectern
