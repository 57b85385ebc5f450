#include "documents/sheets/ods/ods_sheet.h"

#include <algorithm>
#include <utility>

#include "documents/drawing/odf_chart.h"
#include "documents/odf/blanks.h"
#include "documents/sheets/decimal.h"
#include "documents/sheets/ods/ods_workbook.h"
#include "documents/sheets/xlsx/chart_text.h"
#include "documents/sheets/xlsx/values.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxCellBytes = std::size_t{1} << 20;
/// Of repeated cells where only their ends are wanted.
constexpr std::uint32_t kMostAtStart = 30;

/// How often a row or cell stands, at least once and not beyond the sheet.
std::uint32_t repeats(std::string_view text, std::uint32_t from, std::uint32_t most) {
  // A number too large to be read repeats to the end.
  const std::uint64_t count = text.empty() ? 1 : stored_number(text).value_or(most);
  const std::uint64_t room = from > most ? 0 : most - from + 1;
  return static_cast<std::uint32_t>(
      std::min(std::max<std::uint64_t>(count, 1), std::max<std::uint64_t>(room, 1)));
}

}  // namespace

bool OdsSheet::read() {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || stopped_) continue;
    if (xml_.space() == Xmlns::kOdfTable) {
      const std::string_view name = xml_.name();
      if (name == "table-column") {
        read_column();
      } else if (name == "table-row") {
        read_row();
        if (stopped_) return false;
      } else if (name == "table" || name == "dde-link" || name == "named-expressions" ||
                 name == "scenario") {
        xml_.skip();
      }
    } else if (xml_.is(Xmlns::kOdfDrawing, "frame")) {
      read_frame({1, 1});
    } else if (xml_.space() == Xmlns::kOdfOffice && xml_.name() == "forms") {
      xml_.skip();
    }
  }
  return true;
}

void OdsSheet::read_column() {
  const std::uint32_t count =
      repeats(xml_.value("number-columns-repeated"), next_column_, kMostColumns);
  if (xml_.value("visibility") == "collapse" && next_column_ <= kMostColumns) {
    sink_.hide_columns({{1, next_column_}, {kMostRows, next_column_ + count - 1}});
  }
  next_column_ += count;
}

void OdsSheet::read_row() {
  const std::uint32_t first = next_row_;
  const std::uint32_t count = repeats(xml_.value("number-rows-repeated"), first, kMostRows);
  next_row_ = first + count;
  const std::string_view visibility = xml_.value("visibility");
  ShownRow shown{first, visibility == "collapse" || visibility == "filter", {}, {}};
  const std::uint32_t last = first + count - 1;
  if (first > kMostRows || last < area_.first.row || first > area_.last.row) {
    xml_.skip();
    stopped_ = first > area_.last.row;
    return;
  }
  // Notes of the cells stand at the first of the rows that are asked for.
  shown.row = std::max(first, area_.first.row);
  const std::size_t depth = xml_.depth();
  std::uint32_t column = 1;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.space() != Xmlns::kOdfTable) continue;
    const bool is_covered = xml_.name() == "covered-table-cell";
    if (!is_covered && xml_.name() != "table-cell") continue;
    const std::uint32_t repeated =
        repeats(xml_.value("number-columns-repeated"), column, kMostColumns);
    if (column > kMostColumns) {
      xml_.skip();
      continue;
    }
    read_cell(shown.row, column, repeated, is_covered, shown);
    column += repeated;
  }
  if (shown.cells.empty()) return;
  stopped_ = !sink_.rows(shown, std::min(last, area_.last.row) - shown.row + 1);
}

