#include "data/shape/value_facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/message.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxSamples = 3;
constexpr std::size_t kSampleChars = 40;
/// Strings whose length is worth a word.
constexpr std::uint64_t kLongString = 200;
constexpr std::size_t kMaxNumberBytes = 32;
/// Digits that are exact in a double.
constexpr std::size_t kExactDigits = 15;
constexpr std::size_t kDateBytes = 10;
constexpr std::size_t kMaxDateBytes = 35;

constexpr std::array<std::string_view, kValueKinds> kNouns = {
    "null", "boolean", "integer", "number", "date", "string", "array", "object"};

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t at) {
  const std::size_t start = at;
  while (at < text.size() && is_ascii_digit(text[at])) ++at;
  return at - start;
}

/// kInteger or kNumber for what JSON and most programs write as one, else kString.
ValueKind kind_of_number(std::string_view text) {
  std::size_t at = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::size_t whole = digits_at(text, at);
  at += whole;
  std::size_t fraction = 0;
  bool is_whole = true;
  if (at < text.size() && text[at] == '.') {
    fraction = digits_at(text, at + 1);
    at += 1 + fraction;
    is_whole = false;
  }
  if (whole + fraction == 0) return ValueKind::kString;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+');
    const std::size_t digits = digits_at(text, at + 1 + sign);
    if (digits == 0) return ValueKind::kString;
    at += 1 + sign + digits;
    is_whole = false;
  }
  if (at != text.size()) return ValueKind::kString;
  return is_whole ? ValueKind::kInteger : ValueKind::kNumber;
}

bool matches_digits(std::string_view text, std::string_view pattern) {
  if (text.size() < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == 'd' ? !is_ascii_digit(text[i]) : text[i] != pattern[i]) return false;
  }
  return true;
}

}  // namespace

std::string_view value_noun(ValueKind kind) { return kNouns[static_cast<std::size_t>(kind)]; }

ValueKind kind_of_string(std::string_view text) {
  if (!matches_digits(text, "dddd-dd-dd")) return ValueKind::kString;
  const std::string_view time = text.substr(kDateBytes);
  if (time.empty()) return ValueKind::kDate;
  const bool has_clock = matches_digits(time, "Tdd:dd") || matches_digits(time, " dd:dd");
  return has_clock && text.size() <= kMaxDateBytes ? ValueKind::kDate : ValueKind::kString;
}

ValueKind kind_of_plain(std::string_view text) {
  if (text.empty()) return ValueKind::kNull;
  const char first = text.front();
  if (is_ascii_digit(first) || first == '-' || first == '+' || first == '.') {
    const ValueKind number = kind_of_number(text);
    return number == ValueKind::kString ? kind_of_string(text) : number;
  }
  if (text == "null" || text == "NULL" || text == "~" || text == "NA" || text == "NaN")
    return ValueKind::kNull;
  for (const std::string_view word : {"true", "false", "True", "False", "TRUE", "FALSE"}) {
    if (text == word) return ValueKind::kBoolean;
  }
  return ValueKind::kString;
}

std::string sample_of(std::string_view text) {
  const std::size_t size = utf8_prefix_size(text, kSampleChars);
  std::string sample(text.substr(0, size));
  if (size < text.size()) sample += "...";
  return sample;
}

void ValueFacts::add(ValueKind kind, std::string_view text, std::uint64_t bytes) {
  ++count_;
  ++counts_[static_cast<std::size_t>(kind)];
  switch (kind) {
    case ValueKind::kInteger:
    case ValueKind::kNumber:
      return add_number(text.substr(0, kMaxNumberBytes));
    case ValueKind::kDate:
      return add_date(text);
    case ValueKind::kString:
      longest_ = std::max(longest_, bytes);
      return add_sample(text);
    case ValueKind::kBoolean:
      if (text.starts_with('t') || text.starts_with('T')) ++trues_;
      return;
    case ValueKind::kNull:
    case ValueKind::kArray:
    case ValueKind::kObject:
      return;
  }
}

/// Near enough to compare by.
double ValueFacts::value_of_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  int exponent = 0;
  bool in_fraction = false;
  std::size_t at = is_negative || text.starts_with('+') ? 1 : 0;
  std::uint64_t first_digits = 0;
  const std::size_t exact = std::min(text.size(), at + kExactDigits);
  for (; at < exact && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.') {
      in_fraction = true;
    } else if (is_ascii_digit(text[at])) {
      first_digits = first_digits * 10 + static_cast<std::uint64_t>(text[at] - '0');
      if (in_fraction) --exponent;
    }
  }
  auto value = static_cast<double>(first_digits);
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.') {
      in_fraction = true;
    } else if (is_ascii_digit(text[at])) {
      value = value * 10 + (text[at] - '0');
      if (in_fraction) --exponent;
    }
  }
  if (at < text.size()) {
    int written = 0;
    const bool is_small = at + 1 < text.size() && text[at + 1] == '-';
    for (++at; at < text.size(); ++at) {
      if (is_ascii_digit(text[at])) written = std::min(written * 10 + (text[at] - '0'), 10'000);
    }
    exponent += is_small ? -written : written;
  }
  if (exponent != exponent_) {
    exponent_ = exponent;
    power_ = std::pow(10.0, exponent);
  }
  // Zero times a power out of range would be no number.
  if (exponent != 0 && value != 0) value *= power_;
  return is_negative ? -value : value;
}

