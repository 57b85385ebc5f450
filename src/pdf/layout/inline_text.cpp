#include "pdf/layout/inline_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.h"
#include "pdf/layout/characters.h"
#include "text/utf8.h"

namespace lectern {
namespace {

// Shares of the line's font size.
constexpr float kRaisedBy = 0.15f;
constexpr float kLoweredBy = 0.08f;
constexpr float kSmaller = 0.87f;
constexpr std::size_t kMaxRaised = 8;

constexpr std::string_view kRaisable = "0123456789+-=()n";
constexpr std::array<std::string_view, 16> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷",
                                                      "⁸", "⁹", "⁺", "⁻", "⁼", "⁽", "⁾", "ⁿ"};
constexpr std::array<std::string_view, 15> kLowered = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇",
                                                       "₈", "₉", "₊", "₋", "₌", "₍", "₎"};

/// Digits and signs as raised or lowered ones; "" when one of them has no such form.
std::string moved_digits(std::string_view word, bool up) {
  std::string text;
  for (std::size_t at = 0; at < word.size();) {
    const DecodedCharacter decoded = utf8_character_at(word, at);
    at = decoded.next;
    const char32_t c =
        decoded.code_point == 0x2212 || decoded.code_point == 0x2013 ? U'-' : decoded.code_point;
    if (c == ',' && !text.empty()) {
      text += ',';
      continue;
    }
    if (c >= 0x80) return "";
    const std::size_t place = kRaisable.find(static_cast<char>(c));
    if (place == std::string_view::npos || (!up && place >= kLowered.size())) return "";
    text += up ? kRaised[place] : kLowered[place];
  }
  return text;
}

std::string_view without_scheme(std::string_view uri) {
  for (const std::string_view scheme : {"http://", "https://", "mailto:"}) {
    if (uri.starts_with(scheme)) uri.remove_prefix(scheme.size());
  }
  while (uri.starts_with("%20")) uri.remove_prefix(3);
  if (uri.ends_with("/")) uri.remove_suffix(1);
  return uri;
}

/// Whether a link's text names its target: the address itself, or an identifier (a DOI) that is all
/// of it but the name of the service that resolves it.
bool shows_target(std::string_view shown, std::string_view uri) {
  const std::string_view bare_uri = without_scheme(uri);
  if (shown.find(bare_uri) != std::string_view::npos) return true;
  for (const std::string_view service :
       {"doi.org/", "dx.doi.org/", "www.doi.org/", "arxiv.org/abs/"}) {
    if (bare_uri.starts_with(service))
      return shown.find(bare_uri.substr(service.size())) != std::string_view::npos;
  }
  return false;
}

/// What an address is compared by when lines broke it: TeX draws underscores as strokes.
std::string address_key(std::string_view text) {
  std::string key;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '\\' && c != '_') key += c;
  }
  return key;
}

/// Whether a link's text is its address with breaks of lines in it.
bool is_broken_target(std::string_view shown, std::string_view uri) {
  return (shown.starts_with("http://") || shown.starts_with("https://")) &&
         address_key(without_scheme(shown)) == address_key(without_scheme(uri));
}

std::size_t hyphen_size(std::string_view text) {
  if (text.ends_with("-")) return 1;
  if (text.ends_with("\u2010")) return 3;
  return 0;
}

}  // namespace

void append_escaped(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool at_start = i == 0;
    const bool at_end = i + 1 == text.size();
    switch (c) {
      case '*':
        if (text.size() > 1 && !(at_start && at_end)) out += '\\';
        break;
      case '_':
        if ((at_start && !at_end && next != '_') || (at_end && !at_start && text[i - 1] != '_'))
          out += '\\';
        break;
      case '`':
        out += '\\';
        break;
      case '<':
        if ((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '/' ||
            next == '!' || next == '?')
          out += '\\';
        break;
      case ']':
        if (next == '(' || next == '[') out += '\\';
        break;
      case '\\':
        if (next > ' ' && next < 0x7F && !(next >= 'a' && next <= 'z') &&
            !(next >= 'A' && next <= 'Z') && !(next >= '0' && next <= '9'))
          out += '\\';
        break;
      default:
        break;
    }
    out += c;
  }
}

std::string raised_text(const PageWord& word, float baseline, float size) {
  const float drop = word.baseline - baseline;
  if (word.font_size > kSmaller * size || word.text.size() > kMaxRaised ||
      (drop >= -kRaisedBy * size && drop <= kLoweredBy * size))
    return "";
  return moved_digits(word.text, drop < 0);
}

void close_link_text(const PageLink& link, std::size_t start, std::string& text) {
  const std::string shown = text.substr(start);
  if (shown.empty() || link.uri.empty() || shows_target(shown, link.uri)) return;
  if (is_broken_target(shown, link.uri)) {
    text.replace(start, std::string::npos, link.uri);
    return;
  }
  text.insert(start, "[");
  text += "](";
  for (const char c : link.uri) {
    if (c == '(' || c == ')' || c == '\\' || c == '|') text += '\\';
    text += c;
  }
  text += ')';
}

