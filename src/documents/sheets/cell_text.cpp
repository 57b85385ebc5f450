#include "documents/sheets/cell_text.h"

#include <cmath>

#include "base/message.h"
#include "documents/sheets/decimal.h"

namespace lectern {
namespace {

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::string iso_moment(double number, bool has_day, DateSystem dates) {
  const double rest = number - std::floor(number);
  const bool has_time = rest > 1e-9 && rest < 1 - 1e-9;
  if (!has_day && number >= 1) return {};
  static const NumberFormat kDay("yyyy-mm-dd");
  static const NumberFormat kTime("hh:mm:ss.000");
  static const NumberFormat kBoth("yyyy-mm-dd\"T\"hh:mm:ss.000");
  const bool only_day = has_day && !has_time;
  const NumberFormat& format = only_day ? kDay : has_day ? kBoth : kTime;
  const bool is_1904 = dates == DateSystem::k1904;
  if (number < 0 || number >= (is_1904 ? 2957004 : 2958466)) return {};
  std::string out = format.number(number, has_day ? dates : DateSystem::k1900);
  if (only_day) return out;
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out;
}

void CellText::append_number(double number, const NumberFormat& format, SheetSink& sink,
                             std::string& out) const {
  if (!std::isfinite(number)) {
    out += shortest_number(number);
    return;
  }
  if (wants_raw()) {
    std::string moment;
    if (format.is_date()) moment = iso_moment(number, format.has_day(), dates_);
    out += moment.empty() ? shortest_number(number) : moment;
    return;
  }
  if (format.work() > 0 && !sink.takes_format(format.work())) return append_general(number, out);
  const std::size_t start = out.size();
  format.append_number(number, dates_, out);
  const std::string_view shown = std::string_view(out).substr(start);
  const std::string_view bare = without_spaces(shown);
  if (!bare.empty() && bare.size() == shown.size() && is_plain_text(bare)) return;
  const std::string text(bare);
  out.resize(start);
  if (!text.empty()) return append_escaped_cell(text, out);
  // Formats without a section for zero are a usual way to leave places empty.
  if (number == 0) return;
  sink.hidden_value();
  append_to(out, {"(hidden: {})", shortest_number(number)});
}

void CellText::append_text(std::string_view text, const NumberFormat& format, SheetSink& sink,
                           std::string& out) const {
  // Where formulas are shown, text that begins as one is none.
  const bool is_marked = wants_formulas() && text.starts_with('=');
  if (is_marked) out += '\\';
  if (is_marked || wants_raw() || format.is_general()) return append_escaped_cell(text, out);
  const std::uint64_t work = format.work_of_text(text.size());
  if (work > 0 && !sink.takes_format(work)) return append_escaped_cell(text, out);
  const std::string shown = format.text(text);
  if (shown.find_first_not_of(' ') != std::string::npos) return append_escaped_cell(shown, out);
  if (text.find_first_not_of(' ') == std::string_view::npos) return append_escaped_cell(text, out);
  sink.hidden_value();
  append_to(out, {"(hidden: {})", escape_cell(text)});
}

std::string CellText::with_formula(std::string_view formula, std::string_view shown) {
  std::string out = "=" + escape_cell(formula);
  if (!shown.empty()) append_to(out, {" → {}", shown});
  return out;
}

}  // namespace lectern
