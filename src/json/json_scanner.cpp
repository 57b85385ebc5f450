#include "json/json_scanner.h"

#include <algorithm>

#include "base/vectors.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// A longer string is remembered.
constexpr std::size_t kLongString = 4096;

/// '"', '\\' and what is below 0x20 cannot stand in a string as they are.
bool is_stop(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }

/// Offset of the first of them from `at` on.
std::size_t find_stop(std::string_view text, std::size_t at) {
  constexpr std::size_t kStep = 2 * kLanes;
  if (text.size() - at >= kStep) {
    const Lanes quote = kept(Lanes{} + '"');
    const Lanes backslash = kept(Lanes{} + '\\');
    const Lanes space = kept(Lanes{} + ' ');
    const auto stops = [&](Lanes lanes) {
      return (Lanes)(lanes == quote) | (Lanes)(lanes == backslash) | (Lanes)(lanes < space);
    };
    for (; text.size() - at >= kStep; at += kStep) {
      const char* const here = text.data() + at;
      if (any_lane(stops(load_lanes(here)) | stops(load_lanes(here + kLanes)))) break;
    }
  }
  while (at < text.size() && !is_stop(text[at])) ++at;
  return at;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Value of a hexadecimal digit, or -1.
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

char32_t hex4(std::string_view digits) {
  char32_t value = 0;
  for (const char c : digits.substr(0, 4)) {
    value = value << 4 | static_cast<char32_t>(std::max(hex_value(c), 0));
  }
  return value;
}

bool is_high_surrogate(char32_t code) { return code >= 0xD800 && code < 0xDC00; }
bool is_low_surrogate(char32_t code) { return code >= 0xDC00 && code < 0xE000; }

/// Appends the character of `\uXXXX`, whose digits begin `rest`; returns how much of `rest` it is,
/// the second half of a surrogate pair included.
std::size_t append_unicode_escape(std::string_view rest, std::string& out) {
  const char32_t code = hex4(rest);
  if (is_high_surrogate(code) && rest.substr(4).starts_with("\\u")) {
    const char32_t low = hex4(rest.substr(std::min<std::size_t>(6, rest.size())));
    if (is_low_surrogate(low)) {
      append_utf8(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00), out);
      return std::min<std::size_t>(10, rest.size());
    }
  }
  if (is_high_surrogate(code) || is_low_surrogate(code)) {
    out += kReplacementCharacter;
  } else {
    append_utf8(code, out);
  }
  return 4;
}

char simple_escape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

void append_inside(std::string_view inside, std::string& out) {
  while (true) {
    const std::size_t plain = std::min(inside.find('\\'), inside.size());
    out += inside.substr(0, plain);
    inside.remove_prefix(plain);
    if (inside.size() < 2) return;
    const char kind = inside[1];
    inside.remove_prefix(2);
    if (kind == 'u' && inside.size() >= 4) {
      inside.remove_prefix(append_unicode_escape(inside, out));
    } else {
      out += simple_escape(kind);
    }
  }
}

/// The character at `at` as a message shows it.
std::string shown_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end of the file";
  const char c = text[at];
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
    return compose({"control character {}", static_cast<int>(c)});
  }
  std::size_t end = at + 1;
  while (end < text.size() && end - at < 4 &&
         is_utf8_continuation(static_cast<std::uint8_t>(text[end])))
    ++end;
  return compose({"'{}'", text.substr(at, end - at)});
}

}  // namespace

std::string_view to_string(JsonKind kind) {
  switch (kind) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kBoolean:
      return "a boolean";
    case JsonKind::kNumber:
      return "a number";
    case JsonKind::kString:
      return "a string";
    case JsonKind::kArray:
      return "an array";
    case JsonKind::kObject:
      return "an object";
  }
  return "null";
}

TextPosition position_of(std::string_view text, std::size_t offset) {
  const std::size_t end = std::min(offset, text.size());
  TextPosition position;
  std::size_t line_start = 0;
  for (std::size_t at = 0; at < end; ++at) {
    const bool ends_line =
        text[at] == '\n' || (text[at] == '\r' && !text.substr(at + 1).starts_with('\n'));
    if (!ends_line) continue;
    ++position.line;
    line_start = at + 1;
  }
  position.column +=
      static_cast<std::uint64_t>(utf8_length(text.substr(line_start, end - line_start)));
  return position;
}

JsonScanner::JsonScanner(std::string_view text, std::uint64_t max_depth,
                         std::span<const std::string_view> known)
    : text_(text), max_depth_(max_depth) {
  const auto first = std::lower_bound(
      known.begin(), known.end(), text.data(),
      [](std::string_view string, const char* start) { return string.data() < start; });
  known_ = known.last(static_cast<std::size_t>(known.end() - first));
}

void JsonScanner::skip_space() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
    ++at_;
  }
}

void JsonScanner::fail(const Message& expected) {
  fail_at(at_, {"expected {} but found {}", expected, shown_at(text_, at_)});
}

void JsonScanner::fail_at(std::size_t offset, const Message& message) {
  if (!failure_) failure_ = JsonFailure{offset, compose(message)};
}

std::optional<JsonKind> JsonScanner::peek() {
  if (failure_) return std::nullopt;
  skip_space();
  if (at_ < text_.size()) {
    switch (text_[at_]) {
      case '{':
        return JsonKind::kObject;
      case '[':
        return JsonKind::kArray;
      case '"':
        return JsonKind::kString;
      case 't':
      case 'f':
        return JsonKind::kBoolean;
      case 'n':
        return JsonKind::kNull;
      case '-':
      case 'N':
      case 'I':
        return JsonKind::kNumber;
      default:
        if (is_digit(text_[at_])) return JsonKind::kNumber;
    }
  }
  fail("a JSON value");
  return std::nullopt;
}

