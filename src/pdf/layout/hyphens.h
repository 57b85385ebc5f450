// Hyphens at the ends of lines: whether they belong to the word that the line's end divides.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pdf/layout/page_content.h"

namespace lectern {

enum class LineHyphen : std::uint8_t { kGoes, kStays, kOpen };

/// Stands in a text for a hyphen that only the other pages can tell about; no byte of UTF-8.
constexpr char kOpenHyphen = '\xFF';

/// The words of a page, in lower case: what a hyphen at a line's end belongs to shows elsewhere.
class PageVocabulary {
 public:
  explicit PageVocabulary(const PageContent& page) : page_(page) {}

  /// What the page says of the hyphen between the two parts of a word.
  LineHyphen hyphen_between(std::string_view word, std::string_view next);

 private:
  bool has(const std::string& word);

  const PageContent& page_;
  bool filled_ = false;
  std::vector<std::string> words_;  ///< sorted
};

/// The words with a hyphen that the pages of a read show within a line.
class HyphenatedWords {
 public:
  void add(const PageContent& page);
  /// Replaces the open hyphens of a text: one of a known word stays, any other goes.
  void settle(std::string& text) const;

 private:
  std::set<std::string> words_;
};

/// The last word of a text, which a hyphen has followed.
std::string_view word_at_end(std::string_view text);

}  // namespace lectern
