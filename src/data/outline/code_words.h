// How languages declare: the words that begin a declaration, and the shape of one without a word.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

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
inline constexpr std::uint32_t kHereDocuments = 1 << 22;  ///< `<<EOF` begins a text over lines
inline constexpr std::uint32_t kPod = 1 << 23;            ///< `=head1` to `=cut` is documentation
inline constexpr std::uint32_t kLongComments = 1 << 24;   ///< #[[ to ]] is a comment
inline constexpr std::uint32_t kRules = 1 << 25;          ///< a block in one line declares, too
}  // namespace code

/// The language of files with this name, or null.
const CodeLanguage* find_code_language(std::string_view name);
/// The language that a text's first line `#!...` names, or null.
const CodeLanguage* language_of_script(std::string_view first_line);

/// True when `word` is in `words`.
bool has_word(std::string_view words, std::string_view word);

/// What the words of a language do, for one look instead of one for each list of them.
class CodeWords {
 public:
  static constexpr std::uint8_t kContainer = 1;
  static constexpr std::uint8_t kFunction = 2;
  static constexpr std::uint8_t kValue = 4;
  static constexpr std::uint8_t kModifier = 8;

  /// \param language  must outlive this
  explicit CodeWords(const CodeLanguage& language);

  /// False: no word of the language begins `text`.
  bool may_begin(std::string_view text) const {
    if (text.size() < kTold) return true;
    const auto low = [text](std::size_t at) { return static_cast<std::size_t>(text[at]) % kBits; };
    return (starts_[low(0) * kBits + low(1)] >> low(2) & 1) != 0;
  }
  /// What `word` does, as a sum of the above; 0 for a word that is none of the language's.
  std::uint8_t roles_of(std::string_view word) const;

 private:
  struct Word {
    std::string_view text;
    std::uint8_t roles;
  };
  /// Bytes of a word that tell most others from it, by their lowest five bits.
  static constexpr std::size_t kTold = 3;
  static constexpr std::size_t kBits = 32;

  void add(std::string_view words, std::uint8_t role);
  void add_start(std::string_view word);

  /// By the first byte, then in any order: few words begin with the same one.
  std::array<std::vector<Word>, 64> words_;
  std::array<std::uint32_t, 64> sizes_{};  ///< of these words, as a sum of bits
  /// By the first two bytes of words, the third as a bit.
  std::array<std::uint32_t, kBits * kBits> starts_{};
};

}  // namespace lectern
