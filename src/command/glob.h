// A pattern for paths as git understands it in a .gitignore file: `?`, `*`, `**`, character classes
// and `\`. Bytes are compared, not characters. tests/cli/gitignore.mjs compares it with git.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lectern::command {

class Glob {
 public:
  /// A pattern that cannot match, such as one whose class has no end, is no error: it matches
  /// nothing, as in git.
  explicit Glob(std::string_view pattern);

  /// Whether the pattern fits the whole text. Takes at most the product of the text's length and
  /// the lesser of both lengths, whatever the pattern.
  /// \param left  steps that may be looked at; what is looked at is taken off, which may be more.
  bool matches(std::string_view text, std::int64_t* left = nullptr) const;

 private:
  using Bytes = std::bitset<256>;

  enum class Step : std::uint8_t {
    kSet,       ///< one byte of `set`
    kStar,      ///< any bytes but '/'
    kDeepStar,  ///< any bytes
    kMaybe,     ///< the two steps that follow, or none of them
  };
  struct Token {
    Step step;
    Bytes set = {};
  };

  void add_byte(char byte);
  void count_least_bytes();
  std::size_t add_stars(std::string_view pattern, std::size_t at);
  std::size_t add_class(std::string_view pattern, std::size_t at);
  bool matches_shallow(std::string_view text, std::int64_t& left) const;
  bool matches_deep(std::string_view text, std::int64_t& left) const;
  std::size_t skip_what_may_be_empty(std::vector<char>& reached, std::size_t end) const;

  /// What comes before the first special byte.
  std::string prefix_;
  std::vector<Token> tokens_;
  /// Bytes that any text which fits has after the prefix.
  std::size_t least_bytes_ = 0;
  bool is_deep_ = false;
  bool is_impossible_ = false;
};

}  // namespace lectern::command
