#include "documents/sheets/xml2003/xml_sheet.h"

#include <algorithm>

#include "base/format.h"
#include "documents/sheets/xlsx/values.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxXmlValue = std::size_t{1} << 20;

std::uint32_t at_most(std::optional<std::uint64_t> value, std::uint32_t most) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value.value_or(0), most));
}

/// "2004-05-06T07:08:09.000" as the number of its day in the calendar; nothing for other texts.
std::optional<double> moment_of(std::string_view text, DateSystem dates) {
  const auto digits = [&text](std::size_t at, std::size_t size) -> std::optional<int> {
    if (text.size() < at + size) return std::nullopt;
    int value = 0;
    for (const char c : text.substr(at, size)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    return value;
  };
  const auto year = digits(0, 4), month = digits(5, 2), day = digits(8, 2);
  if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31)
    return std::nullopt;
  // Days since 1970 (Hinnant, "chrono-compatible low-level date algorithms").
  const int y = *year - (*month <= 2 ? 1 : 0);
  const int era = y / 400;
  const int of_era = y - era * 400;
  const int of_year = (153 * (*month + (*month > 2 ? -3 : 9)) + 2) / 5 + *day - 1;
  const int days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
  double number = days + 25569;
  if (dates == DateSystem::k1904) {
    number -= 1462;
  } else if (number < 61) {
    // Excel has a 29 February 1900.
    number -= 1;
  }
  const auto hour = digits(11, 2), minute = digits(14, 2);
  if (hour && minute) {
    const double seconds =
        double_of(text.substr(std::min<std::size_t>(17, text.size()), 12)).value_or(0);
    number += (*hour * 3600 + *minute * 60 + seconds) / 86400;
  }
  return number;
}

}  // namespace

bool XmlSheet::read() {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.name() == "Table") {
      read_table();
      if (stopped_) return false;
    } else if (xml_.name() == "WorksheetOptions") {
      read_options();
    } else if (xml_.name() == "DataValidation") {
      read_validation();
    } else {
      xml_.skip();
    }
  }
  return true;
}

void XmlSheet::read_table() {
  table_style_ = xml_.value("StyleID");
  const std::size_t depth = xml_.depth();
  std::uint32_t row = 1;
  std::uint32_t column = 1;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.name() == "Row") {
      if (stopped_) return;
      read_row(row);
    } else if (xml_.name() == "Column") {
      read_column(column);
    } else {
      xml_.skip();
    }
  }
}

void XmlSheet::read_column(std::uint32_t& next) {
  if (const auto index = stored_number(xml_.value("Index")))
    next = at_most(index, kMostColumns + 1);
  const std::uint32_t last =
      std::min(next + at_most(stored_number(xml_.value("Span")), kMostColumns), kMostColumns);
  if (is_true(xml_.value("Hidden")) && next >= 1 && next <= last)
    sink_.hide_columns({{1, next}, {kMostRows, last}});
  next = last + 1;
  xml_.skip();
}

void XmlSheet::read_row(std::uint32_t& next) {
  if (const auto index = stored_number(xml_.value("Index"))) next = at_most(index, kMostRows + 1);
  const std::uint32_t number = next;
  const std::uint64_t span = at_most(stored_number(xml_.value("Span")), kMostRows);
  next = static_cast<std::uint32_t>(std::min<std::uint64_t>(number + span, kMostRows)) + 1;
  if (!area_.has_row(number) || number == 0 || number > kMostRows) {
    stopped_ = number > area_.last.row;
    return xml_.skip();
  }
  ShownRow row{number, is_true(xml_.value("Hidden")), {}, {}};
  const std::string style(xml_.value("StyleID"));
  const std::size_t depth = xml_.depth();
  std::uint32_t column = 1;
  while (xml_.next_in(depth)) {
    if (!xml_.starts(Xmlns::kSheet2003, "Cell")) continue;
    if (const auto index = stored_number(xml_.value("Index")))
      column = std::max(column, at_most(index, kMostColumns + 1));
    if (column > kMostColumns) {
      xml_.skip();
      continue;
    }
    const std::uint32_t across = at_most(stored_number(xml_.value("MergeAcross")), kMostColumns);
    read_cell({number, column}, row, style);
    column += across + 1;
  }
  if (!row.cells.empty()) stopped_ = !sink_.row(row);
}

void XmlSheet::note(NoteKind kind, const CellArea& area, std::string text) {
  if (area.overlaps(area_) && sink_.takes_note(notes_)) sink_.note({kind, area, std::move(text)});
}

