// Knuth, Morris and Pratt's algorithm over the folded bytes: each byte once, whatever the text.
#include "text/word_matcher.h"

#include "text/letters.h"
#include "text/utf8.h"

namespace lectern {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

char lower_ascii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; }

/// Letters beyond have no case that matters here.
constexpr char32_t kLastCased = 0x1EFF;

std::string folded_character(char32_t c) {
  std::string folded;
  append_utf8(c <= kLastCased ? to_lower(static_cast<char16_t>(c)) : c, folded);
  return folded;
}

std::string folded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto [c, next] = utf8_character_at(text, at);
    at = next;
    if (c >= 0x80) {
      out += folded_character(c);
    } else if (!is_space(static_cast<char>(c))) {
      out += lower_ascii(static_cast<char>(c));
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace

WordMatcher::WordMatcher(std::string_view words) : words_(folded(words)) {
  if (words_.empty()) return;
  fallback_.resize(words_.size());
  for (std::size_t i = 1, length = 0; i < words_.size(); ++i) {
    while (length > 0 && words_[i] != words_[length]) length = fallback_[length - 1];
    if (words_[i] == words_[length]) ++length;
    fallback_[i] = length;
  }
  const bool is_ascii = static_cast<unsigned char>(words_.front()) < 0x80;
  for (std::size_t byte = 0; byte < may_start_.size(); ++byte) {
    may_start_[byte] = is_ascii
                           ? byte < 0x80 && lower_ascii(static_cast<char>(byte)) == words_.front()
                           : byte >= 0xC2;
  }
}

std::size_t WordMatcher::find(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (matched_ == 0) {
      while (at < text.size() && !may_start_[static_cast<unsigned char>(text[at])]) ++at;
      if (at == text.size()) break;
      after_space_ = false;
    }
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      ++at;
      const bool space = is_space(c);
      if (space && after_space_) continue;
      after_space_ = space;
      if (step(space ? ' ' : lower_ascii(c))) return at;
      continue;
    }
    const auto [code_point, next] = utf8_character_at(text, at);
    at = next;
    after_space_ = false;
    bool found = false;
    for (const char byte : folded_character(code_point)) found = step(byte) || found;
    if (found) return at;
  }
  return std::string_view::npos;
}

bool WordMatcher::step(char folded) {
  while (matched_ > 0 && words_[matched_] != folded) matched_ = fallback_[matched_ - 1];
  if (words_[matched_] == folded) ++matched_;
  if (matched_ < words_.size()) return false;
  matched_ = fallback_[matched_ - 1];
  return true;
}

}  // namespace lectern