void OdsSheet::read_cell(std::uint32_t row, std::uint32_t column, std::uint32_t count,
                         bool is_covered, ShownRow& shown) {
  Cell cell;
  cell.type = xml_.attribute(Xmlns::kOdfOffice, "value-type").value_or("");
  for (const std::string_view name :
       {"value", "date-value", "time-value", "boolean-value", "string-value"}) {
    if (const auto value = xml_.attribute(Xmlns::kOdfOffice, name)) cell.value = *value;
  }
  cell.formula = xml_.value("formula");
  const CellAddress at{row, column};
  const std::uint64_t rows_spanned = stored_number(xml_.value("number-rows-spanned")).value_or(1);
  const std::uint64_t columns_spanned =
      stored_number(xml_.value("number-columns-spanned")).value_or(1);
  const std::string validation(
      xml_.value("content-validation-name").substr(0, kMostSheetNameBytes));
  const bool is_wanted = column <= area_.last.column && column + count > area_.first.column;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (!is_wanted) {
      xml_.skip();
    } else if (xml_.is(Xmlns::kOdfText, "p")) {
      read_paragraph(cell, at);
    } else if (xml_.is(Xmlns::kOdfOffice, "annotation")) {
      read_annotation(at);
    } else if (xml_.is(Xmlns::kOdfDrawing, "frame") ||
               xml_.is(Xmlns::kOdfDrawing, "custom-shape")) {
      read_frame(at);
    }
  }
  if (!is_wanted) return;
  if (!is_covered && (rows_spanned > 1 || columns_spanned > 1) && sink_.takes_note(notes_)) {
    sink_.note(
        {NoteKind::kMerged,
         {at,
          {static_cast<std::uint32_t>(std::min<std::uint64_t>(row + rows_spanned - 1, kMostRows)),
           static_cast<std::uint32_t>(
               std::min<std::uint64_t>(column + columns_spanned - 1, kMostColumns))}}});
  }
  if (!validation.empty()) {
    const auto found = validations_.find(validation);
    if (found != validations_.end() && sink_.takes_note(notes_, found->second.size())) {
      sink_.note(
          {NoteKind::kValidation, {at, {row, column + count - 1}}, escape_line(found->second)});
    }
  }
  std::string text = shown_text(cell);
  if (text.empty()) return;
  const std::uint32_t from = std::max(column, area_.first.column);
  const std::uint32_t to = std::min(column + count - 1, area_.last.column);
  std::uint32_t most = to - from + 1;
  if (most > kMostAtStart) {
    const SheetSink::Repeats wanted = sink_.repeats_of(text);
    if (wanted == SheetSink::Repeats::kNone) return;
    if (wanted == SheetSink::Repeats::kEnds) most = kMostAtStart;
  }
  for (std::uint32_t i = from; i - from < most; ++i) shown.add(i, text);
  if (most <= to - from) shown.add(to, text);
}

std::string OdsSheet::shown_text(const Cell& cell) {
  std::string shown;
  const bool is_number =
      cell.type == "float" || cell.type == "currency" || cell.type == "percentage";
  if (text_.wants_raw() && !cell.value.empty()) {
    // Some programs write more digits than tell a number from its neighbours.
    const auto number = is_number ? double_of(cell.value) : std::nullopt;
    shown = cell.type == "boolean" ? CellText::boolean(cell.value == "true")
            : number               ? shortest_number(*number)
                                   : escape_cell(cell.value);
  } else if (cell.has_text) {
    shown = escape_cell(cell.text);
  } else if (cell.type == "float" || cell.type == "currency") {
    if (const auto number = double_of(cell.value)) shown = general_number(*number);
  } else if (cell.type == "percentage") {
    static const NumberFormat kPercent("0.##%");
    if (const auto number = double_of(cell.value))
      shown = kPercent.number(*number, DateSystem::k1900);
  } else if (cell.type == "boolean") {
    shown = CellText::boolean(cell.value == "true");
  } else {
    shown = escape_cell(cell.value);
  }
  if (cell.formula.empty()) return shown;
  const bool lacks_value = cell.type.empty() && !cell.has_text;
  if (lacks_value) sink_.formula_without_value();
  if (lacks_value || text_.wants_formulas())
    return CellText::with_formula(ods_formula(cell.formula), shown);
  return shown;
}

