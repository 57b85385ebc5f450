#include "drawing/svg/scanner.h"

#include <algorithm>
#include <cstdint>

namespace lectern::drawing {
namespace {

constexpr double kLargest = 1e12;

double with_exponent(double value, int exponent) {
  for (; exponent > 0 && value < kLargest; --exponent) value *= 10;
  for (; exponent < 0 && value > 0; ++exponent) value /= 10;
  return std::min(value, kLargest);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
  });
}

void Scanner::skip_spaces() {
  while (!text_.empty() && is_space(text_.front())) text_.remove_prefix(1);
}

void Scanner::skip_separator() {
  skip_spaces();
  if (take(',')) skip_spaces();
}

bool Scanner::take(char c) {
  if (peek() != c || text_.empty()) return false;
  text_.remove_prefix(1);
  return true;
}

std::optional<double> Scanner::number() {
  constexpr std::uint64_t kMostDigits = 100'000'000'000'000'000;
  std::size_t at = 0;
  const auto here = [&](std::size_t i) { return i < text_.size() ? text_[i] : '\0'; };
  const bool is_negative = here(0) == '-';
  if (is_negative || here(0) == '+') ++at;
  std::uint64_t digits = 0;
  int exponent = 0;
  bool has_digits = false;
  bool is_fraction = false;
  for (;; ++at) {
    const char c = here(at);
    if (c == '.' && !is_fraction) {
      is_fraction = true;
    } else if (is_digit(c)) {
      has_digits = true;
      const bool is_kept = digits < kMostDigits;
      if (is_kept) digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
      if (is_fraction && is_kept) --exponent;
      if (!is_fraction && !is_kept && exponent < 400) ++exponent;
    } else {
      break;
    }
  }
  if (!has_digits) return std::nullopt;
  const bool is_signed = here(at + 1) == '-' || here(at + 1) == '+';
  if ((here(at) == 'e' || here(at) == 'E') && is_digit(here(at + (is_signed ? 2 : 1)))) {
    const bool is_down = here(at + 1) == '-';
    at += is_signed ? 2 : 1;
    int power = 0;
    for (; is_digit(here(at)); ++at) power = std::min(power * 10 + (here(at) - '0'), 1000);
    exponent += is_down ? -power : power;
  }
  text_.remove_prefix(at);
  const double value = with_exponent(static_cast<double>(digits), exponent);
  return is_negative ? -value : value;
}

std::optional<bool> Scanner::flag() {
  if (take('0')) return false;
  if (take('1')) return true;
  return std::nullopt;
}

std::string_view Scanner::word() {
  std::size_t size = 0;
  while (size < text_.size() && (is_letter(text_[size]) || is_digit(text_[size]) ||
                                 text_[size] == '-' || text_[size] == '_'))
    ++size;
  const std::string_view found = text_.substr(0, size);
  text_.remove_prefix(size);
  return found;
}

std::string_view Scanner::until(char end) {
  const std::size_t at = text_.find(end);
  const std::string_view found = text_.substr(0, at);
  text_.remove_prefix(at == std::string_view::npos ? text_.size() : at + 1);
  return found;
}

}  // namespace lectern::drawing
