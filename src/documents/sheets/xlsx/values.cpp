#include "documents/sheets/xlsx/values.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include "documents/sheets/decimal.h"

namespace lectern {
namespace {

/// A number as programs write most of them: "-12.5E-3". Nothing for others.
std::optional<double> usual_number(std::string_view text) {
  constexpr std::size_t kMostDigits = 19;
  const bool is_negative = text[0] == '-';
  std::size_t at = is_negative ? 1 : 0;
  std::uint64_t digits = 0;
  int power = 0;
  std::size_t count = 0;
  bool has_point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !has_point) {
      has_point = true;
    } else if (c >= '0' && c <= '9') {
      digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
      power -= has_point ? 1 : 0;
      if (++count > kMostDigits) return std::nullopt;
    } else {
      break;
    }
  }
  if (count == 0) return std::nullopt;
  if (at < text.size()) {
    if ((text[at] | 0x20) != 'e') return std::nullopt;
    const bool is_below = text.substr(at + 1).starts_with('-');
    const std::optional<std::uint64_t> stated = stored_number(text.substr(at + (is_below ? 2 : 1)));
    if (!stated || *stated > 400) return std::nullopt;
    power += is_below ? -static_cast<int>(*stated) : static_cast<int>(*stated);
  }
  const std::optional<double> size = double_of_decimal(digits, power);
  return size && is_negative ? -*size : size;
}

}  // namespace

std::optional<std::uint64_t> stored_number(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

bool is_true(std::string_view text) { return text == "1" || text == "true" || text == "on"; }

std::optional<double> double_of(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  // Whole numbers are most of what there is.
  if (const std::optional<std::uint64_t> whole = stored_number(text))
    return static_cast<double>(*whole);
  if (text.empty() || text.size() > 400) return std::nullopt;
  if (const std::optional<double> number = usual_number(text)) return number;
  if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return std::nullopt;
  char buffer[401];
  text.copy(buffer, text.size());
  buffer[text.size()] = '\0';
  char* end = nullptr;
  const double value = std::strtod(buffer, &end);
  if (end != buffer + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace lectern
