#include "command/glob.h"

#include <algorithm>

namespace lectern::command {
namespace {

constexpr std::string_view kSpecial = "*?[\\";
/// What a comparison takes before its first step, behind what is plain; as in js/tool/glob.ts.
constexpr std::int64_t kStepsToBegin = 16;

bool is_between(unsigned char byte, unsigned char first, unsigned char last) {
  return byte >= first && byte <= last;
}

/// Whether a byte belongs to a class such as `[:alpha:]`; git's classes know ASCII only, and four
/// kinds of space.
bool is_in_class(std::string_view name, unsigned char byte) {
  const bool is_digit = is_between(byte, '0', '9');
  const bool is_lower = is_between(byte, 'a', 'z');
  const bool is_upper = is_between(byte, 'A', 'Z');
  const bool is_word = is_digit || is_lower || is_upper;
  const bool is_visible = is_between(byte, '!', '~');
  if (name == "alnum") return is_word;
  if (name == "alpha") return is_lower || is_upper;
  if (name == "blank") return byte == ' ' || byte == '\t';
  if (name == "cntrl") return byte < ' ' || byte == 127;
  if (name == "digit") return is_digit;
  if (name == "graph") return is_visible;
  if (name == "lower") return is_lower;
  if (name == "print") return is_visible || byte == ' ';
  if (name == "punct") return is_visible && !is_word;
  if (name == "space") return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
  if (name == "upper") return is_upper;
  return is_digit || is_between(byte, 'a', 'f') || is_between(byte, 'A', 'F');
}

constexpr std::string_view kClasses[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                         "lower", "print", "punct", "space", "upper", "xdigit"};

bool is_class(std::string_view name) {
  return std::find(std::begin(kClasses), std::end(kClasses), name) != std::end(kClasses);
}

}  // namespace

Glob::Glob(std::string_view pattern) {
  const std::size_t special = std::min(pattern.find_first_of(kSpecial), pattern.size());
  prefix_ = pattern.substr(0, special);
  // What follows is a pattern of its own: git takes the stars of "a**/b" for those of "**/b".
  pattern.remove_prefix(special);
  std::size_t at = 0;
  while (at < pattern.size() && !is_impossible_) {
    const char byte = pattern[at];
    if (byte == '*') {
      at = add_stars(pattern, at);
    } else if (byte == '[') {
      at = add_class(pattern, at + 1);
    } else if (byte == '?') {
      tokens_.push_back({Step::kSet, ~Bytes().set('/')});
      ++at;
    } else {
      if (byte == '\\') ++at;
      if (at < pattern.size()) {
        add_byte(pattern[at++]);
      } else {
        is_impossible_ = true;
      }
    }
  }
  count_least_bytes();
}

void Glob::count_least_bytes() {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    is_deep_ |= tokens_[i].step == Step::kDeepStar;
    if (tokens_[i].step == Step::kSet) ++least_bytes_;
    if (tokens_[i].step == Step::kMaybe) --least_bytes_;  // the slash that follows
  }
}

void Glob::add_byte(char byte) {
  tokens_.push_back({Step::kSet, Bytes().set(static_cast<unsigned char>(byte))});
}

/// Two stars and more that fill a component reach over slashes; everywhere else they are one.
std::size_t Glob::add_stars(std::string_view pattern, std::size_t at) {
  const std::size_t end = std::min(pattern.find_first_not_of('*', at), pattern.size());
  const bool starts_component = at == 0 || pattern[at - 1] == '/';
  const std::string_view rest = pattern.substr(end);
  const bool is_deep = end - at > 1 && starts_component &&
                       (rest.empty() || rest.starts_with('/') || rest.starts_with("\\/"));
  if (!is_deep) {
    tokens_.push_back({Step::kStar});
    return end;
  }
  if (!rest.starts_with('/')) {
    tokens_.push_back({Step::kDeepStar});
    return end;
  }
  tokens_.push_back({Step::kMaybe});
  tokens_.push_back({Step::kDeepStar});
  add_byte('/');
  return end + 1;
}

