#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "documents/sheets/number_format.h"

namespace lectern {
namespace {

using DatePiece = NumberFormat::Piece;

constexpr double kSecondsADay = 86400;
/// Excel's calendar ends with the year 9999.
constexpr double kLastDay1900 = 2958466;
constexpr double kDays1904 = 1462;
/// Excel 1900 has a day that was none: 29 February 1900.
constexpr std::int64_t kLeapDayThatWasNone = 60;
constexpr unsigned kMostFractionDigits = 9;
constexpr std::uint32_t kJapanese = 0x11;
constexpr std::uint32_t kThai = 0x1E;
constexpr std::uint32_t kTaiwan = 0x404;
constexpr int kYearBeforeTheRepublic = 1911;
constexpr int kBuddhistOffset = 543;

struct Moment {
  std::int64_t day = 0;  ///< serial number in the calendar of 1900
  int year = 1900;
  int month = 1;
  int day_of_month = 0;
  int weekday = 0;  ///< 0 is Sunday
  int hour = 0;
  int minute = 0;
  int second = 0;
  std::int64_t total_seconds = 0;  ///< for elapsed times
  std::string fraction;            ///< digits of the second's fraction
};

/// Civil date of a number of days since 1 March of year 0 (a well-known algorithm of integers).
void set_civil(std::int64_t days_since_1970, Moment& moment) {
  const std::int64_t z = days_since_1970 + 719468;
  const std::int64_t era = (z >= 0 ? z : z - 146096) / 146097;
  const std::int64_t day_of_era = z - era * 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month = (5 * day_of_year + 2) / 153;
  moment.day_of_month = static_cast<int>(day_of_year - (153 * month + 2) / 5 + 1);
  moment.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  moment.year = static_cast<int>(year_of_era + era * 400 + (moment.month <= 2 ? 1 : 0));
}

void set_day(std::int64_t day, Moment& moment) {
  moment.day = day;
  // Excel's weeks begin one day off before the day that was none.
  moment.weekday = static_cast<int>((day + 6) % 7);
  if (day == 0) {
    moment.month = 1;
    moment.day_of_month = 0;
  } else if (day == kLeapDayThatWasNone) {
    moment.month = 2;
    moment.day_of_month = 29;
  } else {
    set_civil(day - 25569 + (day < kLeapDayThatWasNone ? 1 : 0), moment);
  }
}

struct Era {
  int year, month, day;  ///< its first day
  std::string_view letter, short_name, name;
};
constexpr Era kEras[] = {{2019, 5, 1, "R", "令", "令和"},
                         {1989, 1, 8, "H", "平", "平成"},
                         {1926, 12, 25, "S", "昭", "昭和"},
                         {1912, 7, 30, "T", "大", "大正"},
                         {1868, 1, 25, "M", "明", "明治"}};

const Era* era_of(const Moment& moment) {
  for (const Era& era : kEras) {
    if (std::tuple(moment.year, moment.month, moment.day_of_month) >=
        std::tuple(era.year, era.month, era.day)) {
      return &era;
    }
  }
  return nullptr;
}

class DateWriter {
 public:
  DateWriter(const NumberFormat::Section& section, Moment moment, std::string& out)
      : section_(section), moment_(std::move(moment)), out_(out) {}

  void write() {
    for (const NumberFormat::Token& token : section_.tokens) write(token);
  }

 private:
  void number(std::int64_t value, unsigned width) {
    const std::string digits = std::to_string(value);
    if (digits.size() < width) out_.append(width - digits.size(), '0');
    out_ += digits;
  }

  bool is_language(std::uint32_t primary) const { return (section_.locale & 0x3FF) == primary; }

