// Numbers as spreadsheets see them: at most 15 significant decimal digits, rounded half away from
// zero. printf rounds the binary value instead and would show 1.005 as 1.00.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lectern {

/// A finite number without its sign: 0.d1d2d3… x 10^exponent.
struct Decimal {
  /// Significant digits, neither beginning nor ending with a zero; "" is zero.
  std::string digits;
  /// 123.4 has the digits "1234" and the exponent 3.
  int exponent = 0;

  bool is_zero() const { return digits.empty(); }
  /// Rounds to `places` digits behind the point; negative counts are not allowed.
  void round_to_places(int places);
  /// Rounds to `count` significant digits, at least 1.
  void round_to_digits(int count);
  /// The digits before the point, without leading zeros; "" below 1.
  std::string integer_digits() const;
  /// Exactly `places` digits behind the point. The value must have been rounded to them.
  std::string fraction_digits(int places) const;

 private:
  void keep(long count);
};

/// The absolute value of `number`, which must be finite, with 15 significant digits.
Decimal decimal_of(double number);

/// The absolute value of a number with 15 significant digits, as Decimal has it, in one integer:
/// 0.digits x 10^exponent, where `digits` has all 15.
struct ShortDecimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

/// Nothing for zero and for what is hardly ever in a cell: 1e15 and more.
std::optional<ShortDecimal> short_decimal_of(double number);

/// Places of a number without an exponent.
struct FixedPlaces {
  int least_whole = 1;     ///< digits before the point
  int least = 0;           ///< digits behind it
  int most = 0;            ///< at most 15
  bool has_point = false;  ///< without digits behind it, too
  bool groups = false;     ///< thousands
};

/// Appends `value`, rounded half away from zero. Its exponent is at most 15. \returns false when it
/// is rounded to zero.
bool append_fixed(const ShortDecimal& value, const FixedPlaces& places, std::string& out);

/// digits x 10^power, correctly rounded; nothing for a few that 128 bits cannot tell, and beyond
/// what a double has.
std::optional<double> double_of_decimal(std::uint64_t digits, int power);

/// Whether 15 digits give it again: most numbers that people wrote have no more.
bool has_few_digits(double number);

/// Whether a number that was read again is the one that was written.
using SameNumber = bool (*)(double again, double number);

/// `number`, which is finite and not zero, as printf's %g writes it, with as few digits from
/// `least` to `most` (17 at most) as give it again; with `most` where none do.
std::string fewest_digits(double number, int least, int most, SameNumber is_same);

/// `number` with as many digits as are needed to get the same number back, without a decimal
/// point for whole ones: "0.1", "1e+300", "42".
std::string shortest_number(double number);

/// `number` as Excel's format General shows it in a wide column: at most 11 characters.
std::string general_number(double number);
/// Appends it.
void append_general(double number, std::string& out);

}  // namespace lectern
