#include "documents/sheets/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/bit_cast.h"
#include "documents/sheets/power_of_ten.h"

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

constexpr int kMostPower = 27;
constexpr int kMantissaBits = 53;
/// With 15 digits.
constexpr std::uint64_t kLeastShort = 100'000'000'000'000;
constexpr int kMostShownDigits = 16;

/// 10^power, up to 18.
std::uint64_t power_of_10(int power) { return power_of_5(power) << power; }

/// All 16 digits. Eight at a time: a division of 64 bits takes long.
void write_digits(std::uint64_t value, char* out) {
  constexpr std::uint32_t kHalf = 100'000'000;
  std::uint32_t halves[] = {static_cast<std::uint32_t>(value / kHalf),
                            static_cast<std::uint32_t>(value % kHalf)};
  for (std::uint32_t half : halves) {
    for (int i = 8; i-- > 0; half /= 10) out[i] = static_cast<char>('0' + half % 10);
    out += 8;
  }
}

void strip_zeros(std::string& digits) {
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
}

/// `count` digits, 17 at most, of a finite number that is not zero, rounded as printf does: half to
/// even, of the value that the bits have. Nothing for a few that this cannot tell.
std::optional<ShortDecimal> digits_of(double size, int count) {
  // Whole numbers up to here are exact in 64 bits.
  constexpr double kMostWhole = 9'223'372'036'854'775'808.0;
  const auto bits = bit_cast<std::uint64_t>(size);
  const std::uint64_t hidden = std::uint64_t{1} << (kMantissaBits - 1);
  const int stated = static_cast<int>(bits >> (kMantissaBits - 1));
  const std::uint64_t mantissa = (bits & (hidden - 1)) | (stated == 0 ? 0 : hidden);
  const int exponent = std::max(stated, 1) - 1075;
  const int binary = exponent + 63 - __builtin_clzll(mantissa);
  const std::uint64_t least = power_of_10(count - 1);
  // The power of ten of the first digit, or one less: a little less than the logarithm of 2.
  int power = (binary * 78'913) >> 18;
  for (;; ++power) {
    const int scale = count - 1 - power;
    const int shift = -exponent - scale;
    std::uint64_t digits = 0;
    bool is_above = false;
    bool is_half = false;
    if (scale > kMostPower || size >= kMostWhole || (scale >= 0 && shift < 1)) {
      const NearProduct product = near_product(mantissa, scale);
      const int dropped = -product.exponent - exponent;
      digits = static_cast<std::uint64_t>(product.bits >> dropped);
      if (digits >= 10 * least) continue;
      const auto rounded = product.rounded(dropped);
      if (!rounded) return std::nullopt;
      is_above = *rounded > digits;
    } else if (scale >= 0) {
      const Wide scaled = Wide{mantissa} * power_of_5(scale);
      digits = static_cast<std::uint64_t>(scaled >> shift);
      const Wide rest = scaled & ((Wide{1} << shift) - 1);
      const Wide half = Wide{1} << (shift - 1);
      is_above = rest > half;
      is_half = rest == half;
    } else {
      const std::uint64_t unit = power_of_10(-scale);
      const auto whole = static_cast<std::uint64_t>(size);
      const bool has_fraction = static_cast<double>(whole) != size;
      digits = whole / unit;
      is_above = whole % unit > unit / 2 || (whole % unit == unit / 2 && has_fraction);
      is_half = whole % unit == unit / 2 && !has_fraction;
    }
    if (digits >= 10 * least) continue;
    if (is_above || (is_half && digits % 2 != 0)) ++digits;
    if (digits == 10 * least) return ShortDecimal{least, power + 2};
    return ShortDecimal{digits, power + 1};
  }
}

/// digits x 10^power where it is no product or quotient of two exact numbers.
std::optional<double> near_double(std::uint64_t digits, int power) {
  constexpr int kMostPowerOfDouble = 340;
  constexpr int kLeastExponent = -1022;
  constexpr int kTopBit = 127;
  if (power > kMostPowerOfDouble || power < -kMostPowerOfDouble) return std::nullopt;
  const NearProduct product = near_product(digits, power);
  // Of numbers that are smaller still, a double has less bits.
  const int dropped =
      kTopBit + 1 - kMantissaBits + std::max(kLeastExponent - product.exponent - kTopBit, 0);
  if (dropped > kTopBit) return std::nullopt;
  const auto mantissa = product.rounded(dropped);
  if (!mantissa) return std::nullopt;
  return std::ldexp(static_cast<double>(*mantissa), product.exponent + dropped);
}

/// A number of `count` digits as %g writes it.
std::string general_text(const ShortDecimal& value, int count, bool is_negative) {
  std::string digits = std::to_string(value.digits);
  strip_zeros(digits);
  std::string out(is_negative ? 1 : 0, '-');
  const int power = value.exponent - 1;
  if (power < -4 || power >= count) {
    out += digits[0];
    if (digits.size() > 1) out.append(1, '.').append(digits, 1);
    out += power < 0 ? "e-" : "e+";
    const int size = std::abs(power);
    if (size < 10) out += '0';
    return out + std::to_string(size);
  }
  if (power < 0) return out.append("0.").append(static_cast<std::size_t>(-power - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(value.exponent);
  if (digits.size() <= whole) return out.append(digits).append(whole - digits.size(), '0');
  return out.append(digits, 0, whole).append(1, '.').append(digits, whole);
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

std::optional<ShortDecimal> short_decimal_of(double number) {
  const double size = std::fabs(number);
  if (size == 0 || !(size < 1e15)) return std::nullopt;
  if (const auto whole = static_cast<std::uint64_t>(size); static_cast<double>(whole) == size) {
    ShortDecimal out{whole, kSignificantDigits};
    for (; out.digits < kLeastShort; --out.exponent) out.digits *= 10;
    return out;
  }
  return digits_of(size, kSignificantDigits);
}

bool append_fixed(const ShortDecimal& value, const FixedPlaces& places, std::string& out) {
  std::uint64_t units = value.digits;
  int shown = kSignificantDigits - value.exponent;
  if (const int dropped = shown - places.most; dropped > 0) {
    const std::uint64_t unit = dropped > 18 ? 0 : power_of_10(dropped);
    units = unit == 0 ? 0 : units / unit + (units % unit >= unit / 2 ? 1 : 0);
    shown = places.most;
  }
  char digits[kMostShownDigits];
  write_digits(units, digits);
  const int point = kMostShownDigits - shown;
  int first = std::max(point - std::max(places.least_whole, 0), 0);
  for (int i = 0; i < first; ++i) {
    if (digits[i] != '0') first = i;
  }
  for (int missing = places.least_whole - point; missing > 0; --missing) {
    out += '0';
    if (places.groups && (missing + point - 1) % 3 == 0 && missing + point > 1) out += ',';
  }
  for (int i = first; i < point; ++i) {
    out += digits[i];
    if (places.groups && (point - i - 1) % 3 == 0 && i + 1 < point) out += ',';
  }
  int end = kMostShownDigits;
  while (end > point + places.least && digits[end - 1] == '0') --end;
  if (end > point || places.has_point) out += '.';
  out.append(digits + point, static_cast<std::size_t>(end - point));
  if (places.least > shown) out.append(static_cast<std::size_t>(places.least - shown), '0');
  return units != 0;
}

std::optional<double> double_of_decimal(std::uint64_t digits, int power) {
  if (digits == 0) return 0.0;
  if (power > 22 || power < -kMostPower) return near_double(digits, power);
  if (digits <= std::uint64_t{1} << kMantissaBits && power >= -22) {
    // Both numbers are exact, and one operation rounds once.
    const auto number = static_cast<double>(digits);
    if (power >= 0) {
      return number * (static_cast<double>(power_of_5(power)) *
                       static_cast<double>(std::uint64_t{1} << power));
    }
    return number / (static_cast<double>(power_of_5(-power)) *
                     static_cast<double>(std::uint64_t{1} << -power));
  }
  if (power >= 0) return near_double(digits, power);
  // A quotient of 62 bits or more, and whether it has a rest.
  const auto leading_zeros = [](std::uint64_t value) { return __builtin_clzll(value); };
  const int zeros = leading_zeros(digits);
  const int zeros_below = leading_zeros(power_of_5(-power));
  const Wide above = Wide{digits << zeros} << 63;
  const std::uint64_t below = power_of_5(-power) << zeros_below;
  const auto quotient = static_cast<std::uint64_t>(above / below);
  const bool has_rest = Wide{quotient} * below != above;
  const int shift = 64 - kMantissaBits - leading_zeros(quotient);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const std::uint64_t rest = quotient & (2 * half - 1);
  std::uint64_t mantissa = quotient >> shift;
  if (rest > half || (rest == half && (has_rest || mantissa % 2 != 0))) ++mantissa;
  return std::ldexp(static_cast<double>(mantissa), shift + power - 63 - zeros + zeros_below);
}

Decimal decimal_of(double number) {
  Decimal out;
  if (number == 0 || !std::isfinite(number)) return out;
  if (const auto value = digits_of(std::fabs(number), kSignificantDigits)) {
    char digits[kMostShownDigits];
    write_digits(value->digits, digits);
    out.digits.assign(digits + 1, kSignificantDigits);
    out.exponent = value->exponent;
  } else {
    char text[40];
    std::snprintf(text, sizeof text, "%.*e", kSignificantDigits - 1, std::fabs(number));
    const std::string_view view = text;
    const std::size_t mark = view.find('e');
    for (const char c : view.substr(0, mark)) {
      if (c >= '0' && c <= '9') out.digits += c;
    }
    out.exponent = std::atoi(text + mark + 1) + 1;
  }
  strip_zeros(out.digits);
  return out;
}

bool has_few_digits(double number) {
  const auto value = short_decimal_of(number);
  return number == 0 ||
         (value && double_of_decimal(value->digits, value->exponent - kSignificantDigits) ==
                       std::fabs(number));
}

std::string fewest_digits(double number, int least, int most, SameNumber is_same) {
  const double size = std::fabs(number);
  for (int count = least;; ++count) {
    const auto value = digits_of(size, count);
    if (!value) break;
    if (count == most) return general_text(*value, count, number < 0);
    const auto again = double_of_decimal(value->digits, value->exponent - count);
    if (!again) break;
    if (is_same(*again, size)) return general_text(*value, count, number < 0);
  }
  char text[40];
  for (int count = least; count <= most; ++count) {
    std::snprintf(text, sizeof text, "%.*g", count, number);
    if (is_same(std::strtod(text, nullptr), number)) break;
  }
  return text;
}

std::string shortest_number(double number) {
  if (!std::isfinite(number)) return std::isnan(number) ? "NaN" : number < 0 ? "-inf" : "inf";
  if (const auto value = short_decimal_of(number); value && value->exponent >= 0) {
    const int power = value->exponent - kSignificantDigits;
    if (double_of_decimal(value->digits, power) == std::fabs(number)) {
      std::string text = number < 0 ? "-" : "";
      append_fixed(*value, {.most = -power}, text);
      return text;
    }
  }
  if (number == std::floor(number) && std::fabs(number) <= kMostExact) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f", number == 0 ? 0.0 : number);
    return text;
  }
  return fewest_digits(number, kSignificantDigits, 17,
                       [](double again, double written) { return again == written; });
}

void append_general(double number, std::string& out) {
  const auto value = short_decimal_of(number);
  if (!value || value->exponent < -3 || value->exponent > kGeneralWidth - 1) {
    out += general_number(number);
    return;
  }
  if (number < 0) out += '-';
  const int places = value->exponent > 0 ? kGeneralWidth - 1 - value->exponent : kGeneralPlaces;
  append_fixed(*value, {.most = places}, out);
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