const NumberFormat& XmlSheet::format_of(const std::string& style) const {
  static const NumberFormat kGeneral;
  const auto found = formats_.find(style.empty() ? "Default" : style);
  return found == formats_.end() ? kGeneral : found->second;
}

void XmlSheet::read_cell(CellAddress at, ShownRow& row, const std::string& row_style) {
  std::string style(xml_.value("StyleID"));
  if (style.empty()) style = row_style.empty() ? table_style_ : row_style;
  const std::uint32_t across = at_most(stored_number(xml_.value("MergeAcross")), kMostColumns);
  const std::uint32_t down = at_most(stored_number(xml_.value("MergeDown")), kMostRows);
  if (across > 0 || down > 0) {
    note(NoteKind::kMerged,
         {at, {std::min(at.row + down, kMostRows), std::min(at.column + across, kMostColumns)}},
         "");
  }
  if (const std::string_view target = xml_.value("HRef"); !target.empty())
    note(NoteKind::kLink, {at, at}, escape_line(target));
  const auto stated = xml_.attribute("Formula");
  std::string formula;
  if (stated) formula = a1_formula(stated->substr(stated->starts_with('=') ? 1 : 0), at);
  if (const auto array = xml_.attribute("ArrayRange"); array && array->find(':') != array->npos)
    formula = compose({"{}{}{} in {}", "{", formula, "}", a1_formula(*array, at)});
  std::string text;
  bool has_value = false;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.name() == "Data") {
      const std::string type(xml_.value("Type"));
      text = shown(type, xml_.text_inside(kMaxXmlValue), format_of(style));
      has_value = true;
    } else if (xml_.name() == "Comment") {
      const std::string author(xml_.value("Author"));
      const std::string comment = xml_.text_inside(kMaxXmlValue);
      note(NoteKind::kComment, {at, at},
           compose({"[Comment{}{}: {}]", author.empty() ? "" : " by ", escape_line(author),
                    escape_line(comment)}));
    }
  }
  if (stated) {
    if (!has_value) sink_.formula_without_value();
    if (!has_value || text_.wants_formulas()) text = CellText::with_formula(formula, text);
  }
  if (!text.empty() && area_.has(at)) row.add(at.column, text);
}

std::string XmlSheet::shown(std::string_view type, std::string_view value,
                            const NumberFormat& format) {
  if (type == "Number") {
    if (const auto number = double_of(value)) return text_.number(*number, format, sink_);
  } else if (type == "DateTime") {
    const auto number = moment_of(value, dates_);
    if (number && format.is_date()) return text_.number(*number, format, sink_);
  } else if (type == "Boolean") {
    return CellText::boolean(is_true(value));
  } else if (type != "Error") {
    return text_.text(value, format, sink_);
  }
  return escape_cell(value);
}

void XmlSheet::read_options() {
  bool is_frozen = false;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.name() == "FreezePanes") {
      is_frozen = true;
    } else if (xml_.name() == "SplitHorizontal") {
      rows = at_most(stored_number(xml_.text_inside(20)), kMostRows - 1);
    } else if (xml_.name() == "SplitVertical") {
      columns = at_most(stored_number(xml_.text_inside(20)), kMostColumns - 1);
    }
  }
  if (!is_frozen || (rows == 0 && columns == 0)) return;
  std::string text;
  if (rows > 0) append_to(text, {"{row}", rows});
  if (columns > 0) append_to(text, {"{}{column}", text.empty() ? "" : ", ", columns});
  note(NoteKind::kFrozen, {{1, 1}, {rows + 1, columns + 1}}, std::move(text));
}

void XmlSheet::read_validation() {
  std::string cells;
  std::string type;
  std::string values;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.name() == "Range") {
      cells = xml_.text_inside(kMaxXmlValue);
    } else if (xml_.name() == "Type") {
      type = xml_.text_inside(100);
    } else if (xml_.name() == "Value") {
      values = xml_.text_inside(kMaxXmlValue);
    }
  }
  if (type != "List" || values.empty()) return;
  if (values.size() > 1 && values.starts_with('"') && values.ends_with('"'))
    values = values.substr(1, values.size() - 2);
  std::string_view rest = cells;
  values = escape_line(values);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto area = parse_area(a1_formula(rest.substr(0, comma), {1, 1}));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (area && area->overlaps(area_) && sink_.takes_note(notes_, values.size()))
      sink_.note({NoteKind::kValidation, *area, values});
  }
}

}  // namespace lectern