  void write(const NumberFormat::Token& token) {
    const unsigned two = std::min(token.count, 2u);
    switch (token.piece) {
      case DatePiece::kYear: {
        const int year = moment_.year +
                         (is_language(kThai) && (section_.locale >> 10) != 0 ? kBuddhistOffset : 0);
        if (token.count <= 2) return number(year % 100, 2);
        return number(year, 4);
      }
      case DatePiece::kEraYear: {
        if (section_.locale == kTaiwan) return number(moment_.year - kYearBeforeTheRepublic, 1);
        const Era* era = is_language(kJapanese) ? era_of(moment_) : nullptr;
        if (era == nullptr) return number(moment_.year, 4);
        return number(moment_.year - era->year + 1, two);
      }
      case DatePiece::kEra: {
        const Era* era = era_of(moment_);
        if (era == nullptr || !is_language(kJapanese)) return;
        out_ += token.count == 1 ? era->letter : token.count == 2 ? era->short_name : era->name;
        return;
      }
      case DatePiece::kBuddhistYear:
        if (token.count <= 2) return number((moment_.year + kBuddhistOffset) % 100, 2);
        return number(moment_.year + kBuddhistOffset, 4);
      case DatePiece::kMonth:
        return month(token.count);
      case DatePiece::kDay:
        if (token.count <= 2) return number(moment_.day_of_month, two);
        out_ += number_format::weekday_name(section_.locale, static_cast<unsigned>(moment_.weekday),
                                            token.count == 3);
        return;
      case DatePiece::kWeekday:
        out_ += number_format::weekday_name(section_.locale, static_cast<unsigned>(moment_.weekday),
                                            token.count == 3);
        return;
      case DatePiece::kHour: {
        const int hour = section_.half_days ? (moment_.hour + 11) % 12 + 1 : moment_.hour;
        return number(hour, two);
      }
      case DatePiece::kMinute:
        return number(moment_.minute, two);
      case DatePiece::kSecond:
        return number(moment_.second, two);
      case DatePiece::kElapsedHours:
        return number(moment_.total_seconds / 3600, token.count);
      case DatePiece::kElapsedMinutes:
        return number(moment_.total_seconds / 60, token.count);
      case DatePiece::kElapsedSeconds:
        return number(moment_.total_seconds, token.count);
      case DatePiece::kFraction:
        out_ += '.' + moment_.fraction.substr(0, token.count);
        if (token.count > kMostFractionDigits) out_.append(token.count - kMostFractionDigits, '0');
        return;
      case DatePiece::kHalfDay:
        return half_day(token.text);
      case DatePiece::kDigit:
        out_ += static_cast<char>(token.count);
        return;
      default:
        out_ += token.text;
    }
  }

  void month(unsigned count) {
    if (count <= 2) return number(moment_.month, count);
    const auto month = static_cast<unsigned>(moment_.month);
    const std::string_view name = number_format::month_name(section_.locale, month, count == 3);
    if (count != 5) {
      out_ += name;
      return;
    }
    // The first character alone.
    std::size_t size = 1;
    while (size < name.size() && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) ++size;
    out_ += name.substr(0, size);
  }

  void half_day(const std::string& names) {
    const std::size_t slash = names.find('/');
    out_ += moment_.hour < 12 ? names.substr(0, slash) : names.substr(slash + 1);
  }

  const NumberFormat::Section& section_;
  Moment moment_;
  std::string& out_;
};

}  // namespace

namespace number_format {

bool write_date(const NumberFormat::Section& section, double number, DateSystem dates,
                std::string& out) {
  bool elapsed = false;
  bool has_time = false;
  bool has_date = false;
  unsigned digits = 0;
  for (const NumberFormat::Token& token : section.tokens) {
    const DatePiece piece = token.piece;
    elapsed = elapsed || piece == DatePiece::kElapsedHours || piece == DatePiece::kElapsedMinutes ||
              piece == DatePiece::kElapsedSeconds;
    has_time = has_time || (piece >= DatePiece::kHour && piece <= DatePiece::kElapsedSeconds);
    has_date = has_date || (piece >= DatePiece::kYear && piece <= DatePiece::kWeekday);
    if (piece == DatePiece::kFraction) digits = std::max(digits, token.count);
  }
  digits = std::min(digits, kMostFractionDigits);
  if (dates == DateSystem::k1904 && (has_date || !elapsed)) number += kDays1904;
  if (!(number >= 0) || number >= (elapsed && !has_date ? 1e11 : kLastDay1900)) return false;

  double day = std::floor(number);
  // The binary fraction of a whole second is a little less or more than it.
  const double exact = (number - day) * kSecondsADay;
  const double scale = digits == 0 ? 1 : std::pow(10.0, digits);
  double units =
      has_time ? std::floor(exact * scale + 0.5 + 1e-6) : std::floor(exact * scale + 1e-3);
  if (units >= kSecondsADay * scale) {
    units = 0;
    day += 1;
    if (day >= kLastDay1900 && !elapsed) return false;
  }
  Moment moment;
  const auto seconds = static_cast<std::int64_t>(std::floor(units / scale));
  if (digits > 0) {
    moment.fraction =
        std::to_string(static_cast<std::int64_t>(units - static_cast<double>(seconds) * scale));
    if (moment.fraction.size() < digits)
      moment.fraction.insert(0, digits - moment.fraction.size(), '0');
  }
  moment.hour = static_cast<int>(seconds / 3600);
  moment.minute = static_cast<int>(seconds / 60 % 60);
  moment.second = static_cast<int>(seconds % 60);
  const auto whole_day = static_cast<std::int64_t>(day);
  moment.total_seconds = whole_day * static_cast<std::int64_t>(kSecondsADay) + seconds;
  if (day < kLastDay1900) set_day(whole_day, moment);
  DateWriter(section, std::move(moment), out).write();
  return true;
}

}  // namespace number_format
}  // namespace lectern