void OdsSheet::read_paragraph(Cell& cell, CellAddress at) {
  if (cell.has_text) cell.text += '\n';
  cell.has_text = true;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() == XmlReader::Event::kText) {
      if (cell.text.size() < kMaxCellBytes) cell.text += xml_.text();
    } else if (xml_.event() == XmlReader::Event::kStart && xml_.space() == Xmlns::kOdfText) {
      const std::string_view name = xml_.name();
      if (name == "s") {
        if (cell.text.size() < kMaxCellBytes) cell.text += odf_blanks(xml_, package_);
      } else if (name == "tab") {
        cell.text += '\t';
      } else if (name == "line-break") {
        cell.text += '\n';
      } else if (name == "a") {
        const auto target = xml_.attribute(Xmlns::kXlink, "href");
        if (target && sink_.takes_note(notes_)) {
          sink_.note({NoteKind::kLink, {at, at}, escape_line(*target)});
        }
      } else if (name == "ruby-text") {
        xml_.skip();
      }
    }
  }
}

void OdsSheet::read_annotation(CellAddress at) {
  const std::size_t depth = xml_.depth();
  std::string author;
  std::string text;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kDublinCore, "creator")) {
      author = xml_.text_inside(1000);
    } else if (xml_.is(Xmlns::kDublinCore, "date") || xml_.is(Xmlns::kOdfMeta, "date-string")) {
      xml_.skip();
    } else if (xml_.is(Xmlns::kOdfText, "p")) {
      if (!text.empty()) text += '\n';
      text += xml_.text_inside(kMaxCellBytes);
    }
  }
  if (!sink_.takes_note(notes_)) return;
  sink_.note({NoteKind::kComment,
              {at, at},
              compose({"[Comment{}{}: {}]", author.empty() ? "" : " by ", escape_line(author),
                       escape_line(text)})});
}

void OdsSheet::read_frame(CellAddress at) {
  const std::size_t depth = xml_.depth();
  std::string picture;
  std::string object;
  std::string alt;
  std::string text;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kOdfDrawing, "image")) {
      if (picture.empty()) picture = xml_.attribute(Xmlns::kXlink, "href").value_or("");
    } else if (xml_.is(Xmlns::kOdfDrawing, "object")) {
      object = xml_.attribute(Xmlns::kXlink, "href").value_or("embedded");
    } else if (xml_.is(Xmlns::kOdfSvg, "title") || xml_.is(Xmlns::kOdfSvg, "desc")) {
      if (std::string text = xml_.text_inside(2000); !text.empty()) alt = std::move(text);
    } else if (xml_.is(Xmlns::kOdfText, "p")) {
      if (!text.empty()) text += '\n';
      if (text.size() < kMaxCellBytes) text += xml_.text_inside(kMaxCellBytes);
    }
  }
  if (!sink_.takes_note(notes_)) return;
  if (!text.empty()) sink_.note({NoteKind::kShape, {at, at}, escape_line(text)});
  if (!object.empty()) {
    add_object(std::move(object), at);
  } else if (!picture.empty() && picture.find("://") == std::string::npos) {
    if (picture.starts_with("./")) picture.erase(0, 2);
    sink_.note({NoteKind::kPicture, {at, at}, pictures_.mark(picture, alt)});
  }
}

/// A chart becomes a table; other objects are named.
void OdsSheet::add_object(std::string path, CellAddress at) {
  if (path.starts_with("./")) path.erase(0, 2);
  if (path.ends_with('/')) path.pop_back();
  const std::string part = path + "/content.xml";
  const auto chart = package_.has(part) ? read_odf_chart(package_, part) : std::nullopt;
  if (!chart) return sink_.note({NoteKind::kObject, {at, at}, escape_line(path)});
  ChartText shown = text_of_chart(*chart);
  if (chart->series.empty()) {
    // Excel saves no values with them.
    std::string_view between = " with values of ";
    for (const std::string& source : chart->sources) {
      append_to(shown.title,
                {"{}{}", std::exchange(between, ", "), escape_line(ods_address(source))});
    }
  }
  sink_.note({NoteKind::kChart, {at, at}, std::move(shown.title), std::move(shown.table)});
}

}  // namespace lectern
