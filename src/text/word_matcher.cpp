// Knuth, Morris and Pratt's algorithm over the folded bytes, each once, whatever the text. Where no
// occurrence can begin, vectors of bytes are passed over.
#include "text/word_matcher.h"

#include <algorithm>

#include "text/letters.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Stands for the edge of a word; no byte of UTF-8.
constexpr char kEdge = '\xFF';
/// Bytes of the start of an occurrence that are looked at together.
constexpr std::size_t kStartBytes = 16;
/// Letters beyond have no case that matters here.
constexpr char32_t kLastCased = 0x1EFF;
constexpr char32_t kFirstThai = 0xE01;
constexpr char32_t kLastThai = 0xE5B;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }

char lower_ascii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; }

char32_t folded_character(char32_t c, bool keeps_case) {
  const bool has_case = !keeps_case && c <= kLastCased;
  return has_case ? char32_t{to_lower(static_cast<char16_t>(c))} : c;
}

/// `utf8_character_at` for characters of a text that is searched, each of which is looked at.
DecodedCharacter character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return char32_t{static_cast<unsigned char>(text[i])}; };
  const char32_t lead = byte(at);
  if (lead < 0x80) return {lead, at + 1};
  if (lead < 0xE0 && at + 1 < text.size())
    return {(lead & 0x1F) << 6 | (byte(at + 1) & 0x3F), at + 2};
  if (lead < 0xF0 && at + 2 < text.size())
    return {(lead & 0xF) << 12 | (byte(at + 1) & 0x3F) << 6 | (byte(at + 2) & 0x3F), at + 3};
  return utf8_character_at(text, at);
}

}  // namespace

bool is_word_character(char32_t c) {
  if (c == '_' || (c >= '0' && c <= '9')) return true;
  // No space stands between words of Thai.
  if (c >= kFirstThai && c <= kLastThai) return false;
  return c <= 0xFFFF && is_letter(static_cast<char16_t>(c));
}

WordMatcher::WordMatcher(std::string_view words, const WordRules& rules) : rules_(rules) {
  set_words(words);
  if (words_.empty()) return;
  fallback_.resize(words_.size());
  for (std::size_t i = 1, length = 0; i < words_.size(); ++i) {
    while (length > 0 && words_[i] != words_[length]) length = fallback_[length - 1];
    if (words_[i] == words_[length]) ++length;
    fallback_[i] = length;
  }
  set_start();
}

void WordMatcher::set_words(std::string_view words) {
  while (!words.empty() && is_space(words.back())) words.remove_suffix(1);
  bool in_word = false;
  for (std::size_t at = 0; at < words.size();) {
    const auto [c, next] = utf8_character_at(words, at);
    at = next;
    const bool space = c < 0x80 && is_space(static_cast<char>(c));
    if (space && words_.empty()) continue;
    if (rules_.whole_words && is_word_character(c) != in_word) {
      in_word = !in_word;
      words_ += kEdge;
    }
    if (!space) {
      append_utf8(folded_character(c, rules_.case_sensitive), words_);
    } else if (words_.back() != ' ') {
      words_ += ' ';
    }
  }
  if (in_word) words_ += kEdge;
}

/// An occurrence begins with the ASCII characters that the words begin with, each one byte; of
/// these the first and the last of sixteen are looked for.
void WordMatcher::set_start() {
  std::string start;
  for (const char c : words_) {
    if (c == kEdge) continue;
    if (!is_ascii(c) || c == ' ' || start.size() == kStartBytes) break;
    start += c;
  }
  starts_beyond_ascii_ = start.empty();
  if (start.empty()) return;
  const auto byte_of = [&](char c) {
    const bool either_case = is_small(c) && !rules_.case_sensitive;
    const std::uint8_t ignored = either_case ? 0x20 : 0;
    return ByteChoice{static_cast<std::uint8_t>(c), ignored};
  };
  start_ = {byte_of(start.front()), byte_of(start.back()), start.size() - 1};
}

/// \returns where an occurrence may begin, at `at` or behind it.
std::size_t WordMatcher::skip(std::string_view text, std::size_t at) {
  const std::size_t from = at;
  if (starts_beyond_ascii_) {
    at += plain_ascii_size(as_bytes(text.substr(at)));
    // NUL and ESC are plain enough.
    while (at < text.size() && is_ascii(text[at])) ++at;
  } else {
    at += find_pair(as_bytes(text.substr(at)), start_);
  }
  if (at == from) return at;
  after_space_ = false;
  if (!rules_.whole_words) return at;
  std::size_t before = at - 1;
  while (before > from && is_utf8_continuation(static_cast<std::uint8_t>(text[before]))) --before;
  after_word_ = is_word_character(utf8_character_at(text, before).code_point);
  return at;
}

bool WordMatcher::step(char folded) {
  while (matched_ > 0 && words_[matched_] != folded) matched_ = fallback_[matched_ - 1];
  if (words_[matched_] == folded) ++matched_;
  if (matched_ < words_.size()) return false;
  matched_ = fallback_[matched_ - 1];
  return true;
}

std::size_t WordMatcher::find(std::string_view text, bool goes_on) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (matched_ == 0) {
      at = skip(text, at);
      if (at == text.size()) break;
    }
    const auto [c, next] = character_at(text, at);
    if (rules_.whole_words && step_edge(is_word_character(c))) return at;
    std::string_view bytes = text.substr(at, next - at);
    at = next;
    if (c < 0x80) {
      const char byte = static_cast<char>(c);
      const bool space = is_space(byte);
      if (space && after_space_) continue;
      after_space_ = space;
      if (step(space ? ' ' : rules_.case_sensitive ? byte : lower_ascii(byte))) return at;
      continue;
    }
    after_space_ = false;
    std::string small;
    if (const char32_t folded = folded_character(c, rules_.case_sensitive); folded != c) {
      append_utf8(folded, small);
      bytes = small;
    }
    bool found = false;
    for (const char byte : bytes) found = step(byte) || found;
    if (found) return at;
  }
  if (!goes_on && rules_.whole_words && step_edge(false)) return text.size();
  return std::string_view::npos;
}

/// \returns true when an occurrence ends before the character that comes.
bool WordMatcher::step_edge(bool is_word) {
  if (is_word == after_word_) return false;
  after_word_ = is_word;
  return step(kEdge);
}

}  // namespace lectern
