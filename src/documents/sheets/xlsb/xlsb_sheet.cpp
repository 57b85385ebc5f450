#include "documents/sheets/xlsb/xlsb_sheet.h"

#include <algorithm>
#include <utility>

#include "base/bit_cast.h"
#include "documents/sheets/biff/records.h"

namespace lectern {
namespace {

constexpr std::uint32_t kRowRecord = 0, kColumnRecord = 60, kRichCell = 62, kMergeRecord = 176,
                        kLinkRecord = 494, kFirstCell = 1, kFirstFormula = 8, kLastFormula = 11,
                        kFirstShort = 12, kLastShort = 18, kArrayRecord = 426, kSharedRecord = 427;
/// What formulas that later cells refer to may take.
constexpr std::size_t kMaxSharedXlsbBytes = std::size_t{16} << 20;

/// The kinds of cells, in the order of their records.
enum class BinaryCell : std::uint8_t { kBlank, kRk, kError, kBool, kReal, kText, kShared };

std::uint32_t bounded(std::uint32_t value, std::uint32_t most) {
  return std::min(value, most - 1) + 1;
}

}  // namespace

CellArea read_binary_area(ByteReader& reader) {
  CellArea area;
  area.first.row = bounded(reader.u32_le().value_or(0), kMostRows);
  area.last.row = bounded(reader.u32_le().value_or(0), kMostRows);
  area.first.column = bounded(reader.u32_le().value_or(0), kMostColumns);
  area.last.column = bounded(reader.u32_le().value_or(0), kMostColumns);
  return area;
}

Result<void> XlsbSheet::read() {
  for (;;) {
    LECTERN_TRY(const auto record, records_.next());
    if (!record) break;
    if (const auto& error = shared_.work.error()) return tl::unexpected<Error>(*error);
    const ByteReader reader(record->bytes);
    const std::uint32_t type = record->type;
    if (type == kRowRecord) {
      read_row(reader);
    } else if ((type >= kFirstCell && type <= kLastShort) || type == kRichCell) {
      if (!stopped_) read_cell(type, reader);
    } else if (type == kArrayRecord || type == kSharedRecord) {
      read_shared(reader, type == kArrayRecord);
    } else if (type == kColumnRecord) {
      read_columns(reader);
    } else if (type == kMergeRecord) {
      ByteReader at = reader;
      const CellArea area = read_binary_area(at);
      if (area.overlaps(area_) && sink_.takes_note(notes_)) sink_.note({NoteKind::kMerged, area});
    } else if (type == kLinkRecord) {
      read_link(reader);
    }
  }
  flush();
  return {};
}

void XlsbSheet::flush() {
  if (!row_.cells.empty() && !stopped_) {
    row_.keep_last_of_each();
    stopped_ = !sink_.row(row_);
  }
  row_.start(0, false);
}

void XlsbSheet::read_row(ByteReader reader) {
  flush();
  row_.row = bounded(reader.u32_le().value_or(0), kMostRows);
  if (!reader.skip(7)) return;
  row_.is_hidden = (reader.u8().value_or(0) & 0x10) != 0;
  column_ = 0;
}

void XlsbSheet::read_cell(std::uint32_t type, ByteReader reader) {
  const bool is_short = type >= kFirstShort && type <= kLastShort;
  const bool is_formula = type >= kFirstFormula && type <= kLastFormula;
  if (is_short) {
    ++column_;
  } else {
    column_ = bounded(reader.u32_le().value_or(0), kMostColumns);
  }
  const std::uint32_t style = reader.u32_le().value_or(0) & 0xFFFFFF;
  if (!area_.has({row_.row, column_}) || row_.row == 0) return;
  const NumberFormat& format = shared_.formats.of_style(style);
  BinaryCell kind = BinaryCell::kText;
  if (is_formula) {
    constexpr BinaryCell kResults[] = {BinaryCell::kText, BinaryCell::kReal, BinaryCell::kBool,
                                       BinaryCell::kError};
    kind = kResults[type - kFirstFormula];
  } else if (type == kRichCell) {
    (void)reader.u8();
  } else {
    kind = static_cast<BinaryCell>(is_short ? type - kFirstShort : type - kFirstCell);
  }
  std::string text;
  switch (kind) {
    case BinaryCell::kBlank:
      return;
    case BinaryCell::kRk:
      text = shared_.text.number(rk_number(reader.u32_le().value_or(0)), format, sink_);
      break;
    case BinaryCell::kError:
      text = std::string(biff_error(reader.u8().value_or(0)));
      break;
    case BinaryCell::kBool:
      text = CellText::boolean(reader.u8().value_or(0) != 0);
      break;
    case BinaryCell::kReal:
      text = shared_.text.number(bit_cast<double>(reader.u64_le().value_or(0)), format, sink_);
      break;
    case BinaryCell::kText:
      text = shared_.text.text(wide_string(reader).value_or(""), format, sink_);
      break;
    case BinaryCell::kShared: {
      const std::uint32_t index = reader.u32_le().value_or(0);
      if (index >= shared_.strings.size()) {
        text = compose({"(string {} is missing)", index});
        break;
      }
      const std::string_view shared = shared_.strings.at(index);
      if (!shared_.work.spend_text(shared.size())) return;
      text = shared_.text.text(shared, format, sink_);
      break;
    }
  }
  if (is_formula && shared_.text.wants_formulas()) {
    awaited_value_ = text;
    if (const std::string formula = formula_of(reader); !formula.empty())
      text = CellText::with_formula(formula, text);
  }
  if (!text.empty()) row_.add(column_, text);
}

std::string XlsbSheet::text_of(const SharedFormula& formula, CellAddress at) const {
  std::string text = formula_text(formula.tokens, formula.extra, FormulaForm::kXlsb, at,
                                  shared_.names, shared_.work);
  if (text.empty() || !shared_.work.spend_text(text.size())) return "(formula not readable)";
  return formula.cells.empty() ? text : "{" + text + "} in " + formula.cells;
}

/// The formula behind a cell's value.
std::string XlsbSheet::formula_of(ByteReader reader) {
  (void)reader.u16_le();
  const auto tokens = reader.take(reader.u32_le().value_or(0));
  if (!tokens || tokens->empty()) return "";
  const ByteSpan extra = reader.take(reader.u32_le().value_or(0)).value_or(ByteSpan());
  const SharedPlace place = shared_place(*tokens, extra, FormulaForm::kXlsb);
  const CellAddress at{row_.row, column_};
  if (!place.is_shared) {
    std::string text =
        formula_text(*tokens, extra, FormulaForm::kXlsb, at, shared_.names, shared_.work);
    const bool is_shown = !text.empty() && shared_.work.spend_text(text.size());
    return is_shown ? text : "(formula not readable)";
  }
  const std::uint64_t key = std::uint64_t{place.first.row} << 32 | place.first.column;
  if (const auto found = formulas_.find(key); found != formulas_.end())
    return text_of(found->second, at);
  awaited_ = key;
  awaited_at_ = at;
  return "(shared formula)";
}

/// Stands behind the first cell that has it.
void XlsbSheet::read_shared(ByteReader reader, bool is_array) {
  const CellArea area = read_binary_area(reader);
  if (is_array) (void)reader.u8();
  SharedFormula formula;
  const auto tokens = reader.take(reader.u32_le().value_or(0));
  if (!tokens || !shared_.text.wants_formulas()) return;
  const ByteSpan extra = reader.take(reader.u32_le().value_or(0)).value_or(ByteSpan());
  formula_bytes_ += tokens->size() + extra.size() + sizeof formula;
  if (formula_bytes_ > kMaxSharedXlsbBytes) return;
  formula.tokens.assign(tokens->begin(), tokens->end());
  formula.extra.assign(extra.begin(), extra.end());
  if (is_array && !(area.first == area.last)) formula.cells = corners_text(area);
  std::uint64_t key = std::uint64_t{area.first.row} << 32 | area.first.column;
  if (const std::uint64_t awaited = std::exchange(awaited_, 0); awaited != 0) {
    key = awaited;
    const bool is_last = !row_.cells.empty() && row_.row == awaited_at_.row &&
                         row_.cells.back().column == awaited_at_.column;
    if (is_last) {
      row_.texts.resize(row_.cells.back().from);
      row_.cells.pop_back();
      row_.add(awaited_at_.column,
               CellText::with_formula(text_of(formula, awaited_at_), awaited_value_));
    }
  }
  formulas_.insert_or_assign(key, std::move(formula));
}

void XlsbSheet::read_columns(ByteReader reader) {
  const std::uint32_t first = bounded(reader.u32_le().value_or(0), kMostColumns);
  const std::uint32_t last = bounded(reader.u32_le().value_or(0), kMostColumns);
  if (!reader.skip(8)) return;
  if ((reader.u16_le().value_or(0) & 1) != 0 && first <= last)
    sink_.hide_columns({{1, first}, {kMostRows, last}});
}

void XlsbSheet::read_link(ByteReader reader) {
  const CellArea area = read_binary_area(reader);
  const std::string id = wide_string(reader).value_or("");
  const std::string location = wide_string(reader).value_or("");
  const Relationship* linked = relationships_.find(id);
  std::string target;
  // One that is longer would be held once for each cell.
  constexpr std::size_t kMostOfXlsbLink = 8192;
  if (linked != nullptr) {
    const std::size_t size = linked->target.size();
    target = size > kMostOfXlsbLink ? compose({"(a link of {,} bytes)", size}) : linked->target;
  }
  if (!location.empty()) target += "#" + location;
  if (area.overlaps(area_) && sink_.takes_note(notes_)) {
    sink_.note({NoteKind::kLink, area, escape_line(target)});
  }
}

}  // namespace lectern
