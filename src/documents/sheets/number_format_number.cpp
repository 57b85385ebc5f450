#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "documents/sheets/number_format.h"

namespace lectern {
namespace {

using NumberToken = NumberFormat::Token;
using NumberPiece = NumberFormat::Piece;
using Tokens = std::vector<NumberToken>;

constexpr std::int64_t kMostDenominator = 9999999;
/// Larger numbers are no fractions to anybody.
constexpr double kMostInFraction = 1e11;

bool is_digit(const NumberToken& token) { return token.piece == NumberPiece::kDigit; }

/// What stands where a number has no digit: `0` a zero, `?` a space, `#` nothing.
void fill(std::string& out, const NumberToken& token) {
  if (token.count == '0') out += '0';
  if (token.count == '?') out += ' ';
}

/// Writes one number into the digits of a section.
class NumberWriter {
 public:
  explicit NumberWriter(const NumberFormat::Section& section) : tokens_(section.tokens) {}

  std::string write(double number) {
    find_parts();
    if (slash_ < tokens_.size()) return write_fraction(number);
    Decimal value = decimal_of(number);
    if (!value.is_zero()) value.exponent += 2 * percents_ - 3 * scalings_;
    int power = 0;
    if (exponent_ < tokens_.size()) {
      power = scale_by_power(value);
    } else {
      value.round_to_places(places_);
    }
    write_value(value, power, number);
    return std::move(out_);
  }

 private:
  void find_parts() {
    const std::size_t count = tokens_.size();
    slash_ = exponent_ = point_ = count;
    bool is_behind_digit = false;
    for (std::size_t i = 0; i < count; ++i) {
      const NumberPiece piece = tokens_[i].piece;
      is_behind_digit = is_behind_digit || is_digit(tokens_[i]);
      if (piece == NumberPiece::kSlash && i > 0 && slash_ == count && is_behind_digit &&
          i + 1 < count && (is_digit(tokens_[i + 1]) || is_fixed(tokens_[i + 1]))) {
        slash_ = i;
      }
      if (piece == NumberPiece::kExponent && exponent_ == count && is_behind_digit) exponent_ = i;
      if (piece == NumberPiece::kPoint && point_ == count) point_ = i;
      if (piece == NumberPiece::kPercent) ++percents_;
    }
    if (point_ > exponent_) point_ = count;
    const std::size_t mantissa_end = exponent_;
    std::size_t last_integer = count;
    for (std::size_t i = 0; i < mantissa_end; ++i) {
      if (!is_digit(tokens_[i])) continue;
      if (i < point_) {
        ++integers_;
        last_integer = i;
      } else {
        ++places_;
      }
    }
    std::size_t last_digit = count;
    for (std::size_t i = 0; i < mantissa_end; ++i) {
      if (is_digit(tokens_[i])) last_digit = i;
    }
    // The last piece before a comma that is none.
    std::size_t other = count;
    bool has_digits = false;
    for (std::size_t i = 0; i < mantissa_end; ++i) {
      if (tokens_[i].piece != NumberPiece::kGroup) {
        other = i;
        has_digits = has_digits || is_digit(tokens_[i]);
      } else if (last_integer < count && i < last_integer && has_digits) {
        groups_ = true;
      } else if ((last_integer < count && other == last_integer && i < point_) ||
                 (last_digit < count && other == last_digit)) {
        ++scalings_;
      }
    }
  }

  bool has_digit(std::size_t from, std::size_t to) const {
    for (std::size_t i = from; i < to; ++i) {
      if (is_digit(tokens_[i])) return true;
    }
    return false;
  }

  /// Makes `value` a mantissa and gives its power of ten, a multiple of the digits before the
  /// point.
  int scale_by_power(Decimal& value) const {
    if (value.is_zero()) return 0;
    const int step = std::max(integers_, 1);
    const auto power_of = [&](const Decimal& decimal) {
      const int first = decimal.exponent - (integers_ == 0 ? 0 : 1);
      return static_cast<int>(std::floor(static_cast<double>(first) / step)) * step;
    };
    int power = power_of(value);
    Decimal scaled = value;
    scaled.exponent -= power;
    scaled.round_to_places(places_);
    if (!scaled.is_zero() && power_of(scaled) > 0) {
      power += step;
      scaled = value;
      scaled.exponent -= power;
      scaled.round_to_places(places_);
    }
    value = scaled;
    return power;
  }