bool JsonScanner::enter() {
  const auto kind = peek();
  if (kind != JsonKind::kObject && kind != JsonKind::kArray) return false;
  if (open_.size() >= max_depth_) {
    failure_ = JsonFailure{at_, compose({"nested deeper than {} levels", max_depth_}),
                           /*too_deep=*/true};
    return false;
  }
  open_ += kind == JsonKind::kObject ? '}' : ']';
  ++at_;
  first_ = true;
  return true;
}

bool JsonScanner::next_member(char close) {
  if (failure_ || open_.empty() || open_.back() != close) return false;
  skip_space();
  if (at(close)) {
    ++at_;
    open_.pop_back();
    first_ = false;
    return false;
  }
  if (!first_) {
    if (!at(',')) {
      fail(close == '}' ? "',' or '}'" : "',' or ']'");
      return false;
    }
    ++at_;
    skip_space();
  }
  first_ = false;
  return true;
}

std::optional<std::string_view> JsonScanner::next_key() {
  const bool first = first_;
  if (!next_member('}')) return std::nullopt;
  if (!at('"')) {
    fail(first ? "a key in double quotes or '}'" : "a key in double quotes");
    return std::nullopt;
  }
  const auto key = string();
  if (!key) return std::nullopt;
  skip_space();
  if (!at(':')) {
    fail("':' after the key");
    return std::nullopt;
  }
  ++at_;
  if (!key->has_escapes) return key->inside;
  key_.clear();
  append_inside(key->inside, key_);
  return key_;
}

bool JsonScanner::next_element() { return next_member(']'); }

std::optional<JsonValue> JsonScanner::value() {
  const auto first_kind = peek();
  if (!first_kind) return std::nullopt;
  const std::size_t start = at_;
  const std::size_t outer = open_.size();
  do {
    const auto kind = peek();
    if (!kind) return std::nullopt;
    if (*kind == JsonKind::kObject || *kind == JsonKind::kArray) {
      enter();
    } else {
      scalar(*kind);
    }
    // On to the next member, out of every container that ends here.
    while (ok() && open_.size() > outer &&
           !(open_.back() == '}' ? next_key().has_value() : next_element())) {
    }
  } while (ok() && open_.size() > outer);
  if (!ok()) return std::nullopt;
  return JsonValue{*first_kind, text_.substr(start, at_ - start)};
}

bool JsonScanner::finish() {
  if (failure_) return false;
  skip_space();
  if (at_ == text_.size()) return true;
  fail("the end of the file");
  return false;
}

void JsonScanner::scalar(JsonKind kind) {
  switch (kind) {
    case JsonKind::kString:
      string();
      break;
    case JsonKind::kNumber:
      number();
      break;
    case JsonKind::kBoolean:
      word(at('t') ? "true" : "false");
      break;
    default:
      word("null");
      break;
  }
}

void JsonScanner::word(std::string_view expected) {
  if (text_.substr(at_).starts_with(expected)) {
    at_ += expected.size();
  } else {
    fail_at(at_, "expected a JSON value but found an unknown word");
  }
}

bool JsonScanner::digits() {
  if (at_ >= text_.size() || !is_digit(text_[at_])) {
    fail("a digit");
    return false;
  }
  while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  return true;
}

void JsonScanner::number() {
  if (at('N')) return word("NaN");
  if (at('-')) ++at_;
  if (at('I')) return word("Infinity");
  if (at('0')) {
    ++at_;
  } else if (!digits()) {
    return;
  }
  if (at('.')) {
    ++at_;
    if (!digits()) return;
  }
  if (at('e') || at('E')) {
    ++at_;
    if (at('+') || at('-')) ++at_;
    digits();
  }
}

std::optional<JsonScanner::StringToken> JsonScanner::string() {
  const std::size_t opening = at_;
  ++at_;
  StringToken token;
  if (const auto known = known_string()) {
    at_ += known->size() + 1;
    return StringToken{*known, /*has_escapes=*/true};
  }
  while (true) {
    at_ = find_stop(text_, at_);
    if (at_ == text_.size()) {
      fail_at(opening, "expected '\"' but found the end of the file in the string that begins");
      return std::nullopt;
    }
    if (text_[at_] == '"') break;
    if (text_[at_] != '\\') {
      fail("'\"' or more of the string");
      return std::nullopt;
    }
    token.has_escapes = true;
    if (!escape()) return std::nullopt;
  }
  token.inside = text_.substr(opening + 1, at_ - opening - 1);
  ++at_;
  if (token.inside.size() > kLongString) long_strings_.push_back(token.inside);
  return token;
}

std::optional<std::string_view> JsonScanner::known_string() {
  const char* const here = text_.data() + at_;
  while (!known_.empty() && known_.front().data() < here) known_ = known_.subspan(1);
  if (known_.empty() || known_.front().data() != here) return std::nullopt;
  return known_.front();
}

bool JsonScanner::escape() {
  ++at_;
  const char kind = at_ < text_.size() ? text_[at_] : '\0';
  if (kind == '\0' || std::string_view("\"\\/bfnrtu").find(kind) == std::string_view::npos) {
    fail("an escape, one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u,");
    return false;
  }
  ++at_;
  if (kind != 'u') return true;
  for (int i = 0; i < 4; ++i, ++at_) {
    if (at_ >= text_.size() || hex_value(text_[at_]) < 0) {
      fail("a hexadecimal digit after \\u");
      return false;
    }
  }
  return true;
}

void append_unescaped(std::string_view raw, std::string& out) {
  if (raw.size() >= 2) append_inside(raw.substr(1, raw.size() - 2), out);
}

}  // namespace lectern
