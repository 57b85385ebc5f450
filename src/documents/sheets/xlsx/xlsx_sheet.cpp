#include "documents/sheets/xlsx/xlsx_sheet.h"

#include <algorithm>

#include "documents/sheets/formula.h"
#include "documents/sheets/xlsx/values.h"

namespace lectern {
namespace {

/// In points, or in characters of a column.
constexpr double kLeastSeen = 0.05;

constexpr std::size_t kMaxValueBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxFormulaBytes = std::size_t{64} << 10;
/// What formulas that later cells refer to may take.
constexpr std::size_t kMaxSharedFormulaBytes = std::size_t{16} << 20;
constexpr std::size_t kMostSharedFormulas = 200'000;
constexpr std::size_t kMostNotes = 20'000;
constexpr std::size_t kMostColumnRuns = 20'000;

bool is_date_text(std::string_view text) {
  return text.size() >= 8 && text.size() <= 40 &&
         text.find_first_not_of("0123456789-:.TZ+") == std::string_view::npos;
}

/// Whether nothing is seen of a column this wide, or a row this high.
bool is_flat(std::string_view size) { return double_of(size).value_or(kLeastSeen) < kLeastSeen; }

}  // namespace

Result<void> XlsxSheet::read() {
  while (xml_.next() != XmlReader::Event::kDone) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    const std::string_view name = xml_.name();
    if (name == "sheetData") {
      read_rows();
      const bool is_tail_far = bytes_ > kMostBytesBehindRows;
      if (stopped_ && is_tail_far) return {};
    } else if (name == "sheetView") {
      read_view();
    } else if (name == "sheetFormatPr") {
      rows_hidden_ = is_true(xml_.value("zeroHeight"));
    } else if (name == "cols") {
      read_columns();
    } else if (name == "mergeCells") {
      read_merges();
    } else if (name == "hyperlinks") {
      read_links();
    } else if (name == "dataValidation") {
      read_validation();
    }
  }
  if (xml_.error()) return tl::unexpected<Error>(*xml_.error());
  return {};
}

void XlsxSheet::read_view() {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "pane") continue;
    if (!xml_.value("state").starts_with("frozen")) continue;
    const auto cell = parse_address(xml_.value("topLeftCell"));
    const auto rows = double_of(xml_.value("ySplit")).value_or(0);
    const auto columns = double_of(xml_.value("xSplit")).value_or(0);
    std::string text;
    if (rows >= 1 && rows < kMostRows) append_to(text, {"{row}", static_cast<std::uint32_t>(rows)});
    if (columns >= 1 && columns < kMostColumns) {
      append_to(text,
                {"{}{column}", text.empty() ? "" : ", ", static_cast<std::uint32_t>(columns)});
    }
    if (text.empty() || !cell) continue;
    sink_.note({NoteKind::kFrozen, {{1, 1}, *cell}, text});
  }
}

void XlsxSheet::read_columns() {
  const std::size_t depth = xml_.depth();
  std::size_t count = 0;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "col") continue;
    const bool is_hidden = is_true(xml_.value("hidden")) || is_flat(xml_.value("width"));
    if (!is_hidden || ++count > kMostColumnRuns) continue;
    const std::uint64_t first = stored_number(xml_.value("min")).value_or(0);
    const std::uint64_t last =
        std::min<std::uint64_t>(stored_number(xml_.value("max")).value_or(0), kMostColumns);
    if (first == 0 || first > last) continue;
    sink_.hide_columns(
        {{1, static_cast<std::uint32_t>(first)}, {kMostRows, static_cast<std::uint32_t>(last)}});
  }
}

void XlsxSheet::read_rows() {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "row") continue;
    if (stopped_) {
      if (bytes_ > kMostBytesBehindRows) return;
      xml_.skip();
    } else {
      read_row();
    }
  }
}