std::string escaped_line_start(std::string line) {
  if (line.empty()) return line;
  const char c = line[0];
  if (c == '#') {
    const std::size_t end = line.find_first_not_of('#');
    if (end <= 6 && (end == std::string::npos || line[end] == ' ')) line.insert(0, 1, '\\');
  } else if (c == '>') {
    line.insert(0, 1, '\\');
  } else if ((c == '-' || c == '+' || c == '*') && (line.size() == 1 || line[1] == ' ')) {
    line.insert(0, 1, '\\');
  } else if (c == '-' || c == '=' || c == '_' || c == '*' || c == '~') {
    const bool is_ruler = line.find_first_not_of(std::string{c, ' '}) == std::string::npos;
    if (is_ruler || line.starts_with("--- Page ") || line.starts_with("~~~"))
      line.insert(0, 1, '\\');
  } else if (c == '|') {
    line.insert(0, 1, '\\');
  }
  return line;
}

void InlineText::add_line(const LayoutLine& line, bool after_break) {
  add_line(line, 0, after_break);
}

std::size_t InlineText::end_of_leader(const LayoutLine& line, std::size_t first) const {
  constexpr std::size_t kLeastDots = 4;
  std::size_t dots = 0;
  std::size_t end = first;
  for (; end < line.words.size(); ++end) {
    const std::string& word = page_.words[line.words[end].index].text;
    if (!is_dots(word)) break;
    dots += word.size();
  }
  return dots >= kLeastDots && end - first > 1 ? end : first;
}

void InlineText::add_line(const LayoutLine& line, std::size_t first, bool after_break) {
  bool after_leader = false;
  for (std::size_t i = first; i < line.words.size(); ++i) {
    if (const std::size_t end = end_of_leader(line, i); end > i && i > first) {
      i = end;
      if (i == line.words.size()) {
        text_ += " …";
        break;
      }
      after_leader = true;
    }
    const PageWord& word = page_.words[line.words[i].index];
    const bool space = i > first && (line.words[i].space || after_leader);
    after_leader = false;
    if (i == first && !text_.empty()) {
      if (after_break) {
        close_link();
        if (has_soft_hyphen_) text_ += '-';
        has_soft_hyphen_ = false;
        text_ += '\n';
      } else {
        join_lines(word);
      }
    }
    add_word(line, word, space);
  }
}

void InlineText::join_lines(const PageWord& next) {
  const char32_t last = last_character(text_);
  const char32_t first = first_character(next.text);
  if (has_soft_hyphen_) {
    has_soft_hyphen_ = false;
    if (!is_letter(first)) text_ += '-';
    return;
  }
  if (const std::size_t size = hyphen_size(text_); size > 0 && text_.size() > size) {
    const std::string_view before(text_.data(), text_.size() - size);
    const bool is_word = is_letter(last_character(before)) ||
                         (last_character(before) >= '0' && last_character(before) <= '9');
    if (is_word && (is_letter(first) || (first >= '0' && first <= '9'))) {
      const std::string_view word = word_at_end(before);
      const bool is_address =
          word.find("://") != std::string_view::npos || word.find("www.") != std::string_view::npos;
      if (!is_letter(last_character(before)) || !is_lower_case(first) || is_address) return;
      const LineHyphen hyphen = vocabulary_.hyphen_between(word, next.text);
      if (hyphen == LineHyphen::kStays) return;
      text_.resize(before.size());
      if (hyphen == LineHyphen::kOpen) text_ += kOpenHyphen;
      return;
    }
  }
  if (is_written_without_spaces(last) && is_written_without_spaces(first)) return;
  text_ += ' ';
}

void InlineText::add_word(const LayoutLine& line, const PageWord& word, bool space) {
  if (has_soft_hyphen_) text_ += '-';  // not at a line's end after all
  has_soft_hyphen_ = false;
  const bool same = same_link(word.link, link_);
  if (!same) close_link();
  if (space) text_ += ' ';
  if (!same) {
    link_ = word.link;
    link_start_ = text_.size();
  }
  if (const std::string moved = raised_text(word, line.baseline, line.size); !moved.empty()) {
    text_ += moved;
    return;
  }
  append_escaped(word.text, text_);
  has_soft_hyphen_ = word.soft_hyphen;
}

bool InlineText::same_link(std::int32_t one, std::int32_t other) const {
  if (one == other) return true;
  if (one < 0 || other < 0) return false;
  return page_.links[static_cast<std::size_t>(one)].uri ==
         page_.links[static_cast<std::size_t>(other)].uri;
}

void InlineText::close_link() {
  if (link_ < 0) return;
  const PageLink& link = page_.links[static_cast<std::size_t>(link_)];
  link_ = -1;
  close_link_text(link, link_start_, text_);
}

std::string InlineText::take() {
  close_link();
  if (has_soft_hyphen_) text_ += '-';
  has_soft_hyphen_ = false;
  std::string text = std::move(text_);
  text_.clear();
  return text;
}

}  // namespace lectern