  void write_value(const Decimal& value, int power, double number) {
    const std::string whole = value.integer_digits();
    const std::string places = value.fraction_digits(places_);
    // Zeros are written as far as a place needs them, or one behind them says so.
    const std::size_t written = std::max(places.find_last_not_of('0') + 1, places_to_last_zero());
    integer_left_ = integers_;
    std::size_t place = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const NumberToken& token = tokens_[i];
      switch (token.piece) {
        case NumberPiece::kDigit:
          if (i > exponent_) {
            write_power(i, power);
          } else if (i < point_) {
            write_integer(token, whole);
          } else {
            write_place(token, places, place++, written);
          }
          break;
        case NumberPiece::kPoint:
          if (i != point_) {
            out_ += '.';
            break;
          }
          if (integers_ == 0) out_ += whole;
          out_ += '.';
          break;
        case NumberPiece::kGroup:
          break;
        case NumberPiece::kExponent:
          if (i != exponent_) break;
          out_ += token.text[0];
          if (power < 0) out_ += '-';
          if (power >= 0 && token.count != 0) out_ += '+';
          break;
        case NumberPiece::kGeneral:
          out_ += general_number(number);
          break;
        default:
          out_ += token.text;
      }
    }
  }

  void write_integer(const NumberToken& token, const std::string& whole) {
    // The first place takes all digits that have none of their own.
    const auto size = static_cast<int>(whole.size());
    const bool is_first = integer_left_ == integers_;
    int from = size - integer_left_;
    const int to = from + 1;
    if (is_first && from > 0) from = 0;
    if (to <= 0) {
      fill(out_, token);
      if (groups_ && token.count == '0') group(integer_left_ - 1);
      if (groups_ && token.count == '?' && integer_left_ > 1 && (integer_left_ - 1) % 3 == 0)
        out_ += ' ';
    } else {
      for (int i = std::max(from, 0); i < to; ++i) {
        out_ += whole[static_cast<std::size_t>(i)];
        if (groups_) group(size - i - 1);
      }
    }
    --integer_left_;
  }

  void group(int digits_behind) {
    if (digits_behind > 0 && digits_behind % 3 == 0) out_ += ',';
  }

  void write_place(const NumberToken& token, const std::string& places, std::size_t place,
                   std::size_t written) {
    if (place < written) {
      out_ += places[place];
    } else if (token.count == '?') {
      out_ += ' ';
    }
  }

  /// The places up to the last that is a 0, which keeps the zeros before it.
  std::size_t places_to_last_zero() const {
    std::size_t places = 0;
    std::size_t last = 0;
    for (std::size_t i = point_; i < std::min(exponent_, tokens_.size()); ++i) {
      if (!is_digit(tokens_[i])) continue;
      ++places;
      if (tokens_[i].count == '0') last = places;
    }
    return last;
  }

  /// The digits of the exponent, all at its first place.
  void write_power(std::size_t at, int power) {
    if (std::exchange(has_power_, true)) return;
    int width = 0;
    for (std::size_t i = at; i < tokens_.size(); ++i)
      width += is_digit(tokens_[i]) && tokens_[i].count == '0';
    std::string digits = std::to_string(std::abs(power));
    if (static_cast<int>(digits.size()) < width) {
      digits.insert(0, static_cast<std::size_t>(width) - digits.size(), '0');
    }
    out_ += digits;
  }

  // Fractions: digits of a whole number, of the numerator and of the denominator.

  std::string write_fraction(double number) {
    std::size_t numerator = slash_;
    // Literals such as spaces may stand between the places and the slash.
    while (numerator > 0 && !is_digit(tokens_[numerator - 1])) --numerator;
    while (numerator > 0 && is_digit(tokens_[numerator - 1])) --numerator;
    const bool has_whole = has_digit(0, numerator);
    std::size_t end = slash_ + 1;
    while (end < tokens_.size() && !is_digit(tokens_[end]) && !is_fixed(tokens_[end])) ++end;
    std::size_t denominator = end;
    while (end < tokens_.size() && (is_digit(tokens_[end]) || is_fixed(tokens_[end]))) ++end;
    number *= std::pow(100.0, percents_);
    if (number >= kMostInFraction) return general_number(number);
    const double whole = has_whole ? std::floor(number) : 0;
    std::int64_t over = fixed_denominator(denominator, end);
    std::int64_t above = 0;
    double whole_shown = whole;
    const double rest = number - whole;
    if (over > 0) {
      above = static_cast<std::int64_t>(std::floor(rest * static_cast<double>(over) + 0.5));
    } else {
      nearest(rest, most_denominator(denominator, end), above, over);
    }
    if (has_whole && above == over) {
      above = 0;
      whole_shown += 1;
    }
    write_parts(numerator, denominator, end, has_whole, whole_shown, above, over);
    return std::move(out_);
  }

