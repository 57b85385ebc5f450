#include "documents/sheets/xlsx/xlsx_sheet.h"

#include <algorithm>

#include "documents/sheets/formula.h"
#include "documents/sheets/xlsx/plain_cells.h"
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
  while (true) {
    while (skip_row()) {
    }
    if (!xml_.next_in(depth)) return;
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "row") continue;
    if (stopped_) {
      if (bytes_ > kMostBytesBehindRows) return;
      skip_cells(xml_.depth());
    } else {
      read_row();
    }
  }
}

/// Passes a row that is plain and not wanted.
bool XlsxSheet::skip_row() {
  if (stopped_ ? bytes_ > kMostBytesBehindRows : area_.is_whole() || shared_.text.wants_formulas())
    return false;
  std::string_view reference;
  const std::string_view text = xml_.ahead();
  const std::size_t start = scan_plain_row_start(text, reference);
  if (start == 0) return false;
  const std::uint64_t stated = stored_number(reference).value_or(last_row_ + 1);
  const bool is_row = stated != 0 && stated <= kMostRows;
  if (!stopped_ && is_row && area_.has_row(static_cast<std::uint32_t>(stated))) return false;
  const std::size_t rest = scan_plain_row_end(text.substr(start));
  if (rest == 0) return false;
  if (!stopped_ && is_row) last_row_ = static_cast<std::uint32_t>(stated);
  xml_.pass(start + rest);
  return true;
}

/// Goes to the end of the row that stands at `depth`.
void XlsxSheet::skip_cells(std::size_t depth) {
  PlainCell cell;
  do {
    while (const std::size_t bytes = scan_plain_cell(xml_.ahead(), cell)) xml_.pass(bytes);
  } while (xml_.next_in(depth));
}

void XlsxSheet::read_row() {
  const std::uint64_t stated = stored_number(xml_.value("r")).value_or(last_row_ + 1);
  if (stated == 0 || stated > kMostRows) {
    xml_.skip();
    return;
  }
  row_.start(static_cast<std::uint32_t>(stated), rows_hidden_);
  last_row_ = row_.row;
  if (const auto hidden = xml_.attribute("hidden")) row_.is_hidden = is_true(*hidden);
  if (is_flat(xml_.value("ht"))) row_.is_hidden = true;
  const std::size_t depth = xml_.depth();
  const bool is_wanted = area_.has_row(row_.row);
  if (!is_wanted && !shared_.text.wants_formulas()) return skip_cells(depth);
  std::uint32_t column = 0;
  while (true) {
    while (read_plain_cell(column)) {
    }
    if (!xml_.next_in(depth)) break;
    if (xml_.event() != XmlReader::Event::kStart || xml_.name() != "c") continue;
    column = column_of(xml_.value("r"), column);
    if (column > kMostColumns) break;
    read_cell({row_.row, column});
  }
  if (!is_wanted || row_.cells.empty()) return;
  row_.keep_last_of_each();
  stopped_ = !sink_.row(row_);
}

/// Of a cell that names its place, or stands behind the one before.
std::uint32_t XlsxSheet::column_of(std::string_view reference, std::uint32_t before) const {
  const auto at = parse_address(reference);
  return at ? at->column : before + 1;
}

/// Reads the next cell if it is a plain one.
bool XlsxSheet::read_plain_cell(std::uint32_t& column) {
  PlainCell cell;
  const std::size_t bytes = scan_plain_cell(xml_.ahead(), cell);
  if (bytes == 0 || cell.value.size() > kMaxValueBytes) return false;
  if (cell.has_formula && shared_.text.wants_formulas()) return false;
  const std::uint32_t next = column_of(cell.reference, column);
  if (next > kMostColumns) return false;
  column = next;
  if (cell.value.data() != nullptr && area_.has({row_.row, column})) {
    const std::size_t start = row_.texts.size();
    const std::uint64_t style = stored_number(cell.style).value_or(0);
    append_value(cell.type, cell.value, shared_.formats.of_style(style), row_.texts);
    row_.end_cell(column, start);
  }
  xml_.pass(bytes);
  return true;
}

void XlsxSheet::read_cell(CellAddress at) {
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
  const std::size_t start = row_.texts.size();
  if (has_value) append_value(type, value_, shared_.formats.of_style(style), row_.texts);
  if (has_formula) {
    const bool lacks_value = !has_value && type != "str";
    if (lacks_value) sink_.formula_without_value();
    if (shared_.text.wants_formulas() || lacks_value) {
      const std::string shown = row_.texts.substr(start);
      row_.texts.resize(start);
      row_.texts += CellText::with_formula(formula, shown);
    }
  }
  row_.end_cell(at.column, start);
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
  if (const auto paid = shared_.package.spend_shared(first.text.size()); !paid) {
    formula = "(shared formula)";
    return shared_.package.warn("xl/worksheets", paid.error());
  }
  formula = moved_formula(first.text, static_cast<int>(at.row) - static_cast<int>(first.first.row),
                          static_cast<int>(at.column) - static_cast<int>(first.first.column));
}

void XlsxSheet::append_value(std::string_view type, std::string_view value,
                             const NumberFormat& format, std::string& out) {
  const CellText& text = shared_.text;
  if (type == "s") {
    const std::optional<std::uint64_t> index = stored_number(value);
    if (!index) return append_escaped_cell(value, out);
    const Result<std::string_view> shared = shared_.strings.at(*index);
    if (shared) return text.append_text(*shared, format, sink_, out);
    append_to(out, {"(string {} cannot be read)", *index});
    return shared_.package.warn("xl/sharedStrings.xml", shared.error());
  }
  if (type == "str") return text.append_text(unescaped_string(value), format, sink_, out);
  if (type == "inlineStr") return text.append_text(value, format, sink_, out);
  if (type == "b") {
    out += CellText::boolean(is_true(value));
  } else if (type == "d" && is_date_text(value)) {
    out += value;
  } else if (const auto number = type == "e" ? std::nullopt : double_of(value)) {
    text.append_number(*number, format, sink_, out);
  } else {
    append_escaped_cell(value, out);
  }
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
    if (!area || !area->overlaps(notes_area()) || !sink_.takes_note(count)) continue;
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
    if (!area || !area->overlaps(notes_area()) || !sink_.takes_note(count)) continue;
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
  formula = escape_line(formula);
  for (std::size_t count = 0; !rest.empty();) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const auto area = parse_area(rest.substr(0, space));
    rest.remove_prefix(std::min(space + 1, rest.size()));
    if (area && area->overlaps(notes_area()) && sink_.takes_note(count, formula.size()))
      sink_.note({NoteKind::kValidation, *area, formula});
  }
}

}  // namespace lectern
