#include "documents/columnar/columnar_value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/bit_cast.h"
#include "documents/sheets/decimal.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::int64_t kSecondsOfDay = 86'400;

std::int64_t signed_of(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }

/// Rounds down.
std::int64_t floor_div(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

/// What `floor_div` leaves: from 0 up, of the smallest value as well.
std::uint64_t floor_rest(std::int64_t value, std::int64_t by) {
  const std::int64_t rest = value % by;
  return static_cast<std::uint64_t>(rest < 0 ? rest + by : rest);
}

/// Appends a number with as many digits at least.
void append_padded(std::string& text, std::uint64_t value, std::size_t digits) {
  char made[20];
  std::size_t first = sizeof made;
  do {
    made[--first] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  while (sizeof made - first < digits) made[--first] = '0';
  text.append(made + first, sizeof made - first);
}

void append_fraction(std::string& text, std::uint64_t fraction, unsigned digits) {
  text += '.';
  append_padded(text, fraction, digits);
}

std::uint64_t units_of_second(unsigned digits) {
  std::uint64_t units = 1;
  for (unsigned i = 0; i < digits; ++i) units *= 10;
  return units;
}

/// Appends "12:34:56.789"; what is 0 behind the point is left out.
void append_clock(std::string& text, std::uint64_t seconds, std::uint64_t fraction,
                  unsigned digits) {
  append_padded(text, seconds / 3600, 2);
  text += ':';
  append_padded(text, seconds / 60 % 60, 2);
  text += ':';
  append_padded(text, seconds % 60, 2);
  if (fraction == 0) return;
  append_fraction(text, fraction, digits);
  while (text.ends_with('0')) text.pop_back();
}

std::string timestamp_text(std::int64_t units, unsigned digits, bool is_utc) {
  const auto per_second = static_cast<std::int64_t>(units_of_second(digits));
  const std::int64_t seconds = floor_div(units, per_second);
  const std::int64_t days = floor_div(seconds, kSecondsOfDay);
  std::string text = date_of_days(days);
  text += 'T';
  append_clock(text, floor_rest(seconds, kSecondsOfDay), floor_rest(units, per_second), digits);
  if (is_utc) text += 'Z';
  return text;
}

/// Nanoseconds of a day, then the Julian day.
std::string int96_text(ByteSpan bytes) {
  if (bytes.size() != 12) return "";
  std::uint64_t nanoseconds = 0;
  for (std::size_t i = 8; i > 0; --i) nanoseconds = nanoseconds << 8 | bytes[i - 1];
  std::uint32_t day = 0;
  for (std::size_t i = 12; i > 8; --i) day = day << 8 | bytes[i - 1];
  constexpr std::int64_t kJulianDayOf1970 = 2'440'588;
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  // Some writers let the time run over into days before and after.
  const std::int64_t seconds = floor_div(signed_of(nanoseconds), kNanoseconds);
  const std::int64_t rest = floor_div(seconds, kSecondsOfDay);
  std::string text = date_of_days(static_cast<std::int32_t>(day) - kJulianDayOf1970 + rest);
  text += 'T';
  append_clock(text, floor_rest(seconds, kSecondsOfDay),
               floor_rest(signed_of(nanoseconds), kNanoseconds), 9);
  return text;
}

/// A whole number of up to 64 bytes in decimal. \param bytes  two's complement, big-endian
std::string whole_text(ByteSpan bytes) {
  const bool is_negative = !bytes.empty() && (bytes[0] & 0x80) != 0;
  ByteVector number(bytes.begin(), bytes.end());
  if (is_negative) {
    unsigned carry = 1;
    for (std::size_t i = number.size(); i > 0; --i) {
      const unsigned sum = (number[i - 1] ^ 0xFFU) + carry;
      number[i - 1] = static_cast<std::uint8_t>(sum);
      carry = sum >> 8;
    }
  }
  // Nine digits at a time, out of words of four bytes.
  std::vector<std::uint32_t> words((number.size() + 3) / 4);
  for (std::size_t i = 0; i < number.size(); ++i) {
    std::uint32_t& word = words[words.size() - 1 - (number.size() - 1 - i) / 4];
    word = word << 8 | number[i];
  }
  constexpr std::uint32_t kNineDigits = 1'000'000'000;
  std::string digits;
  std::size_t start = 0;
  while (start < words.size()) {
    std::uint64_t rest = 0;
    for (std::size_t i = start; i < words.size(); ++i) {
      const std::uint64_t value = rest << 32 | words[i];
      words[i] = static_cast<std::uint32_t>(value / kNineDigits);
      rest = value % kNineDigits;
    }
    for (int i = 0; i < 9; ++i, rest /= 10) digits += static_cast<char>('0' + rest % 10);
    while (start < words.size() && words[start] == 0) ++start;
  }
  while (digits.ends_with('0')) digits.pop_back();
  if (digits.empty()) digits = "0";
  if (is_negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string decimal_text(std::string digits, std::int32_t scale) {
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  constexpr std::int32_t kMostScale = 1000;
  scale = std::clamp(scale, -kMostScale, kMostScale);
  if (scale <= 0) {
    if (digits != "0") digits.append(static_cast<std::size_t>(-scale), '0');
    return digits;
  }
  const auto places = static_cast<std::size_t>(scale);
  if (digits.size() - sign <= places) digits.insert(sign, places + 1 - (digits.size() - sign), '0');
  digits.insert(digits.size() - places, 1, '.');
  return digits;
}

double half_value(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 1023);
  double value = 0;
  if (exponent == 31) {
    value = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(1024 + fraction, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

/// As few digits as give the same number of that width again.
std::string float_text(double number, int most_digits) {
  if (!std::isfinite(number)) return std::isnan(number) ? "NaN" : number < 0 ? "-Inf" : "Inf";
  if (number == 0) return std::signbit(number) ? "-0.0" : "0.0";
  if (most_digits > 9) {
    std::string text = shortest_number(number);
    if (text.find_first_of(".e") == text.npos) text += ".0";
    return text;
  }
  const SameNumber is_same =
      most_digits == 9
          ? [](double again,
               double written) { return static_cast<float>(again) == static_cast<float>(written); }
          : [](double again, double written) {
              return std::fabs(again - written) <= std::fabs(written) / 8192;
            };
  std::string out = fewest_digits(number, most_digits - 5, most_digits, is_same);
  if (out.find_first_of(".e") == out.npos) out += ".0";
  return out;
}

std::string uuid_text(ByteSpan bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

std::int32_t i32_at(ByteSpan bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i > 0; --i) value = value << 8 | bytes[at + i - 1];
  return static_cast<std::int32_t>(value);
}

/// ISO 8601. \param bytes  months, days and milliseconds (12), milliseconds of a day (8) or
/// nanoseconds (16)
std::string interval_text(ByteSpan bytes) {
  if (bytes.size() != 8 && bytes.size() != 12 && bytes.size() != 16) return "";
  const bool has_months = bytes.size() > 8;
  // Parquet's have no sign.
  const auto part = [&](std::size_t at) {
    const std::int32_t value = i32_at(bytes, at);
    return bytes.size() == 12 ? std::int64_t{static_cast<std::uint32_t>(value)}
                              : std::int64_t{value};
  };
  std::int64_t rest = part(has_months ? 8 : 4);
  if (bytes.size() == 16) {
    rest = signed_of(std::uint64_t{static_cast<std::uint32_t>(i32_at(bytes, 12))} << 32 |
                     static_cast<std::uint32_t>(i32_at(bytes, 8)));
  }
  const unsigned digits = bytes.size() == 16 ? 9 : 3;
  std::string text = "P";
  if (has_months) append_to(text, {"{}M", part(0)});
  append_to(text, {"{}DT", part(has_months ? 4 : 0)});
  const std::uint64_t size =
      rest < 0 ? 0 - static_cast<std::uint64_t>(rest) : static_cast<std::uint64_t>(rest);
  const std::uint64_t units = units_of_second(digits);
  append_to(text, {"{}{}", rest < 0 ? "-" : "", size / units});
  if (size % units != 0) append_fraction(text, size % units, digits);
  return text + 'S';
}

/// Control characters are no text: such bytes are shown as bytes.
bool is_plain_text(ByteSpan bytes) {
  return is_valid_utf8(bytes) && std::none_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) {
           return (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') || byte == 0x7F;
         });
}

DatabaseValue bytes_value(DatabaseValue::Kind kind, ByteSpan bytes, std::uint64_t most) {
  DatabaseValue value;
  value.kind = kind;
  value.size = bytes.size();
  const ByteSpan kept =
      bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), most)));
  value.is_cut = kept.size() < bytes.size();
  value.bytes = kind == DatabaseValue::Kind::kText ? decode_database_text(kept, 1, value.is_cut)
                                                   : std::string(as_chars(kept));
  return value;
}

}  // namespace