void ValueFacts::add_number(std::string_view text) {
  const double value = value_of_number(text);
  if (!has_bounds_ || value < bounds_.least) {
    bounds_.least = value;
    bounds_.least_text = text;
  }
  if (!has_bounds_ || value > bounds_.most) {
    bounds_.most = value;
    bounds_.most_text = text;
  }
  has_bounds_ = true;
}

void ValueFacts::add_bounds(const Bounds& other) {
  if (!has_bounds_ || other.least < bounds_.least) {
    bounds_.least = other.least;
    bounds_.least_text = other.least_text;
  }
  if (!has_bounds_ || other.most > bounds_.most) {
    bounds_.most = other.most;
    bounds_.most_text = other.most_text;
  }
  has_bounds_ = true;
}

void ValueFacts::add_sample(std::string_view text) {
  if (samples_.size() == kMaxSamples) return;
  const bool is_short = text.size() <= kSampleChars;
  if (is_short && std::find(samples_.begin(), samples_.end(), text) != samples_.end()) return;
  std::string sample = sample_of(text);
  if (std::find(samples_.begin(), samples_.end(), sample) != samples_.end()) return;
  samples_.push_back(std::move(sample));
}

void ValueFacts::add_date(std::string_view text) {
  if (first_date_.empty() || text < first_date_) first_date_ = text.substr(0, kMaxDateBytes);
  if (last_date_.empty() || text > last_date_) last_date_ = text.substr(0, kMaxDateBytes);
}

void ValueFacts::merge(const ValueFacts& other) {
  count_ += other.count_;
  for (std::size_t i = 0; i < kValueKinds; ++i) counts_[i] += other.counts_[i];
  trues_ += other.trues_;
  longest_ = std::max(longest_, other.longest_);
  if (other.has_bounds_) add_bounds(other.bounds_);
  for (const std::string& sample : other.samples_) {
    if (samples_.size() < kMaxSamples &&
        std::find(samples_.begin(), samples_.end(), sample) == samples_.end())
      samples_.push_back(sample);
  }
  if (!other.first_date_.empty()) {
    add_date(other.first_date_);
    add_date(other.last_date_);
  }
}

std::string ValueFacts::detail(ValueKind kind) const {
  std::string text;
  switch (kind) {
    case ValueKind::kBoolean:
      if (trues_ == 0) return "false";
      if (trues_ == count(kind)) return "true";
      append_to(text, {"{,} true", trues_});
      return text;
    case ValueKind::kInteger:
    case ValueKind::kNumber:
      text = bounds_.least_text;
      if (bounds_.least < bounds_.most) append_to(text, {" to {}", bounds_.most_text});
      return text;
    case ValueKind::kDate:
      text = first_date_;
      if (first_date_ != last_date_) append_to(text, {" to {}", last_date_});
      return text;
    case ValueKind::kString:
      for (const std::string& sample : samples_)
        append_to(text, {"{}\"{}\"", text.empty() ? "" : ", ", sample});
      if (longest_ > kLongString) append_to(text, {" (up to {,} bytes)", longest_});
      return text;
    case ValueKind::kNull:
    case ValueKind::kArray:
    case ValueKind::kObject:
      break;
  }
  return text;
}

std::string ValueFacts::text() const { return text_of(counts_); }

std::string ValueFacts::text_without(ValueKind kind) const {
  std::array<std::uint64_t, kValueKinds> counts = counts_;
  counts[static_cast<std::size_t>(kind)] = 0;
  return text_of(counts);
}

void ValueFacts::take_back(ValueKind kind) {
  std::uint64_t& count = counts_[static_cast<std::size_t>(kind)];
  if (count == 0) return;
  --count;
  --count_;
}

std::string ValueFacts::text_of(std::array<std::uint64_t, kValueKinds> counts) const {
  // Integers among numbers are numbers.
  std::uint64_t& integers = counts[static_cast<std::size_t>(ValueKind::kInteger)];
  std::uint64_t& numbers = counts[static_cast<std::size_t>(ValueKind::kNumber)];
  if (numbers > 0) numbers += std::exchange(integers, 0);
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  std::string text;
  for (std::size_t i = 0; i < kValueKinds; ++i) {
    if (counts[i] == 0) continue;
    const auto kind = static_cast<ValueKind>(i);
    if (!text.empty()) text += ", ";
    if (counts[i] == all) {
      text += value_noun(kind);
    } else {
      append_to(text, {"{,} {}{}", counts[i], value_noun(kind), counts[i] == 1 ? "" : "s"});
    }
    const std::string more = detail(kind);
    if (!more.empty()) append_to(text, {" {}", more});
  }
  return text;
}

}  // namespace lectern
