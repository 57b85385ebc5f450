// Number formats of spreadsheets (ECMA-376 part 1, 18.8.31): what a program shows for a stored
// value. Not supported: padding to the width of a column (`*x` draws nothing) and colours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/sheets/decimal.h"

namespace lectern {

/// The first day of a workbook's calendar.
enum class DateSystem : std::uint8_t { k1900, k1904 };

/// Whose built-in formats 27 to 36 and 50 to 58 are used, which have no code in the file.
enum class FormatLanguage : std::uint8_t { kChinese, kTaiwanese, kJapanese, kKorean };

/// A format code that was parsed once and is used for many cells.
class NumberFormat {
 public:
  /// "General".
  NumberFormat() : NumberFormat("General") {}
  /// \param code  as the file has it: `#,##0.00;[Red]-#,##0.00`. Any text is accepted; what is not
  /// understood stands for itself. Codes beyond 1,024 bytes count as "General".
  explicit NumberFormat(std::string_view code);

  /// True for "General", which shows a number as it is.
  bool is_general() const { return is_general_; }
  /// True when numbers are shown as a date, a time or both.
  bool is_date() const { return is_date_; }
  /// True when numbers are shown as a date, with a day, month or year.
  bool has_day() const { return has_day_; }
  /// True when numbers are shown with hours, minutes or seconds.
  bool has_time() const { return has_time_; }

  /// What a cell with `number` shows. `number` is finite; dates outside of the calendar are shown
  /// as numbers, where Excel shows only `#`.
  std::string number(double number, DateSystem dates) const;
  /// Appends it.
  void append_number(double number, DateSystem dates, std::string& out) const;
  /// What a cell with `text` shows.
  std::string text(std::string_view text) const;

  /// Units that a number in it takes, about a nanosecond each; 0 for as many as most formats take.
  std::uint64_t work() const { return work_; }
  /// The same for a text of so many bytes, which a format may show again and again: more than
  /// there are when that would be megabytes.
  std::uint64_t work_of_text(std::size_t bytes) const;

  /// What a piece of a section is.
  enum class Piece : std::uint8_t {
    kLiteral,
    kSpace,  ///< `_x`: as wide as x
    kDigit,  ///< `0`, `#` or `?`
    kPoint,
    kGroup,  ///< a comma
    kPercent,
    kExponent,  ///< `E+` or `E-`
    kSlash,
    kGeneral,
    kText,  ///< `@`
    kYear,
    kEraYear,
    kEra,
    kBuddhistYear,
    kMonth,
    kDay,
    kWeekday,
    kHour,
    kMinute,
    kSecond,
    kFraction,  ///< `.000` behind seconds
    kHalfDay,   ///< AM/PM
    kElapsedHours,
    kElapsedMinutes,
    kElapsedSeconds,
  };
  struct Token {
    Piece piece = Piece::kLiteral;
    /// How often the letter stands; of a digit the letter itself.
    unsigned count = 0;
    /// Of a literal, and the letters of a piece that a number has no use for.
    std::string text = {};
  };
  /// A section of digits with text around them, as most are: `#,##0.00`, `0%`, `$0`.
  struct Plain {
    FixedPlaces places;
    std::string before;
    std::string behind;
    int percents = 0;
    /// Whether the text has a digit other than 0, with which a number counts as none that is zero.
    bool has_digits = false;
  };
  enum class Comparison : std::uint8_t { kNone, kLess, kAtMost, kEqual, kUnequal, kAtLeast, kMore };
  struct Section {
    std::vector<Token> tokens;
    Comparison comparison = Comparison::kNone;
    double bound = 0;
    std::uint32_t locale = 0;  ///< Windows language id, 0 for none
    bool is_date = false;
    bool has_text = false;
    bool half_days = false;
    std::optional<Plain> plain = std::nullopt;
  };

 private:
  /// Nothing when no condition holds: then Excel shows `General`, or only `#`.
  const Section* section_for(double number, bool& shows_sign) const;
  /// Nothing when texts are shown as they are.
  const Section* section_for_text() const;

  std::vector<Section> sections_;
  std::uint64_t work_ = 0;
  bool has_conditions_ = false;
  bool is_general_ = false;
  bool is_date_ = false;
  bool has_day_ = false;
  bool has_time_ = false;
};

/// The code of a built-in format: US English, and `language` for those that only East Asian
/// programs have. "General" for ids that mean nothing.
std::string_view builtin_format(std::uint32_t id, FormatLanguage language);

/// \cond
// Parts of NumberFormat.
namespace number_format {
std::vector<NumberFormat::Section> parse_sections(std::string_view code);
std::optional<NumberFormat::Plain> plain_form(const NumberFormat::Section& section);
/// False for numbers that `write_number` must write.
bool append_plain(const NumberFormat::Plain& plain, double number, bool shows_sign,
                  std::string& out);
std::string write_number(const NumberFormat::Section& section, double number);
/// Nothing when `number` is no date.
bool write_date(const NumberFormat::Section& section, double number, DateSystem dates,
                std::string& out);
std::string_view month_name(std::uint32_t locale, unsigned month, bool is_short);
std::string_view weekday_name(std::uint32_t locale, unsigned weekday, bool is_short);
/// The Windows language id of a tag such as `de-DE`; 0 for languages without names here.
std::uint32_t locale_of_tag(std::string_view tag);
}  // namespace number_format
/// \endcond

}  // namespace lectern
