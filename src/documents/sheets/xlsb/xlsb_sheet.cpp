#include "documents/sheets/xlsb/xlsb_sheet.h"

#include <algorithm>

#include "base/bit_cast.h"
#include "documents/sheets/biff/records.h"

namespace lectern {
namespace {

constexpr std::size_t kMostXlsbNotes = 20'000;
constexpr std::uint32_t kRowRecord = 0, kColumnRecord = 60, kRichCell = 62, kMergeRecord = 176,
                        kLinkRecord = 494, kFirstCell = 1, kFirstFormula = 8, kLastFormula = 11,
                        kFirstShort = 12, kLastShort = 18;

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
    const ByteReader reader(record->bytes);
    const std::uint32_t type = record->type;
    if (type == kRowRecord) {
      read_row(reader);
    } else if ((type >= kFirstCell && type <= kLastShort) || type == kRichCell) {
      if (!stopped_) read_cell(type, reader);
    } else if (type == kColumnRecord) {
      read_columns(reader);
    } else if (type == kMergeRecord) {
      ByteReader at = reader;
      const CellArea area = read_binary_area(at);
      if (area.overlaps(area_) && ++notes_ <= kMostXlsbNotes) sink_.note({NoteKind::kMerged, area});
    } else if (type == kLinkRecord) {
      read_link(reader);
    }
  }
  flush();
  return {};
}

void XlsbSheet::flush() {
  if (!row_.cells.empty() && !stopped_) {
    const auto by_column = [](const ShownCell& a, const ShownCell& b) {
      return a.column < b.column;
    };
    std::stable_sort(row_.cells.begin(), row_.cells.end(), by_column);
    stopped_ = !sink_.row(std::move(row_));
  }
  row_ = {0, false, {}};
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
      text = biff_error(reader.u8().value_or(0));
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
      if (index >= shared_.string_ends.size()) {
        text = compose({"(string {} is missing)", index});
        break;
      }
      const std::size_t from = index == 0 ? 0 : shared_.string_ends[index - 1];
      text = shared_.text.text(shared_.strings.substr(from, shared_.string_ends[index] - from),
                               format, sink_);
      break;
    }
  }
  if (!text.empty()) row_.add(column_, std::move(text));
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
  std::string target;
  for (const Relationship& relationship : relationships_) {
    if (!id.empty() && relationship.id == id) target = relationship.target;
  }
  if (!location.empty()) target += "#" + location;
  if (area.overlaps(area_) && ++notes_ <= kMostXlsbNotes) {
    sink_.note({NoteKind::kLink, area, escape_line(target)});
  }
}

}  // namespace lectern