void XlsxSheet::read_row() {
  const std::uint64_t stated = stored_number(xml_.value("r")).value_or(last_row_ + 1);
  if (stated == 0 || stated > kMostRows) {
    xml_.skip();
    return;
  }
  ShownRow row{static_cast<std::uint32_t>(stated), rows_hidden_, {}};
  last_row_ = row.row;
  if (const auto hidden = xml_.attribute("hidden")) row.is_hidden = is_true(*hidden);
  if (is_flat(xml_.value("ht"))) row.is_hidden = true;
  const bool is_wanted = area_.has_row(row.row);
  if (!is_wanted && !shared_.text.wants_formulas()) {
    xml_.skip();
    return;
  }
  const std::size_t depth = xml_.depth();
  std::uint32_t column = 0;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "c") continue;
    if (const auto at = parse_address(xml_.value("r"))) {
      column = at->column;
    } else {
      ++column;
    }
    if (column > kMostColumns) break;
    read_cell({row.row, column}, row);
  }
  if (!is_wanted || row.cells.empty()) return;
  const auto by_column = [](const ShownCell& a, const ShownCell& b) { return a.column < b.column; };
  if (!std::is_sorted(row.cells.begin(), row.cells.end(), by_column)) {
    std::stable_sort(row.cells.begin(), row.cells.end(), by_column);
  }
  // Of several cells with one address programs take the last.
  const auto same = [](const ShownCell& a, const ShownCell& b) { return a.column == b.column; };
  const auto kept = std::unique(row.cells.rbegin(), row.cells.rend(), same);
  row.cells.erase(row.cells.begin(), kept.base());
  stopped_ = !sink_.row(std::move(row));
}

void XlsxSheet::read_cell(CellAddress at, ShownRow& row) {
  const std::string type(xml_.value("t"));
  const std::uint64_t style = stored_number(xml_.value("s")).value_or(0);
  const bool is_wanted = area_.has(at);
  const std::size_t depth = xml_.depth();
  bool has_value = false;
  bool has_formula = false;
  std::string formula;
  value_.clear();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.name() == "v") {
      value_ = xml_.text_inside(kMaxValueBytes);
      has_value = true;
    } else if (xml_.name() == "is") {
      append_rich_text(xml_, value_, kMaxValueBytes);
      has_value = true;
    } else if (xml_.name() == "f") {
      has_formula = true;
      read_formula(at, formula);
    } else {
      xml_.skip();
    }
  }
  if (!is_wanted) return;
  std::string shown;
  if (has_value) shown = shown_value(type, value_, shared_.formats.of_style(style));
  if (has_formula) {
    const bool lacks_value = !has_value && type != "str";
    if (lacks_value) sink_.formula_without_value();
    if (shared_.text.wants_formulas() || lacks_value) {
      shown = CellText::with_formula(formula, shown);
    }
  }
  if (!shown.empty()) row.add(at.column, std::move(shown));
}

void XlsxSheet::read_formula(CellAddress at, std::string& formula) {
  const std::string_view type = xml_.value("t");
  const bool is_shared = type == "shared";
  const bool is_array = type == "array";
  const bool is_data_table = type == "dataTable";
  const std::optional<std::uint64_t> index = stored_number(xml_.value("si"));
  const std::string reference(xml_.value("ref"));
  formula = unescaped_string(xml_.text_inside(kMaxFormulaBytes));
  if (is_data_table && formula.empty()) formula = "TABLE(" + reference + ")";
  if (is_array && reference.find(':') != std::string::npos)
    formula = "{" + formula + "} in " + reference;
  if (!is_shared || !index) return;
  if (!formula.empty()) {
    formula_bytes_ += formula.size();
    if (formula_bytes_ <= kMaxSharedFormulaBytes && formulas_.size() < kMostSharedFormulas) {
      formulas_[*index] = {formula, at};
    }
    return;
  }
  const auto found = formulas_.find(*index);
  if (found == formulas_.end()) {
    formula = "(shared formula)";
    return;
  }
  const SharedFormula& first = found->second;
  formula = moved_formula(first.text, static_cast<int>(at.row) - static_cast<int>(first.first.row),
                          static_cast<int>(at.column) - static_cast<int>(first.first.column));
}

