// What a cell shows, by what the request wants to see of values.
#pragma once

#include <string>
#include <string_view>

#include "base/request.h"
#include "documents/sheets/number_format.h"
#include "documents/sheets/workbook.h"

namespace lectern {

class CellText {
 public:
  CellText(SheetValues values, DateSystem dates) : values_(values), dates_(dates) {}

  bool wants_formulas() const { return values_ == SheetValues::kFormulas; }
  bool wants_raw() const { return values_ == SheetValues::kRaw; }

  /// Both append what is shown. \param sink  is told of values that their format hides.
  void append_number(double number, const NumberFormat& format, SheetSink& sink,
                     std::string& out) const;
  void append_text(std::string_view text, const NumberFormat& format, SheetSink& sink,
                   std::string& out) const;
  std::string number(double number, const NumberFormat& format, SheetSink& sink) const {
    std::string out;
    append_number(number, format, sink, out);
    return out;
  }
  std::string text(std::string_view text, const NumberFormat& format, SheetSink& sink) const {
    std::string out;
    append_text(text, format, sink, out);
    return out;
  }
  static std::string boolean(bool value) { return value ? "TRUE" : "FALSE"; }
  /// A formula and what it gives, which is escaped already.
  static std::string with_formula(std::string_view formula, std::string_view shown);

 private:
  SheetValues values_;
  DateSystem dates_;
};

/// A date, a time or both as ISO 8601: "2026-11-23", "10:15:00", "2026-11-23T10:15:00.5". "" when
/// the calendar does not have it.
std::string iso_moment(double number, bool has_day, DateSystem dates);

}  // namespace lectern