std::string date_of_days(std::int64_t days) {
  // Howard Hinnant's civil_from_days, whose years begin in March.
  constexpr std::int64_t kDaysOfEra = 146'097;
  // No clock counts further, and the sums below do not overflow.
  constexpr std::int64_t kMostDays = std::int64_t{1} << 60;
  if (days > kMostDays || days < -kMostDays) return compose({"{}", days});
  const std::int64_t shifted = days + 719'468;
  const std::int64_t era = floor_div(shifted, kDaysOfEra);
  const auto day = static_cast<std::uint64_t>(shifted - era * kDaysOfEra);
  const std::uint64_t year = (day - day / 1460 + day / 36'524 - day / 146'096) / 365;
  const std::uint64_t of_year = day - (365 * year + year / 4 - year / 100);
  const std::uint64_t month = (5 * of_year + 2) / 153;
  const std::uint64_t of_month = of_year - (153 * month + 2) / 5 + 1;
  const std::int64_t full = static_cast<std::int64_t>(year) + era * 400 + (month >= 10 ? 1 : 0);
  const std::uint64_t size = static_cast<std::uint64_t>(full < 0 ? -full : full);
  std::string text = full < 0 ? "-" : full > 9999 ? "+" : "";
  append_padded(text, size, 4);
  text += '-';
  append_padded(text, month < 10 ? month + 3 : month - 9, 2);
  text += '-';
  append_padded(text, of_month, 2);
  return text;
}