std::string XlsxSheet::shown_value(std::string_view type, std::string_view value,
                                   const NumberFormat& format) {
  const CellText& text = shared_.text;
  if (type == "s") {
    const std::optional<std::uint64_t> index = stored_number(value);
    if (!index) return value.empty() ? std::string() : escape_cell(value);
    const Result<std::string_view> shared = shared_.strings.at(*index);
    if (!shared) return missing_string(*index, shared.error());
    return text.text(*shared, format, sink_);
  }
  if (type == "str") return text.text(unescaped_string(value), format, sink_);
  if (type == "inlineStr") return text.text(value, format, sink_);
  if (type == "b") return CellText::boolean(is_true(value));
  if (type == "e") return escape_cell(value);
  if (type == "d" && is_date_text(value)) return std::string(value);
  const std::optional<double> number = double_of(value);
  if (!number) return escape_cell(value);
  return text.number(*number, format, sink_);
}

const std::string& XlsxSheet::missing_string(std::uint64_t index, const Error& error) {
  missing_ = compose({"(string {} cannot be read)", index});
  shared_.package.warn("xl/sharedStrings.xml", error);
  return missing_;
}

CellArea XlsxSheet::notes_area() const {
  CellArea area = area_;
  const bool is_to_the_end = area.last.row == kMostRows;
  if (bytes_ > kMostBytesBehindRows && is_to_the_end) area.first.row = 1;
  return area;
}

void XlsxSheet::read_merges() {
  const std::size_t depth = xml_.depth();
  std::size_t count = 0;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "mergeCell") continue;
    const auto area = parse_area(xml_.value("ref"));
    if (!area || !area->overlaps(notes_area()) || ++count > kMostNotes) continue;
    sink_.note({NoteKind::kMerged, *area});
  }
}

std::string XlsxSheet::target_of(std::string_view id) {
  const Relationship* found = relationships_.find(id);
  return found == nullptr ? std::string() : found->target;
}

void XlsxSheet::read_links() {
  const std::size_t depth = xml_.depth();
  std::size_t count = 0;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "hyperlink") continue;
    const auto area = parse_area(xml_.value("ref"));
    if (!area || !area->overlaps(notes_area()) || ++count > kMostNotes) continue;
    std::string target = target_of(xml_.attribute(Xmlns::kRelationships, "id").value_or(""));
    const std::string_view location = xml_.value("location");
    if (!location.empty()) target += "#" + std::string(location);
    // Excel takes 2,083 characters; one that is longer would be held once for each cell.
    constexpr std::size_t kMostOfLink = 8192;
    if (target.size() > kMostOfLink) target = compose({"(a link of {,} bytes)", target.size()});
    sink_.note({NoteKind::kLink, *area, escape_line(target)});
  }
}

/// Lists of allowed values; other rules only bound what may be typed in.
void XlsxSheet::read_validation() {
  const bool is_list = xml_.value("type") == "list";
  std::string cells(xml_.value("sqref"));
  const std::size_t depth = xml_.depth();
  std::string formula;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.name() == "formula1") {
      formula.clear();
      while (xml_.next_in(depth + 1)) {
        // The extension of 2009 has the formula in an element of its own.
        if (xml_.event() == XmlReader::Event::kText && formula.size() < kMaxFormulaBytes)
          formula += xml_.text();
      }
    } else if (xml_.name() == "sqref") {
      cells = xml_.text_inside(kMaxFormulaBytes);
    }
  }
  if (!is_list || formula.empty()) return;
  if (formula.size() > 1 && formula.starts_with('"') && formula.ends_with('"')) {
    formula = formula.substr(1, formula.size() - 2);
  }
  std::string_view rest = cells;
  for (std::size_t count = 0; !rest.empty() && count < kMostNotes; ++count) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const auto area = parse_area(rest.substr(0, space));
    rest.remove_prefix(std::min(space + 1, rest.size()));
    if (area && area->overlaps(notes_area()))
      sink_.note({NoteKind::kValidation, *area, escape_line(formula)});
  }
}

}  // namespace lectern