  /// A digit that is written as it is: the 8 of `# ?/8`.
  static bool is_fixed(const NumberToken& token) {
    return token.piece == NumberPiece::kLiteral && !token.text.empty() && token.text.size() <= 7 &&
           token.text.find_first_not_of("0123456789") == std::string::npos;
  }

  std::int64_t fixed_denominator(std::size_t from, std::size_t end) const {
    std::string digits;
    for (std::size_t i = from; i < end; ++i) digits += is_digit(tokens_[i]) ? "0" : tokens_[i].text;
    if (digits.empty() || digits[0] == '0' || digits.size() > 7) return 0;
    return std::atoll(digits.c_str());
  }

  static std::int64_t most_denominator(std::size_t from, std::size_t end) {
    std::int64_t most = 1;
    for (std::size_t i = from; i < end && most < kMostDenominator; ++i) most *= 10;
    return std::clamp<std::int64_t>(most - 1, 1, kMostDenominator);
  }

  /// The fraction with a denominator of at most `most` that is nearest to `value`: walks down the
  /// tree of Stern and Brocot by continued fractions.
  static void nearest(double value, std::int64_t most, std::int64_t& above, std::int64_t& below) {
    std::int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    double x = value;
    for (int i = 0; i < 40; ++i) {
      const auto a = static_cast<std::int64_t>(std::floor(x));
      const std::int64_t q2 = q1 == 0 ? q0 : a > (most + 1) / q1 ? most + 1 : a * q1 + q0;
      if (q2 > most) {
        // The last step may be taken in part.
        const std::int64_t k = q1 == 0 ? 0 : (most - q0) / q1;
        const std::int64_t ps = k * p1 + p0;
        const std::int64_t qs = k * q1 + q0;
        const double partial = std::fabs(
            value - static_cast<double>(ps) / static_cast<double>(std::max<std::int64_t>(qs, 1)));
        const double full =
            q1 == 0 ? partial + 1
                    : std::fabs(value - static_cast<double>(p1) / static_cast<double>(q1));
        if (qs > 0 && partial < full) {
          p1 = ps;
          q1 = qs;
        }
        break;
      }
      const std::int64_t p2 = a * p1 + p0;
      p0 = p1;
      q0 = q1;
      p1 = p2;
      q1 = q2;
      const double left = x - static_cast<double>(a);
      if (left < 1e-10 ||
          std::fabs(value - static_cast<double>(p1) / static_cast<double>(q1)) < 1e-13)
        break;
      x = 1 / left;
    }
    above = p1;
    below = std::max<std::int64_t>(q1, 1);
  }

  void write_parts(std::size_t numerator, std::size_t denominator, std::size_t end, bool has_whole,
                   double whole, std::int64_t above, std::int64_t over) {
    const bool hidden = has_whole && above == 0 &&
                        std::none_of(tokens_.begin() + static_cast<std::ptrdiff_t>(numerator),
                                     tokens_.begin() + static_cast<std::ptrdiff_t>(slash_),
                                     [](const NumberToken& token) { return token.count == '0'; });
    Decimal decimal = decimal_of(whole);
    const std::string whole_digits = decimal.integer_digits();
    integers_ = 0;
    for (std::size_t i = 0; i < numerator; ++i) integers_ += is_digit(tokens_[i]);
    integer_left_ = integers_;
    const std::string above_digits = std::to_string(above);
    const std::string below_digits = std::to_string(over);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const NumberToken& token = tokens_[i];
      if (i < numerator) {
        if (is_digit(token)) {
          write_integer(token, whole_digits);
        } else if (token.piece != NumberPiece::kGroup) {
          out_ += token.text;
        }
        continue;
      }
      if (hidden && i < end) {
        if (i + 1 == end && whole_digits.empty() && out_.find('0') == std::string::npos) {
          // Zero is shown, whatever the places say.
          while (!out_.empty() && out_.back() == ' ') out_.pop_back();
          out_ += '0';
        }
        out_ += ' ';
        continue;
      }
      if (i < slash_ && is_digit(token)) {
        if (i == numerator) write_number_at(i, slash_, above_digits, true);
      } else if (i >= denominator && i < end) {
        if (i == denominator) write_number_at(i, end, below_digits, false);
      } else {
        out_ += token.text;
      }
    }
  }

