#include "documents/sheets/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lectern {
namespace {

constexpr int kSignificantDigits = 15;
/// Up to here every whole number is one that a double holds.
constexpr double kMostExact = 9'007'199'254'740'992;
/// Excel's General shows this many digits behind the point of a number below 1.
constexpr int kGeneralPlaces = 9;
/// Width of General in characters.
constexpr int kGeneralWidth = 11;
constexpr int kGeneralMantissaDigits = 6;

void strip_zeros(std::string& digits) {
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
}

}  // namespace

void Decimal::keep(long count) {
  if (count >= static_cast<long>(digits.size())) return;
  if (count < 0) {
    digits.clear();
    exponent = 0;
    return;
  }
  const bool up = digits[static_cast<std::size_t>(count)] >= '5';
  digits.resize(static_cast<std::size_t>(count));
  if (up) {
    std::size_t at = digits.size();
    while (at > 0 && digits[at - 1] == '9') --at;
    digits.resize(at);
    if (at == 0) {
      digits = "1";
      ++exponent;
    } else {
      ++digits[at - 1];
    }
  }
  strip_zeros(digits);
  if (digits.empty()) exponent = 0;
}

void Decimal::round_to_places(int places) { keep(static_cast<long>(exponent) + places); }

void Decimal::round_to_digits(int count) { keep(count); }

std::string Decimal::integer_digits() const {
  if (exponent <= 0) return {};
  std::string out = digits.substr(0, static_cast<std::size_t>(exponent));
  out.resize(static_cast<std::size_t>(exponent), '0');
  return out;
}

std::string Decimal::fraction_digits(int places) const {
  std::string out;
  if (exponent < 0) out.assign(static_cast<std::size_t>(std::min(-exponent, places)), '0');
  if (exponent < static_cast<int>(digits.size())) {
    out += digits.substr(static_cast<std::size_t>(std::max(exponent, 0)));
  }
  out.resize(static_cast<std::size_t>(places), '0');
  return out;
}

Decimal decimal_of(double number) {
  Decimal out;
  if (number == 0 || !std::isfinite(number)) return out;
  char text[40];
  std::snprintf(text, sizeof text, "%.*e", kSignificantDigits - 1, std::fabs(number));
  const std::string_view view = text;
  const std::size_t mark = view.find('e');
  for (const char c : view.substr(0, mark)) {
    if (c >= '0' && c <= '9') out.digits += c;
  }
  out.exponent = std::atoi(text + mark + 1) + 1;
  strip_zeros(out.digits);
  return out;
}

std::string shortest_number(double number) {
  if (!std::isfinite(number)) return std::isnan(number) ? "NaN" : number < 0 ? "-inf" : "inf";
  if (number == std::floor(number) && std::fabs(number) <= kMostExact) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f", number == 0 ? 0.0 : number);
    return text;
  }
  char text[40];
  for (const int digits : {15, 16, 17}) {
    std::snprintf(text, sizeof text, "%.*g", digits, number);
    if (std::strtod(text, nullptr) == number) break;
  }
  return text;
}

std::string general_number(double number) {
  if (!std::isfinite(number)) return shortest_number(number);
  Decimal value = decimal_of(number);
  if (value.is_zero()) return "0";
  std::string out = number < 0 ? "-" : "";
  // The power of ten of the first digit.
  const int power = value.exponent - 1;
  Decimal plain = value;
  if (power < 0) {
    plain.round_to_places(kGeneralPlaces);
  } else if (power < kGeneralWidth - 1) {
    plain.round_to_digits(kGeneralWidth - 1);
  } else {
    plain.round_to_places(0);
  }
  if (power >= -4 && plain.exponent <= kGeneralWidth) {
    const std::string whole = plain.integer_digits();
    out += whole.empty() ? "0" : whole;
    const int places = static_cast<int>(plain.digits.size()) - plain.exponent;
    if (places > 0) out += '.' + plain.fraction_digits(places);
    return out;
  }
  // Small numbers with few digits stay plain while they fit: 0.00001.
  const int places = static_cast<int>(value.digits.size()) - value.exponent;
  if (power < 0 && places + 2 <= kGeneralWidth) return out + "0." + value.fraction_digits(places);
  value.round_to_digits(kGeneralMantissaDigits);
  out += value.digits[0];
  if (value.digits.size() > 1) out += '.' + value.digits.substr(1);
  const int shown = value.exponent - 1;
  out += shown < 0 ? "E-" : "E+";
  const std::string exponent = std::to_string(std::abs(shown));
  if (exponent.size() < 2) out += '0';
  return out + exponent;
}

}  // namespace lectern
