#include "data/shape/json_stream.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/vectors.h"
#include "text/utf8.h"
#include "text/word_kernels.h"

namespace lectern {
namespace {

/// Deeper is refused, as a mistake.
constexpr std::size_t kMaxOpenBrackets = 10'000;

constexpr std::array<bool, 256> kEndsWord = [] {
  std::array<bool, 256> ends_word{};
  for (const char c : std::string_view(" \t\r\n,:]}[{\"/")) ends_word[std::size_t(c)] = true;
  return ends_word;
}();

bool is_word_end(char c) { return kEndsWord[static_cast<unsigned char>(c)]; }

bool is_known_word(std::string_view text) {
  return text == "true" || text == "false" || text == "null" || text == "NaN" || text == "Infinity";
}

/// The last of the spaces that follow `at`; `at` when none does.
const char* last_space(const char* at, const char* end) {
  while (at + 1 != end && at[1] == ' ') ++at;
  return at;
}

/// The first quote, backslash or LF, or shortly before it.
const char* plain_end(const char* at, const char* end, char quote) {
  if constexpr (kHasLaneBits) {
    for (; static_cast<std::size_t>(end - at) >= kLanes; at += kLanes) {
      const Lanes lanes = load_lanes(at);
      const std::uint32_t stops = lane_bits(equal(lanes, static_cast<std::uint8_t>(quote)) |
                                            equal(lanes, '\\') | equal(lanes, '\n'));
      if (stops != 0) return at + std::countr_zero(stops);
    }
  }
  if constexpr (std::endian::native == std::endian::little) {
    const std::uint64_t quotes = words::all_of(static_cast<std::uint8_t>(quote));
    for (; static_cast<std::size_t>(end - at) >= words::kBytes; at += words::kBytes) {
      const std::uint64_t word = words::load(reinterpret_cast<const std::uint8_t*>(at));
      const std::uint64_t stops = words::first_zero(word ^ quotes) |
                                  words::first_zero(word ^ words::all_of('\\')) |
                                  words::first_zero(word ^ words::all_of('\n'));
      if (stops != 0) return at + std::countr_zero(stops) / 8;
    }
  }
  return at;
}

}  // namespace

void JsonStream::append(std::string_view text) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    switch (state_) {
      case State::kBetween:
        at = between(at, end);
        break;
      case State::kString:
        at = string(at, end);
        break;
      case State::kWord:
        at = word(at, end);
        break;
      case State::kSlash:
      case State::kBlockComment:
        at = comment(at, end);
        break;
      case State::kLineComment:
      case State::kSkipLine:
        at = until_line_end(at, end);
        break;
      case State::kStopped:
        return;
    }
  }
}

void JsonStream::finish() {
  if (state_ == State::kWord) end_word(token({}, {}));
  if (state_ == State::kStopped || state_ == State::kSkipLine) return;
  if (state_ == State::kString || state_ == State::kBlockComment || !open_.empty()) {
    ends_inside_ = true;
    fail("the text ends inside of a value");
  }
}

const char* JsonStream::between(const char* at, const char* end) {
  for (; at != end; ++at) {
    const char c = *at;
    switch (c) {
      case '\n':
        if (!open_.empty() && in_lines()) return fail("a record that does not end in its line"), at;
        ++line_;
        break;
      case ' ':
      case '\t':
      case '\r':
        at = last_space(at, end);
        break;
      case '{':
      case '[':
        if (!open(c)) return at;
        break;
      case '}':
      case ']':
        if (!close(c)) return at;
        break;
      case ',':
        if (expected_ != Expected::kCommaOrEnd) return fail("a comma where none may stand"), at;
        expected_ = open_.back() == '{' ? Expected::kKeyOrEnd : Expected::kValueOrEnd;
        at = last_space(at, end);
        break;
      case ':':
        if (expected_ != Expected::kColon) return fail("a colon where none may stand"), at;
        expected_ = Expected::kValue;
        at = last_space(at, end);
        break;
      case '"':
      case '\'':
        if (expected_ == Expected::kColon || expected_ == Expected::kCommaOrEnd)
          return fail("a string where none may stand"), at;
        if (c == '"' && expected_ == Expected::kKeyOrEnd) {
          const std::size_t size =
              events_.expected_key({at + 1, static_cast<std::size_t>(end - at - 1)});
          if (size > 0) {
            at += size + 1;
            expected_ = Expected::kColon;
            if (at + 1 != end && at[1] == ':') {
              expected_ = Expected::kValue;
              at = last_space(at + 1, end);
            }
            break;
          }
        }
        state_ = State::kString;
        quote_ = c;
        token_line_ = line_;
        at = string(at + 1, end);
        if (state_ != State::kBetween) return at;
        --at;
        break;
      case '/':
        state_ = State::kSlash;
        return at + 1;
      default:
        if (expected_ == Expected::kColon || expected_ == Expected::kCommaOrEnd)
          return fail("a word where none may stand"), at;
        state_ = State::kWord;
        token_line_ = line_;
        at = word(at, end);
        if (state_ != State::kBetween) return at;
        --at;
        break;
    }
  }
  return at;
}