std::uint64_t digits_work(const ColumnarType& type, const ColumnarScalar& scalar) {
  constexpr std::uint64_t kWork = 580;
  // Six counts of digits may be tried.
  constexpr std::uint64_t kFloatWork = 800;
  constexpr std::uint64_t kLongWork = 1300;
  constexpr std::uint64_t kLongestWork = 4000;
  switch (type.kind) {
    case ColumnarKind::kFloat:
      return kFloatWork;
    case ColumnarKind::kDouble:
      return has_few_digits(bit_cast<double>(scalar.bits)) ? kWork : kLongWork;
    case ColumnarKind::kDecimal: {
      constexpr std::size_t kFewBytes = 8;
      constexpr std::size_t kLongBytes = 32;
      constexpr std::int32_t kLongScale = 80;
      const std::size_t size = scalar.bytes.size();
      if (size > kLongBytes || type.scale > kLongScale || type.scale < -kLongScale)
        return kLongestWork;
      return size > kFewBytes ? kLongWork : kWork;
    }
    case ColumnarKind::kInterval:
      return kLongWork;
    default:
      return kWork;
  }
}

DatabaseValue columnar_value(const ColumnarType& type, const ColumnarScalar& scalar,
                             std::uint64_t text_bytes) {
  DatabaseValue value;
  const auto text = [&value](std::string made) {
    value.kind = DatabaseValue::Kind::kText;
    value.bytes = std::move(made);
    value.size = value.bytes.size();
  };
  const std::int64_t number = signed_of(scalar.bits);
  switch (type.kind) {
    case ColumnarKind::kNull:
      break;
    case ColumnarKind::kBoolean:
      text(scalar.bits != 0 ? "true" : "false");
      break;
    case ColumnarKind::kSigned: {
      value.kind = DatabaseValue::Kind::kInteger;
      const unsigned shift = 64 - std::clamp(type.bits, 1U, 64U);
      value.integer = signed_of(scalar.bits << shift) >> shift;
      break;
    }
    case ColumnarKind::kUnsigned: {
      const unsigned shift = 64 - std::clamp(type.bits, 1U, 64U);
      text(compose({"{}", scalar.bits << shift >> shift}));
      break;
    }
    case ColumnarKind::kHalf:
      text(float_text(half_value(scalar.bits), 5 + 1));
      break;
    case ColumnarKind::kFloat:
      text(float_text(bit_cast<float>(static_cast<std::uint32_t>(scalar.bits)), 9));
      break;
    case ColumnarKind::kDouble:
      text(float_text(bit_cast<double>(scalar.bits), 17));
      break;
    case ColumnarKind::kDecimal: {
      constexpr std::size_t kMostDecimalBytes = 64;
      if (scalar.bytes.size() > kMostDecimalBytes)
        return bytes_value(DatabaseValue::Kind::kBlob, scalar.bytes, text_bytes);
      ByteVector big(scalar.bytes.begin(), scalar.bytes.end());
      if (type.is_little_endian) std::reverse(big.begin(), big.end());
      text(decimal_text(big.empty() ? compose({"{}", number}) : whole_text(big), type.scale));
      break;
    }
    case ColumnarKind::kText:
      return bytes_value(DatabaseValue::Kind::kText, scalar.bytes, text_bytes);
    case ColumnarKind::kUnknown:
      if (is_plain_text(scalar.bytes))
        return bytes_value(DatabaseValue::Kind::kText, scalar.bytes, text_bytes);
      [[fallthrough]];
    case ColumnarKind::kBinary:
      return bytes_value(DatabaseValue::Kind::kBlob, scalar.bytes, text_bytes);
    case ColumnarKind::kDate:
      text(date_of_days(number));
      break;
    case ColumnarKind::kTime: {
      const std::uint64_t units = units_of_second(type.digits);
      if (number < 0) {
        text(compose({"{}", number}));
      } else {
        std::string made;
        append_clock(made, scalar.bits / units, scalar.bits % units, type.digits);
        text(std::move(made));
      }
      break;
    }
    case ColumnarKind::kTimestamp:
      text(timestamp_text(number, type.digits, type.is_utc));
      break;
    case ColumnarKind::kInt96:
      text(int96_text(scalar.bytes));
      break;
    case ColumnarKind::kDuration: {
      const std::uint64_t size = number < 0 ? 0 - scalar.bits : scalar.bits;
      const std::uint64_t units = units_of_second(type.digits);
      std::string made = compose({"{}{}", number < 0 ? "-" : "", size / units});
      if (size % units != 0) append_fraction(made, size % units, type.digits);
      text(made + " s");
      break;
    }
    case ColumnarKind::kMonths:
      text(compose({"P{}M", number}));
      break;
    case ColumnarKind::kInterval:
      text(interval_text(scalar.bytes));
      break;
    case ColumnarKind::kUuid:
      text(uuid_text(scalar.bytes));
      break;
  }
  return value;
}

