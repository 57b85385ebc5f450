#include "pdf/layout/hyphens.h"

#include <algorithm>
#include <array>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::size_t kLongestWord = 100;  // bytes
constexpr std::size_t kMostHyphenated = 100'000;
constexpr std::string_view kBeforeWord = " \n[(\xFF";
constexpr std::string_view kAfterWord = " \n]\xFF";

bool is_latin_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Letters of `word` without what stands around them, in lower case.
std::string bare(std::string_view word) {
  const auto is_around = [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && !is_latin_letter(c);
  };
  while (!word.empty() && is_around(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_around(word.back())) word.remove_suffix(1);
  return ascii_lower(word);
}

template <std::size_t kCount>
bool is_among(std::string_view word, const std::array<std::string_view, kCount>& known) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

/// "well-known", "one-third", but "high-est" and "four-teen" are one word.
bool has_joining_prefix(std::string_view prefix, std::string_view rest) {
  constexpr std::array<std::string_view, 21> kPrefixes = {
      "self",  "non",   "well", "half", "all",   "long", "short", "high", "low",   "cross", "full",
      "large", "small", "one",  "two",  "three", "four", "five",  "six",  "seven", "eight"};
  constexpr std::array<std::string_view, 35> kEndings = {
      "age",  "ages",  "cut",   "een",  "eenth",  "en",     "ened", "ening", "ens",
      "er",   "ered",  "ering", "ers",  "es",     "est",    "fold", "ing",   "ings",
      "ish",  "land",  "lands", "less", "light",  "lights", "ly",   "ness",  "pox",
      "self", "sense", "some",  "teen", "teenth", "th",     "ty",   "way"};
  return is_among(prefix, kPrefixes) && !is_among(rest, kEndings);
}

/// "user-friendly", but "cor-related" and "dis-oriented" are one word.
bool has_joining_suffix(std::string_view start, std::string_view suffix) {
  constexpr std::array<std::string_view, 19> kSuffixes = {
      "adjusted", "aware",     "based",    "dependent", "driven",   "effective", "efficient",
      "friendly", "granting",  "known",    "level",     "oriented", "quality",   "related",
      "reported", "sensitive", "speaking", "specific",  "term"};
  constexpr std::array<std::string_view, 14> kBound = {"cor",   "counter", "dis",   "fore", "hyper",
                                                       "inter", "mal",     "mis",   "out",  "over",
                                                       "pre",   "sub",     "super", "under"};
  return start.size() > 2 && is_among(suffix, kSuffixes) && !is_among(start, kBound);
}

/// "8th-grade", "US-based", "p-value": no word that a line's end divides begins so.
bool is_no_syllable(std::string_view word) {
  std::size_t letters = 0;
  std::size_t capitals = 0;
  for (const char c : word) {
    if (c >= '0' && c <= '9') return true;
    if (is_latin_letter(c) || static_cast<unsigned char>(c) >= 0x80) ++letters;
    if (c >= 'A' && c <= 'Z') ++capitals;
  }
  return letters == 1 || (letters > 1 && capitals == letters);
}

}  // namespace

bool PageVocabulary::has(const std::string& word) {
  if (!filled_) {
    filled_ = true;
    for (const PageWord& known : page_.words) {
      if (!known.joined && !known.soft_hyphen) words_.push_back(bare(known.text));
    }
    std::stable_sort(words_.begin(), words_.end());
  }
  return std::binary_search(words_.begin(), words_.end(), word);
}

LineHyphen PageVocabulary::hyphen_between(std::string_view word, std::string_view next) {
  const std::string before = bare(word);
  const std::string after = bare(next);
  if (has(before + after)) return LineHyphen::kGoes;
  // "more-or-" goes on with "less"; "state-of-the-" with "art".
  const bool stays = has(before + '-' + after) || before.find('-') != std::string::npos ||
                     is_no_syllable(word) || has_joining_prefix(before, after) ||
                     has_joining_suffix(before, after);
  return stays ? LineHyphen::kStays : LineHyphen::kOpen;
}

void HyphenatedWords::add(const PageContent& page) {
  for (const PageWord& word : page.words) {
    if (word.text.size() > kLongestWord || word.text.find('-') == std::string::npos) continue;
    std::string text = bare(word.text);
    if (text.find('-') != std::string::npos && words_.size() < kMostHyphenated)
      words_.insert(std::move(text));
  }
}

void HyphenatedWords::settle(std::string& text) const {
  std::size_t at = text.find(kOpenHyphen);
  if (at == std::string::npos) return;
  std::string settled;
  std::size_t from = 0;
  for (; at != std::string::npos; at = text.find(kOpenHyphen, from)) {
    const std::string_view all(text);
    settled += all.substr(from, at - from);
    const std::string_view next = all.substr(at + 1);
    const std::string word = bare(word_at_end(all.substr(0, at))) + '-' +
                             bare(next.substr(0, next.find_first_of(kAfterWord)));
    if (words_.contains(word)) settled += '-';
    from = at + 1;
  }
  settled += std::string_view(text).substr(from);
  text = std::move(settled);
}

std::string_view word_at_end(std::string_view text) {
  if (text.size() > kLongestWord) text.remove_prefix(text.size() - kLongestWord);
  return text.substr(text.find_last_of(kBeforeWord) + 1);
}

}  // namespace lectern