bool JsonStream::open(char bracket) {
  if (expected_ != Expected::kValue && expected_ != Expected::kValueOrEnd) {
    fail("a bracket where none may stand");
    return false;
  }
  if (open_.size() == kMaxOpenBrackets) {
    fail("nested too deeply");
    return false;
  }
  if (open_.empty()) record_line_ = line_;
  open_ += bracket;
  ++values_;
  expected_ = bracket == '{' ? Expected::kKeyOrEnd : Expected::kValueOrEnd;
  events_.begin(bracket == '[', line_);
  return true;
}

bool JsonStream::close(char bracket) {
  const bool fits = !open_.empty() && (bracket == '}') == (open_.back() == '{') &&
                    expected_ != Expected::kColon && expected_ != Expected::kValue;
  if (!fits) {
    fail("a bracket that closes nothing");
    return false;
  }
  open_.pop_back();
  events_.end(line_);
  done_with_value();
  return true;
}

void JsonStream::done_with_value() {
  if (!open_.empty()) {
    expected_ = Expected::kCommaOrEnd;
    return;
  }
  expected_ = Expected::kValue;
  ++records_;
  if (record_line_ != line_) has_long_records_ = true;
}

void JsonStream::keep(const char* from, const char* to) {
  const auto size = static_cast<std::size_t>(to - from);
  token_.append(from, std::min(size, most_ - std::min(most_, token_.size())));
  token_bytes_ += size;
}

/// What was kept, with the last part of it; whole characters.
std::string_view JsonStream::token(const char* from, const char* to) {
  const auto size = static_cast<std::size_t>(to - from);
  if (token_bytes_ == 0 && size <= most_) {
    token_bytes_ = size;
    return {from, size};
  }
  keep(from, to);
  std::string_view text = token_;
  if (token_bytes_ == text.size()) return text;
  while (!text.empty() && is_utf8_continuation(static_cast<std::uint8_t>(text.back())))
    text.remove_suffix(1);
  if (!text.empty() && (text.back() & 0x80) != 0) text.remove_suffix(1);
  return text;
}

const char* JsonStream::string(const char* at, const char* end) {
  const char* start = at;
  for (; at != end; ++at) {
    if (!is_escaped_) at = plain_end(at, end, quote_);
    if (at == end) break;
    const char c = *at;
    if (c == '\n') {
      fail("a string that does not end in its line");
      return at;
    }
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (c == quote_) {
      state_ = State::kBetween;
      end_string(token(start, at));
      return state_ == State::kBetween ? at + 1 : at;
    } else if (c == '\\') {
      is_escaped_ = true;
    }
  }
  keep(start, at);
  return at;
}

void JsonStream::end_string(std::string_view text) {
  if (expected_ != Expected::kKeyOrEnd) return end_value(JsonToken::kString, text);
  events_.key(text, token_line_);
  expected_ = Expected::kColon;
  token_.clear();
  token_bytes_ = 0;
}

void JsonStream::end_value(JsonToken token, std::string_view text) {
  ++values_;
  if (open_.empty()) record_line_ = token_line_;
  events_.value(token, text, token_bytes_, token_line_);
  token_.clear();
  token_bytes_ = 0;
  done_with_value();
}

const char* JsonStream::word(const char* at, const char* end) {
  const char* start = at;
  while (at != end && !is_word_end(*at)) ++at;
  if (at == end) {
    keep(start, at);
  } else {
    end_word(token(start, at));
  }
  return at;
}

void JsonStream::end_word(std::string_view text) {
  state_ = State::kBetween;
  const char first = text.empty() ? '?' : text[0];
  if (expected_ == Expected::kKeyOrEnd) {
    // JSON5
    const bool is_name = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
                         first == '_' || first == '$';
    if (!is_name) return fail("a key without quotes");
    return end_string(text);
  }
  const bool is_number =
      (first >= '0' && first <= '9') || first == '-' || first == '.' || first == '+';
  if (!is_number && !is_known_word(text)) return fail("a word that is no value");
  end_value(is_number ? JsonToken::kNumber : JsonToken::kWord, text);
}

const char* JsonStream::comment(const char* at, const char* end) {
  if (state_ == State::kSlash) {
    if (*at != '/' && *at != '*') return fail("a slash where none may stand"), at;
    state_ = *at == '/' ? State::kLineComment : State::kBlockComment;
    is_after_star_ = false;
    return at + 1;
  }
  for (; at != end; ++at) {
    if (*at == '\n') ++line_;
    if (is_after_star_ && *at == '/') {
      state_ = State::kBetween;
      return at + 1;
    }
    is_after_star_ = *at == '*';
  }
  return at;
}

const char* JsonStream::until_line_end(const char* at, const char* end) {
  at = std::find(at, end, '\n');
  if (at != end) state_ = State::kBetween;
  return at;
}

/// Of records that stand in lines of their own the others go on.
void JsonStream::fail(std::string_view what) {
  if (mistake_line_ == 0) {
    mistake_line_ = line_;
    mistake_ = what;
  }
  const bool is_in_line =
      in_lines() || (records_ + bad_records_ > 0 && (open_.empty() || record_line_ == line_));
  token_.clear();
  token_bytes_ = 0;
  is_escaped_ = false;
  if (!is_in_line) {
    state_ = State::kStopped;
    events_.stop(line_);
    return;
  }
  events_.drop_record(line_);
  ++bad_records_;
  open_.clear();
  expected_ = Expected::kValue;
  state_ = State::kSkipLine;
}

}  // namespace lectern
