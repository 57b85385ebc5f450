// Finds words in a stream of text, as a search in a PDF does: in their order, in either case, with
// any white space between them, a line end too. No patterns.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"
#include "text/kernels.h"

namespace lectern {

/// How words are found.
struct WordRules {
  bool case_sensitive = false;
  /// No word goes on before or behind what is found.
  bool whole_words = false;
};

inline WordRules word_rules(const ReadRequest& request) {
  return {request.case_sensitive, request.whole_words};
}

/// True for what whole words are made of: letters of the scripts that text/letters.h knows and that
/// set words apart, digits and `_`.
bool is_word_character(char32_t c);

class WordMatcher {
 public:
  /// `words` is well-formed UTF-8.
  explicit WordMatcher(std::string_view words, const WordRules& rules = {});
  /// What `request` searches for.
  explicit WordMatcher(const ReadRequest& request)
      : WordMatcher(request.search, word_rules(request)) {}

  /// True when there is nothing to find: white space at most.
  bool empty() const { return words_.empty(); }

  /// The offset just after the first occurrence that ends in `text`, the next piece of the text
  /// (whole characters of well-formed UTF-8); npos when none does. The search goes on there.
  /// \param goes_on  more text may come: a whole word that ends with this piece is found in the
  ///   next one, at 0.
  std::size_t find(std::string_view text, bool goes_on = false);

  /// The next piece is the start of another text. Words may be long: this is what costs nothing.
  void restart() {
    matched_ = 0;
    after_space_ = after_word_ = false;
  }

 private:
  void set_words(std::string_view words);
  void set_start();
  std::size_t skip(std::string_view text, std::size_t at);
  bool step(char folded);
  bool step_edge(bool is_word);

  WordRules rules_;
  /// Folded; with whole words, kEdge stands where a word begins or ends.
  std::string words_;
  /// For each place in `words_`, how much of their start is known to stand before it.
  std::vector<std::size_t> fallback_;
  /// Of an occurrence, two of its first bytes.
  BytePair start_;
  bool starts_beyond_ascii_ = false;
  std::size_t matched_ = 0;
  bool after_space_ = false;
  bool after_word_ = false;
};

}  // namespace lectern