/// \param at  of the byte after '['.
/// \returns the position after ']'.
std::size_t Glob::add_class(std::string_view pattern, std::size_t at) {
  const auto has = [pattern](std::size_t i, char byte) {
    return i < pattern.size() && pattern[i] == byte;
  };
  Bytes set;
  const bool is_negated = has(at, '!') || has(at, '^');
  if (is_negated) ++at;
  // The byte that a range can start with; 0 is none.
  unsigned char previous = 0;
  // The first byte belongs to the class even when it is ']'.
  do {
    if (at >= pattern.size()) break;
    const bool is_range =
        pattern[at] == '-' && previous != 0 && at + 1 < pattern.size() && pattern[at + 1] != ']';
    if (!is_range && pattern[at] == '[' && has(at + 1, ':')) {
      const std::size_t end = pattern.find(']', at + 2);
      if (end == std::string_view::npos) {
        at = pattern.size();
        break;
      }
      if (end > at + 2 && pattern[end - 1] == ':') {
        const std::string_view name = pattern.substr(at + 2, end - at - 3);
        is_impossible_ |= !is_class(name);
        for (unsigned byte = 0; byte < set.size(); ++byte) {
          if (is_in_class(name, static_cast<unsigned char>(byte))) set.set(byte);
        }
        at = end + 1;
        previous = 0;
        continue;
      }
    }
    if (is_range) ++at;
    if (pattern[at] == '\\') ++at;
    if (at >= pattern.size()) break;
    const auto byte = static_cast<unsigned char>(pattern[at++]);
    for (unsigned member = is_range ? previous : byte; member <= byte; ++member) set.set(member);
    previous = is_range ? 0 : byte;
  } while (!has(at, ']'));
  if (at >= pattern.size()) is_impossible_ = true;
  if (is_negated) set.flip();
  set.reset('/');
  tokens_.push_back({Step::kSet, set});
  return at + 1;
}

/// Marks what can be reached without a byte. \param end  of the tokens that are marked; \returns
/// theirs afterwards.
std::size_t Glob::skip_what_may_be_empty(std::vector<char>& reached, std::size_t end) const {
  for (std::size_t i = 0; i < std::min(end, tokens_.size()); ++i) {
    if (reached[i] == 0 || tokens_[i].step == Step::kSet) continue;
    const std::size_t next = i + (tokens_[i].step == Step::kMaybe ? 3 : 1);
    reached[i + 1] = 1;
    reached[next] = 1;
    end = std::max(end, next + 1);
  }
  return end;
}

bool Glob::matches(std::string_view text, std::int64_t* left) const {
  std::int64_t unlimited = 0;
  std::int64_t& steps = left == nullptr ? unlimited : *left;
  --steps;
  if (is_impossible_) return false;
  const auto differs = std::mismatch(prefix_.begin(), prefix_.end(), text.begin(), text.end());
  steps -= differs.first - prefix_.begin();
  if (differs.first != prefix_.end()) return false;
  text.remove_prefix(prefix_.size());
  if (text.size() < least_bytes_) return false;
  if (tokens_.empty()) return text.empty();
  steps -= kStepsToBegin;
  return is_deep_ ? matches_deep(text, steps) : matches_shallow(text, steps);
}

/// Gives each star as little as it can have: no star crosses a slash, so that the first place where
/// what follows a star fits is as good as any other.
bool Glob::matches_shallow(std::string_view text, std::int64_t& left) const {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t token = 0;
  std::size_t star = kNone;  // the last star, and the byte after what it has
  std::size_t star_end = 0;
  std::size_t at = 0;
  while (at < text.size() || token < tokens_.size()) {
    --left;
    if (token < tokens_.size() && tokens_[token].step == Step::kStar) {
      star = token++;
      star_end = at;
    } else if (token < tokens_.size() && at < text.size() &&
               tokens_[token].set.test(static_cast<unsigned char>(text[at]))) {
      ++token;
      ++at;
    } else {
      if (star == kNone || star_end == text.size() || text[star_end] == '/') return false;
      at = ++star_end;
      token = star + 1;
    }
  }
  return true;
}

bool Glob::matches_deep(std::string_view text, std::int64_t& left) const {
  // The tokens that may come next, after each byte of the text. Those from `end` on cannot.
  std::vector<char> reached(tokens_.size() + 1);
  std::vector<char> next(tokens_.size() + 1);
  reached[0] = 1;
  std::size_t end = skip_what_may_be_empty(reached, 1);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    left -= static_cast<std::int64_t>(std::min(end, tokens_.size()));
    std::size_t next_end = 0;
    for (std::size_t i = 0; i < std::min(end, tokens_.size()); ++i) {
      if (reached[i] == 0) continue;
      reached[i] = 0;
      const auto& [step, set] = tokens_[i];
      const bool is_taken = step == Step::kSet && set.test(byte);
      const bool stays = step == Step::kDeepStar || (step == Step::kStar && byte != '/');
      if (is_taken) next[i + 1] = 1;
      if (stays) next[i] = 1;
      if (is_taken || stays) next_end = i + (is_taken ? 2 : 1);
    }
    reached.back() = 0;
    if (next_end == 0) return false;
    end = skip_what_may_be_empty(next, next_end);
    std::swap(reached, next);
  }
  return reached.back() != 0;
}

}  // namespace lectern::command