  /// A number in the places from `from` to `to`: numerators stand at the right, denominators at the
  /// left.
  void write_number_at(std::size_t from, std::size_t to, const std::string& digits, bool to_right) {
    std::size_t places = 0;
    char pad = 0;
    for (std::size_t i = from; i < to; ++i) {
      if (!is_digit(tokens_[i])) continue;
      ++places;
      if (tokens_[i].count == '0') pad = '0';
      if (tokens_[i].count == '?' && pad == 0) pad = ' ';
    }
    std::string padding;
    if (pad != 0 && places > digits.size()) padding.assign(places - digits.size(), pad);
    out_ += to_right || pad == '0' ? padding + digits : digits + padding;
  }

  const Tokens& tokens_;
  std::string out_;
  std::size_t slash_ = 0;
  std::size_t exponent_ = 0;
  std::size_t point_ = 0;
  int integers_ = 0;  ///< digits before the point
  int places_ = 0;    ///< digits behind it
  int percents_ = 0;
  int scalings_ = 0;
  int integer_left_ = 0;
  bool groups_ = false;
  bool has_power_ = false;
};

}  // namespace

namespace number_format {

std::optional<NumberFormat::Plain> plain_form(const NumberFormat::Section& section) {
  constexpr int kMostPlaces = 15;
  if (section.is_date || section.has_text) return std::nullopt;
  NumberFormat::Plain plain;
  FixedPlaces& places = plain.places;
  places.least_whole = 0;
  enum { kBefore, kWhole, kBehindPoint, kBehind } part = kBefore;
  bool after_group = false;
  for (const NumberToken& token : section.tokens) {
    if (token.piece == NumberPiece::kDigit) {
      const bool is_zero = token.count == '0';
      if (token.count == '?' || part == kBehind) return std::nullopt;
      if (part == kBefore) part = kWhole;
      if (part == kWhole) {
        if (!is_zero && places.least_whole > 0) return std::nullopt;
        places.least_whole += is_zero ? 1 : 0;
        after_group = false;
      } else {
        if (is_zero && places.most > places.least) return std::nullopt;
        places.least += is_zero ? 1 : 0;
        if (++places.most > kMostPlaces) return std::nullopt;
      }
    } else if (token.piece == NumberPiece::kGroup && part == kWhole) {
      places.groups = after_group = true;
    } else if (token.piece == NumberPiece::kPoint && part == kWhole && !after_group) {
      part = kBehindPoint;
      places.has_point = true;
    } else if (token.piece == NumberPiece::kLiteral || token.piece == NumberPiece::kSpace ||
               token.piece == NumberPiece::kPercent) {
      if (part != kBefore) part = kBehind;
      (part == kBefore ? plain.before : plain.behind) += token.text;
      plain.percents += token.piece == NumberPiece::kPercent ? 1 : 0;
    } else {
      return std::nullopt;
    }
  }
  // A comma behind the last digit scales.
  if (part == kBefore || after_group) return std::nullopt;
  plain.has_digits = (plain.before + plain.behind).find_first_of("123456789") != std::string::npos;
  return plain;
}

bool append_plain(const NumberFormat::Plain& plain, double number, bool shows_sign,
                  std::string& out) {
  ShortDecimal value;
  if (number != 0) {
    const std::optional<ShortDecimal> found = short_decimal_of(number);
    if (!found || found->exponent + 2 * plain.percents > 15) return false;
    value = *found;
    value.exponent += 2 * plain.percents;
  }
  const std::size_t start = out.size();
  if (shows_sign) out += '-';
  out += plain.before;
  const bool is_shown = append_fixed(value, plain.places, out);
  out += plain.behind;
  // A number that is rounded to zero has no sign.
  if (shows_sign && !is_shown && !plain.has_digits) out.erase(start, 1);
  return true;
}

std::string write_number(const NumberFormat::Section& section, double number) {
  return NumberWriter(section).write(number);
}

}  // namespace number_format
}  // namespace lectern
