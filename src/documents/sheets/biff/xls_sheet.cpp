#include "documents/sheets/biff/xls_sheet.h"

#include <algorithm>

#include "base/bit_cast.h"

namespace lectern {
namespace {

constexpr std::uint16_t kBof2 = 0x0009, kBof3 = 0x0209, kBof4 = 0x0409, kBof5 = 0x0809,
                        kEof = 0x000A;
constexpr std::size_t kMostSharedXlsFormulas = 200'000;
constexpr std::uint16_t kNoteObject = 0x19;

bool is_bof(std::uint16_t type) {
  return type == kBof2 || type == kBof3 || type == kBof4 || type == kBof5;
}

double double_at(ByteReader& reader) { return bit_cast<double>(reader.u64_le().value_or(0)); }

}  // namespace

bool XlsSheet::read() {
  // Charts stand inside of a sheet with a beginning and an end of their own.
  int depth = 0;
  bool has_end = false;
  while (const auto record = records_.next()) {
    if (shared_.work.error()) return false;
    if (is_bof(record->type)) {
      ++depth;
    } else if (record->type == kEof) {
      has_end = --depth <= 0;
      if (has_end) break;
    } else if (depth <= 1) {
      read_record(*record);
    }
  }
  flush();
  return has_end;
}

void XlsSheet::read_record(const BiffRecord& record) {
  ByteReader reader(record.bytes);
  const bool is_old = shared_.version == BiffVersion::k2;
  switch (record.type) {
    case 0x0208:
      return read_row(reader);
    case 0x0002: {
      if (!is_old) return;
      const Head head = read_head(reader);
      return add_number(head, reader.u16_le().value_or(0));
    }
    case 0x0003:
    case 0x0203: {
      const Head head = read_head(reader);
      return add_number(head, double_at(reader));
    }
    case 0x027E: {
      const Head head = read_head(reader);
      return add_number(head, rk_number(reader.u32_le().value_or(0)));
    }
    case 0x00BD: {
      Head head;
      head.at.row = reader.u16_le().value_or(0) + 1u;
      head.at.column = reader.u16_le().value_or(0) + 1u;
      while (reader.remaining() >= 8) {
        head.format = &shared_.formats.of_style(reader.u16_le().value_or(0));
        add_number(head, rk_number(reader.u32_le().value_or(0)));
        ++head.at.column;
      }
      return;
    }
    case 0x00FD:
      return read_shared_string(reader);
    case 0x0004:
    case 0x0204:
    case 0x00D6:
      return read_label(reader);
    case 0x0005:
    case 0x0205: {
      const Head head = read_head(reader);
      const std::uint8_t value = reader.u8().value_or(0);
      const bool is_error = reader.u8().value_or(0) != 0;
      return add(head, is_error ? std::string(biff_error(value)) : CellText::boolean(value != 0));
    }
    case 0x0006:
    case 0x0206:
    case 0x0406:
      return read_formula(reader);
    case 0x007D:
      return read_columns(reader);
    case 0x00E5:
      return read_merges(reader);
    case 0x01B8:
      return read_link(reader);
    case 0x005D:
      return read_object(reader);
    case 0x01B6:
      return read_text_object(reader);
    case 0x001C:
      return read_note(reader);
    case 0x01BE:
      return read_validation(reader);
    default:
      return;
  }
}

XlsSheet::Head XlsSheet::read_head(ByteReader& reader) {
  Head head;
  head.at.row = reader.u16_le().value_or(0) + 1u;
  head.at.column = reader.u16_le().value_or(0) + 1u;
  if (shared_.version == BiffVersion::k2) {
    (void)reader.u8();
    const std::uint8_t format = reader.u8().value_or(0) & 0x3F;
    (void)reader.u8();
    head.format = &shared_.formats.of_id(format);
  } else {
    head.format = &shared_.formats.of_style(reader.u16_le().value_or(0));
  }
  return head;
}

/// Its digits are made for what is shown only: the rows behind may be millions.
void XlsSheet::add_number(const Head& head, double number) {
  add(head, wants(head) ? shared_.text.number(number, *head.format, sink_) : "");
}

void XlsSheet::read_shared_string(ByteReader reader) {
  const Head head = read_head(reader);
  const std::uint32_t index = reader.u32_le().value_or(0);
  if (!wants(head)) return add(head, "");
  if (index >= shared_.string_ends.size())
    return add(head, compose({"(string {} is missing)", index}));
  const std::size_t from = index == 0 ? 0 : shared_.string_ends[index - 1];
  const std::string_view text = shared_.strings.substr(from, shared_.string_ends[index] - from);
  if (shared_.work.spend_text(text.size())) add(head, shared_.text.text(text, *head.format, sink_));
}

void XlsSheet::add(const Head& head, std::string text) {
  if (head.at.row != row_.row) flush();
  row_.row = head.at.row;
  if (!text.empty() && area_.has(head.at)) row_.add(head.at.column, text);
}

void XlsSheet::flush() {
  if (!row_.cells.empty() && !stopped_) {
    row_.keep_last_of_each();
    row_.is_hidden = hidden_rows_.count(row_.row) > 0;
    stopped_ = !sink_.row(row_);
  }
  row_.start(0, false);
}

void XlsSheet::read_row(ByteReader reader) {
  const std::uint32_t row = reader.u16_le().value_or(0) + 1u;
  if (!reader.skip(10)) return;
  if ((reader.u16_le().value_or(0) & 0x20) != 0) hidden_rows_.insert(row);
}

void XlsSheet::read_label(ByteReader reader) {
  const Head head = read_head(reader);
  if (!wants(head)) return add(head, "");
  std::string text;
  if (shared_.version == BiffVersion::k8) {
    text = biff8_string(reader, false).value_or("");
  } else {
    const std::size_t size =
        shared_.version == BiffVersion::k2 ? reader.u8().value_or(0) : reader.u16_le().value_or(0);
    text = text_of(*reader.take(std::min(size, reader.remaining())));
  }
  add(head, shared_.text.text(text, *head.format, sink_));
}

void XlsSheet::read_formula(ByteReader reader) {
  const Head head = read_head(reader);
  const auto value = reader.take(8);
  if (!value) return;
  const bool is_number = (*value)[6] != 0xFF || (*value)[7] != 0xFF;
  const ByteReader behind = reader;
  if (is_number) {
    ByteReader number(*value);
    return add_formula(
        head, behind,
        wants(head) ? shared_.text.number(double_at(number), *head.format, sink_) : "");
  }
  const std::uint8_t kind = (*value)[0];
  if (kind == 1) return add_formula(head, behind, CellText::boolean((*value)[2] != 0));
  if (kind == 2) return add_formula(head, behind, std::string(biff_error((*value)[2])));
  if (kind != 0) return add_formula(head, behind, "");
  const std::string formula = formula_of(head, behind);
  // The text stands in a record of its own, behind those of shared and array formulas.
  for (int i = 0; i < 3; ++i) {
    const std::uint16_t type = records_.peek();
    if (type == 0x0207 || type == 0x0007) break;
    if (type != 0x04BC && type != 0x0221 && type != 0x0021 && type != 0x0236) break;
    records_.next();
  }
  const std::uint16_t type = records_.peek();
  const auto give = [&](std::string shown) {
    add(head, formula.empty() ? std::move(shown) : CellText::with_formula(formula, shown));
  };
  if (type != 0x0207 && type != 0x0007) return give("");
  const ByteSpan first = records_.next()->bytes;
  std::string text;
  if (shared_.version == BiffVersion::k8) {
    text = BiffPieces(first, records_).rich_string().value_or("");
  } else {
    ByteReader string(first);
    const std::size_t size = type == 0x0007 ? string.u8().value_or(0) : string.u16_le().value_or(0);
    text = text_of(*string.take(std::min(size, string.remaining())));
  }
  give(shared_.text.text(text, *head.format, sink_));
}

/// The formula behind a cell's value, when it is to be shown; "" when it is not.
std::string XlsSheet::formula_of(const Head& head, ByteReader reader) {
  constexpr std::uint16_t kShared = 0x04BC, kArray = 0x0221;
  if (!shared_.text.wants_formulas() || shared_.version != BiffVersion::k8) return "";
  if (!reader.skip(6)) return "";
  const auto tokens = reader.take(reader.u16_le().value_or(0));
  if (!tokens || tokens->empty()) return "";
  const ByteSpan extra = *reader.take(reader.remaining());
  const SharedPlace place = shared_place(*tokens, extra, FormulaForm::kXls);
  SharedFormula own{*tokens, extra, ""};
  if (place.is_shared) {
    const std::uint64_t key = std::uint64_t{place.first.row} << 32 | place.first.column;
    if (const std::uint16_t type = records_.peek(); type == kShared || type == kArray) {
      ByteReader record(records_.next()->bytes);
      CellArea area;
      area.first.row = record.u16_le().value_or(0) + 1U;
      area.last.row = record.u16_le().value_or(0) + 1U;
      area.first.column = record.u8().value_or(0) + 1U;
      area.last.column = record.u8().value_or(0) + 1U;
      SharedFormula read;
      if (type == kArray && !(area.first == area.last)) read.cells = corners_text(area);
      (void)record.skip(type == kArray ? 6 : 2);
      const std::size_t size = record.u16_le().value_or(0);
      read.tokens = *record.take(std::min(size, record.remaining()));
      read.extra = *record.take(record.remaining());
      if (formulas_.size() < kMostSharedXlsFormulas) formulas_.insert_or_assign(key, read);
    }
    const auto found = formulas_.find(key);
    if (found == formulas_.end()) return "(shared formula)";
    own = found->second;
  }
  if (!wants(head)) return "";
  std::string text =
      formula_text(own.tokens, own.extra, FormulaForm::kXls, head.at, shared_.names, shared_.work);
  if (text.empty() || !shared_.work.spend_text(text.size())) return "(formula not readable)";
  return own.cells.empty() ? text : "{" + text + "} in " + own.cells;
}

void XlsSheet::add_formula(const Head& head, ByteReader reader, std::string shown) {
  const std::string formula = formula_of(head, reader);
  add(head, formula.empty() ? std::move(shown) : CellText::with_formula(formula, shown));
}

void XlsSheet::read_columns(ByteReader reader) {
  const std::uint32_t first = reader.u16_le().value_or(0) + 1u;
  const std::uint32_t last = std::min(reader.u16_le().value_or(0) + 1u, 256u);
  if (!reader.skip(4)) return;
  if ((reader.u16_le().value_or(0) & 1) != 0 && first <= last) {
    sink_.hide_columns({{1, first}, {kMostRows, last}});
  }
}

void XlsSheet::read_merges(ByteReader reader) {
  const std::uint32_t count = reader.u16_le().value_or(0);
  for (std::uint32_t i = 0; i < count && reader.remaining() >= 8; ++i) {
    CellArea area;
    area.first.row = *reader.u16_le() + 1u;
    area.last.row = *reader.u16_le() + 1u;
    area.first.column = *reader.u16_le() + 1u;
    area.last.column = *reader.u16_le() + 1u;
    if (area.overlaps(area_) && sink_.takes_note(notes_)) sink_.note({NoteKind::kMerged, area});
  }
}

/// [MS-OSHARED] 2.3.7.1: of the monikers only those that programs write.
void XlsSheet::read_link(ByteReader reader) {
  CellArea area;
  area.first.row = reader.u16_le().value_or(0) + 1u;
  area.last.row = reader.u16_le().value_or(0) + 1u;
  area.first.column = reader.u16_le().value_or(0) + 1u;
  area.last.column = reader.u16_le().value_or(0) + 1u;
  if (!reader.skip(16 + 4)) return;
  const std::uint32_t flags = reader.u32_le().value_or(0);
  const auto string = [&] {
    const std::uint64_t size = static_cast<std::uint64_t>(reader.u32_le().value_or(0)) * 2;
    std::string out;
    append_utf16(
        *reader.take(static_cast<std::size_t>(std::min<std::uint64_t>(size, reader.remaining()))),
        out);
    out.resize(std::min(out.find('\0'), out.size()));
    return out;
  };
  if ((flags & 0x10) != 0) string();  // the name that is shown
  if ((flags & 0x80) != 0) string();  // the frame
  std::string target;
  if ((flags & 1) != 0 && (flags & 0x100) != 0) {
    target = string();
  } else if ((flags & 1) != 0) {
    const auto kind = reader.take(16);
    if (kind && (*kind)[0] == 0xE0) {
      const std::uint32_t size = reader.u32_le().value_or(0);
      append_utf16(*reader.take(std::min<std::size_t>(size, reader.remaining())), target);
      target.resize(std::min(target.find('\0'), target.size()));
    } else if (kind && (*kind)[0] == 0x03) {
      (void)reader.u16_le();
      const std::uint32_t size = reader.u32_le().value_or(0);
      target = text_of(*reader.take(std::min<std::size_t>(size, reader.remaining())));
      target.resize(std::min(target.find('\0'), target.size()));
      (void)reader.skip(24);
      const std::uint32_t rest = reader.u32_le().value_or(0);
      if (rest > 6 && reader.remaining() >= rest) {
        const std::uint32_t wide = reader.u32_le().value_or(0);
        (void)reader.u16_le();
        target.clear();
        append_utf16(*reader.take(std::min<std::size_t>(wide, reader.remaining())), target);
      }
    }
  }
  if ((flags & 8) != 0) target += "#" + string();
  if (area.overlaps(area_) && sink_.takes_note(notes_)) {
    sink_.note({NoteKind::kLink, area, escape_line(target)});
  }
}

void XlsSheet::read_object(ByteReader reader) {
  if (shared_.version != BiffVersion::k8) return;
  (void)reader.u32_le();
  is_note_object_ = reader.u16_le().value_or(0) == kNoteObject;
  object_ = reader.u16_le().value_or(0);
}

void XlsSheet::read_text_object(ByteReader reader) {
  if (!reader.skip(10)) return;
  const std::uint32_t count = reader.u16_le().value_or(0);
  if (count == 0 || records_.peek() != kBiffContinue) return;
  const ObjectText object{count, records_};
  if (is_note_object_) {
    object_texts_.insert_or_assign(object_, object);
  } else if (std::string text = text_of(object); !text.empty() && sink_.takes_note(notes_)) {
    sink_.note({NoteKind::kShape, area_, escape_line(text)});
  }
}

std::string XlsSheet::text_of(const ObjectText& object) {
  BiffPieces bytes({}, object.pieces);
  const auto flags = bytes.u8();
  std::string text;
  if (flags) bytes.characters(object.count, (*flags & 1) != 0, text);
  return text;
}

void XlsSheet::read_note(ByteReader reader) {
  CellAddress at;
  at.row = reader.u16_le().value_or(0) + 1u;
  at.column = reader.u16_le().value_or(0) + 1u;
  std::string author;
  std::string text;
  if (!area_.has(at)) return;
  if (shared_.version == BiffVersion::k8) {
    (void)reader.u16_le();
    const auto found = object_texts_.find(reader.u16_le().value_or(0));
    if (found != object_texts_.end()) {
      if (!shared_.work.spend_text(found->second.count)) return;
      text = text_of(found->second);
    }
    author = biff8_string(reader, false).value_or("");
  } else {
    (void)reader.u16_le();
    text = text_of(*reader.take(reader.remaining()));
  }
  std::string_view bare = text;
  if (!author.empty() && bare.starts_with(author + ":")) bare.remove_prefix(author.size() + 1);
  while (!bare.empty() && (bare.front() == '\n' || bare.front() == ' ')) bare.remove_prefix(1);
  while (!bare.empty() && (bare.back() == '\n' || bare.back() == ' ')) bare.remove_suffix(1);
  if (bare.empty() || !sink_.takes_note(notes_)) return;
  sink_.note({NoteKind::kComment,
              {at, at},
              compose({"[Comment{}{}: {}]", author.empty() ? "" : " by ", escape_line(author),
                       escape_line(bare)})});
}

/// Lists that stand in the rule itself.
void XlsSheet::read_validation(ByteReader reader) {
  const std::uint32_t flags = reader.u32_le().value_or(0);
  for (int i = 0; i < 4; ++i) biff8_string(reader, false);
  const std::uint16_t size = reader.u16_le().value_or(0);
  (void)reader.u16_le();
  const auto formula = reader.take(std::min<std::size_t>(size, reader.remaining()));
  const std::uint16_t second = reader.u16_le().value_or(0);
  (void)reader.u16_le();
  if (!reader.skip(second)) return;
  constexpr std::uint8_t kTextToken = 0x17;
  if ((flags & 0xF) != 3 || !formula || formula->size() < 3 || (*formula)[0] != kTextToken) return;
  ByteReader token(formula->subspan(1));
  std::string values = biff8_string(token, true).value_or("");
  std::replace(values.begin(), values.end(), '\0', ',');
  const std::uint32_t count = reader.u16_le().value_or(0);
  for (std::uint32_t i = 0; i < count && reader.remaining() >= 8; ++i) {
    CellArea area;
    area.first.row = *reader.u16_le() + 1u;
    area.last.row = *reader.u16_le() + 1u;
    area.first.column = *reader.u16_le() + 1u;
    area.last.column = *reader.u16_le() + 1u;
    if (area.overlaps(area_) && sink_.takes_note(notes_, values.size())) {
      sink_.note({NoteKind::kValidation, area, escape_line(values)});
    }
  }
}

}  // namespace lectern
