#include "data/outline/log_lines.h"

#include <algorithm>
#include <array>

namespace lectern {
namespace {

constexpr std::size_t kStampWithin = 64;
constexpr std::size_t kLevelWithin = 160;
constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `text` at `at` against a pattern in which d is a digit, s a space or digit, and a letter M a
/// month's name of three letters.
bool matches(std::string_view text, std::size_t at, std::string_view pattern) {
  std::size_t size = 0;
  for (const char c : pattern) {
    const std::size_t place = at + size;
    if (place >= text.size()) return false;
    if (c == 'M') {
      if (place + 3 > text.size() || kMonths.find(text.substr(place, 3)) % 3 != 0) return false;
      size += 3;
      continue;
    }
    const char found = text[place];
    const bool is_same = c == 'd'   ? is_digit(found)
                         : c == 's' ? found == ' ' || is_digit(found)
                         : c == '?' ? found == ' ' || found == 'T' || found == '_'
                                    : found == c;
    if (!is_same) return false;
    ++size;
  }
  return true;
}

std::int64_t number_at(std::string_view text, std::size_t at, std::size_t size) {
  std::int64_t value = 0;
  for (std::size_t i = at; i < at + size; ++i) {
    value = value * 10 + (is_digit(text[i]) ? text[i] - '0' : 0);
  }
  return value;
}

std::int64_t month_at(std::string_view text, std::size_t at) {
  return static_cast<std::int64_t>(kMonths.find(text.substr(at, 3)) / 3) + 1;
}

/// Days since 1970-01-01 of the Gregorian calendar (Howard Hinnant, days_from_civil).
std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719'468;
}

std::int64_t clock_at(std::string_view text, std::size_t at) {
  return number_at(text, at, 2) * 3'600 + number_at(text, at + 3, 2) * 60 +
         (at + 8 <= text.size() && text[at + 5] == ':' ? number_at(text, at + 6, 2) : 0);
}

constexpr std::int64_t kDay = 86'400;
/// Of the leap year that stands for every year.
constexpr std::int64_t kYear = 366 * kDay;

std::optional<LogStamp> stamp_at(std::string_view line, std::size_t at) {
  // Of apt, with two spaces.
  const std::size_t gap = matches(line, at, "dddd-dd-dd  dd:dd") ? 1 : 0;
  if (gap > 0 || matches(line, at, "dddd-dd-dd?dd:dd") || matches(line, at, "dddd/dd/dd?dd:dd")) {
    const std::int64_t day =
        days_of(number_at(line, at, 4), number_at(line, at + 5, 2), number_at(line, at + 8, 2));
    const std::size_t size = gap + (matches(line, at + gap + 16, ":dd") ? 19 : 16);
    return LogStamp{day * kDay + clock_at(line, at + gap + 11), line.substr(at, size)};
  }
  if (matches(line, at, "dd/M/dddd:dd:dd:dd")) {
    const std::int64_t day =
        days_of(number_at(line, at + 7, 4), month_at(line, at + 3), number_at(line, at, 2));
    return LogStamp{day * kDay + clock_at(line, at + 12), line.substr(at, 20)};
  }
  if (matches(line, at, "M sd dd:dd:dd")) {
    const std::int64_t day = days_of(2000, month_at(line, at), number_at(line, at + 4, 2));
    return LogStamp{day * kDay + clock_at(line, at + 7), line.substr(at, 15), kYear};
  }
  if (matches(line, at, "dd:dd:dd")) {
    return LogStamp{clock_at(line, at), line.substr(at, 8), kDay};
  }
  return std::nullopt;
}

struct NamedLevel {
  std::string_view name;
  LogLevel level;
};

constexpr NamedLevel kNamedLevels[] = {
    {"FATAL", LogLevel::kFatal},   {"CRITICAL", LogLevel::kFatal},
    {"CRIT", LogLevel::kFatal},    {"EMERG", LogLevel::kFatal},
    {"ALERT", LogLevel::kFatal},   {"PANIC", LogLevel::kFatal},
    {"ERROR", LogLevel::kError},   {"ERR", LogLevel::kError},
    {"SEVERE", LogLevel::kError},  {"EXCEPTION", LogLevel::kError},
    {"WARN", LogLevel::kWarning},  {"WARNING", LogLevel::kWarning},
    {"NOTICE", LogLevel::kInfo},   {"INFO", LogLevel::kInfo},
    {"DEBUG", LogLevel::kDebug},   {"TRACE", LogLevel::kDebug},
    {"VERBOSE", LogLevel::kDebug},
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

std::optional<LogStamp> find_log_stamp(std::string_view line) {
  const std::size_t end = std::min(line.size(), kStampWithin);
  for (std::size_t at = 0; at < end; ++at) {
    const bool may_begin = is_digit(line[at]) || (line[at] >= 'A' && line[at] <= 'S');
    if (!may_begin || (at > 0 && (is_digit(line[at - 1]) || is_letter(line[at - 1])))) continue;
    // A clock alone counts near the line's start only.
    const auto stamp = stamp_at(line, at);
    if (stamp && (stamp->text.size() > 8 || at <= 16)) return stamp;
  }
  // The kernel's: [   12.345678]
  if (line.starts_with('[')) {
    std::size_t at = std::min(line.find_first_not_of(' ', 1), line.size());
    const std::size_t start = at;
    while (at < line.size() && is_digit(line[at])) ++at;
    if (at > start && at - start <= 10 && at + 3 < line.size() && line[at] == '.' &&
        is_digit(line[at + 1]))
      return LogStamp{number_at(line, start, at - start), line.substr(start, at - start)};
  }
  if (line.size() > 11 && std::all_of(line.begin(), line.begin() + 10, is_digit) &&
      !is_digit(line[10]) && line[0] == '1')
    return LogStamp{number_at(line, 0, 10), line.substr(0, 10)};
  return std::nullopt;
}

LogLevel find_log_level(std::string_view line) {
  const std::string_view head = line.substr(0, kLevelWithin);
  for (std::size_t at = 0; at < head.size();) {
    if (!is_letter(head[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < head.size() && is_letter(head[end])) ++end;
    const std::string_view word = head.substr(at, end - at);
    const char before = at == 0 ? ' ' : head[at - 1];
    const char after = end < head.size() ? head[end] : ' ';
    const bool has_colon = after == ':' && (end + 1 == head.size() || head[end + 1] == ' ');
    const bool is_in_name = before == '-' && at > 1 && is_letter(head[at - 2]);
    at = end;
    if (word.size() < 3 || word.size() > 9) continue;
    std::array<char, 9> upper{};
    bool is_upper = true;
    for (std::size_t i = 0; i < word.size(); ++i) {
      is_upper = is_upper && word[i] <= 'Z';
      upper[i] = static_cast<char>(word[i] & ~0x20);
    }
    const bool is_marked = is_upper || before == '[' || before == '=' || before == '<' ||
                           before == '"' || before == '.' || before == ':' || has_colon;
    // In install-info:amd64 and /info it is part of a name.
    if (!is_marked || is_in_name || before == '_' || after == '_' || before == '/' || after == '/')
      continue;
    const std::string_view wanted(upper.data(), word.size());
    for (const NamedLevel& named : kNamedLevels) {
      if (named.name == wanted) return named.level;
    }
  }
  return LogLevel::kNone;
}

}  // namespace lectern