std::string columnar_name(std::string_view name) {
  constexpr std::size_t kMostNameBytes = 1000;
  const bool is_cut = name.size() > kMostNameBytes;
  return decode_database_text(as_bytes(name.substr(0, kMostNameBytes)), 1, is_cut) +
         (is_cut ? "…" : "");
}

std::string columnar_type_name(const ColumnarType& type) {
  const auto unit = [&type] {
    return type.digits == 0 ? "s" : type.digits == 3 ? "ms" : type.digits == 6 ? "us" : "ns";
  };
  switch (type.kind) {
    case ColumnarKind::kUnknown:
    case ColumnarKind::kBinary:
      return "binary";
    case ColumnarKind::kNull:
      return "null";
    case ColumnarKind::kBoolean:
      return "boolean";
    case ColumnarKind::kSigned:
      return compose({"int{}", type.bits});
    case ColumnarKind::kUnsigned:
      return compose({"uint{}", type.bits});
    case ColumnarKind::kHalf:
      return "float16";
    case ColumnarKind::kFloat:
      return "float";
    case ColumnarKind::kDouble:
      return "double";
    case ColumnarKind::kDecimal:
      return compose({"decimal({}, {})", type.precision, type.scale});
    case ColumnarKind::kText:
      return "string";
    case ColumnarKind::kDate:
      return "date";
    case ColumnarKind::kTime:
      return compose({"time({})", unit()});
    case ColumnarKind::kTimestamp:
      return compose({"timestamp({}{})", unit(), type.is_utc ? ", UTC" : ""});
    case ColumnarKind::kInt96:
      return "timestamp(int96)";
    case ColumnarKind::kDuration:
      return compose({"duration({})", unit()});
    case ColumnarKind::kMonths:
    case ColumnarKind::kInterval:
      return "interval";
    case ColumnarKind::kUuid:
      return "uuid";
  }
  return "";
}

}  // namespace lectern
