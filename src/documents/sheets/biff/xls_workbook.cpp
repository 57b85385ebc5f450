#include "documents/sheets/biff/xls_workbook.h"

#include <algorithm>

#include "documents/sheets/biff/xls_encryption.h"
#include "documents/sheets/biff/xls_sheet.h"
#include "documents/sheets/range_selection.h"
#include "documents/unpacked_work.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::uint16_t kEndOfStream = 0x000A;
constexpr std::size_t kMostXlsSheets = 10'000;
constexpr std::size_t kMostXlsNames = 10'000;
/// Sheets and names of all other workbooks that formulas refer to.
constexpr std::size_t kMostOuterNames = 500'000;
constexpr std::size_t kMostBytesOfNames = std::size_t{16} << 20;
constexpr std::size_t kMostXlsStyles = 100'000;

std::optional<BiffVersion> version_of(const BiffRecord& bof) {
  switch (bof.type) {
    case 0x0009:
      return BiffVersion::k2;
    case 0x0209:
      return BiffVersion::k3;
    case 0x0409:
      return BiffVersion::k4;
    case 0x0809: {
      const std::uint16_t version = ByteReader(bof.bytes).u16_le().value_or(0);
      return version == 0x0600 ? BiffVersion::k8 : BiffVersion::k5;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::uint64_t xls_room(const ReadContext& context) {
  constexpr std::uint64_t kBesides = std::uint64_t{32} << 20;
  const std::uint64_t most = context.options.limits.max_decoded_bytes;
  if (!context.is_unpacked) return most + kBesides;
  // What was unpacked is held beside them.
  const std::uint64_t room = most / 5 * 4 + kBesides;
  return room - std::min<std::uint64_t>(room, context.bytes.size());
}

Result<std::unique_ptr<XlsWorkbook>> XlsWorkbook::open(const ReadContext& context,
                                                       ByteVector stream, WorkBudget work) {
  std::unique_ptr<XlsWorkbook> workbook(new XlsWorkbook(context, std::move(stream), work));
  LECTERN_CHECK(workbook->read_globals());
  return workbook;
}

Result<void> XlsWorkbook::read_globals() {
  BiffStream records(stream_);
  const auto bof = records.next();
  const auto version = bof ? version_of(*bof) : std::nullopt;
  if (!version)
    return fail(ErrorCode::kCorruptDocument, "the workbook does not begin with a BOF record");
  version_ = *version;
  const bool has_one_sheet = version_ < BiffVersion::k5;
  while (const auto record = records.next()) {
    if (record->type == kEndOfStream) break;
    LECTERN_CHECK(read_global(*record, records));
  }
  if (has_one_sheet || (sheets_.empty() && version_ == BiffVersion::k5)) {
    sheets_.push_back({"Sheet1"});
    offsets_.assign(1, 0);
  }
  if (sheets_.empty()) return fail(ErrorCode::kCorruptDocument, "the workbook lists no sheets");
  name_areas();
  if (context_.options.sheet.values == SheetValues::kFormulas && version_ < BiffVersion::k8) {
    warnings_.emplace_back("formulas of this format are shown as their values");
  }
  formats_.set_language(language_of_charset(page_.page(), FormatLanguage::kChinese));
  for (SheetInfo& sheet : sheets_) sheet.bytes = stream_.size() / sheets_.size();
  return {};
}

Result<void> XlsWorkbook::read_global(const BiffRecord& record, BiffStream& records) {
  ByteReader reader(record.bytes);
  switch (record.type) {
    case 0x002F:
      return decrypt_workbook(context_, record, stream_, records.position(), work_);
    case 0x0042:
      page_.set(reader.u16_le().value_or(1252));
      return {};
    case 0x0022:
      if (reader.u16_le().value_or(0) == 1) dates_ = DateSystem::k1904;
      return {};
    case 0x001E:
    case 0x041E:
      read_format(record);
      return {};
    case 0x0043:
    case 0x0243:
    case 0x0443:
    case 0x00E0:
      read_style(record);
      return {};
    case 0x0085:
      read_bound_sheet(record);
      return {};
    case 0x00FC:
      read_strings(record, records);
      return {};
    case 0x0017:
      if (version_ == BiffVersion::k8) {
        const std::uint16_t count = reader.u16_le().value_or(0);
        for (std::uint16_t i = 0;
             i < count && reader.remaining() >= 6 && outer_sheets_.size() < kMostOuterSheets; ++i) {
          const std::uint16_t book = *reader.u16_le();
          const std::uint16_t first = *reader.u16_le();
          const std::uint16_t last = *reader.u16_le();
          outer_sheets_.push_back({book, first, last});
        }
      }
      return {};
    case 0x0018:
      read_name(record);
      return {};
    case 0x01AE:
      read_book(record);
      return {};
    case 0x0023:
      read_outer_name(record);
      return {};
    default:
      return {};
  }
}

void XlsWorkbook::read_format(const BiffRecord& record) {
  ByteReader reader(record.bytes);
  std::uint32_t id = format_count_++;
  std::string code;
  if (version_ == BiffVersion::k8) {
    id = reader.u16_le().value_or(0);
    code = biff8_string(reader, false).value_or("");
  } else {
    if (version_ == BiffVersion::k5) id = reader.u16_le().value_or(0);
    if (version_ == BiffVersion::k4) (void)reader.u16_le();
    const std::size_t size = reader.u8().value_or(0);
    code = page_.decode(*reader.take(std::min(size, reader.remaining())));
  }
  formats_.define(id, std::move(code));
}

void XlsWorkbook::read_style(const BiffRecord& record) {
  ByteReader reader(record.bytes);
  std::uint32_t format = 0;
  if (record.type == 0x00E0) {
    (void)reader.u16_le();
    format = reader.u16_le().value_or(0);
  } else if (record.type == 0x0043) {
    (void)reader.u16_le();
    format = reader.u8().value_or(0) & 0x3F;
  } else {
    (void)reader.u8();
    format = reader.u8().value_or(0);
  }
  formats_.add_style(format);
}

void XlsWorkbook::read_bound_sheet(const BiffRecord& record) {
  if (sheets_.size() >= kMostXlsSheets) return;
  ByteReader reader(record.bytes);
  const std::uint32_t offset = reader.u32_le().value_or(0);
  const std::uint8_t state = reader.u8().value_or(0) & 3;
  const std::uint8_t kind = reader.u8().value_or(0);
  SheetInfo sheet;
  if (state == 1) sheet.state = SheetState::kHidden;
  if (state == 2) sheet.state = SheetState::kVeryHidden;
  if (kind == 1) sheet.kind = "macro";
  if (kind == 2) sheet.kind = "chart";
  if (kind == 6) sheet.kind = "module";
  if (version_ == BiffVersion::k8) {
    sheet.name = biff8_string(reader, true).value_or("");
  } else {
    const std::size_t size = reader.u8().value_or(0);
    sheet.name = page_.decode(*reader.take(std::min(size, reader.remaining())));
  }
  sheets_.push_back(std::move(sheet));
  offsets_.push_back(offset);
}

void XlsWorkbook::read_strings(const BiffRecord& record, BiffStream& records) {
  if (!string_ends_.empty()) return;
  std::size_t all = record.bytes.size();
  for (BiffStream rest = records; rest.peek() == kBiffContinue;) all += rest.next()->bytes.size();
  BiffPieces bytes(record.bytes, records);
  (void)bytes.u32();
  const std::uint32_t count = bytes.u32().value_or(0);
  // Each has three bytes before its characters, which become two bytes at most. Room that grew by
  // doubling would be held three times.
  constexpr std::size_t kStringHead = 3;
  const std::uint64_t room =
      xls_room(context_) - std::min<std::uint64_t>(xls_room(context_), stream_.size());
  const std::uint64_t most =
      std::min<std::uint64_t>({count, all / kStringHead, room / sizeof(std::uint32_t)});
  string_ends_.reserve(static_cast<std::size_t>(most));
  string_text_.reserve(static_cast<std::size_t>(
      std::min(2 * (all - kStringHead * most), room - sizeof(std::uint32_t) * most)));
  while (string_ends_.size() < count && !bytes.at_end()) {
    const auto string = bytes.rich_string();
    if (!string) break;
    const std::uint64_t taken = sizeof(std::uint32_t) * (string_ends_.size() + 1);
    if (string_text_.size() + string->size() + taken > room) {
      add_to(warnings_, {"the texts of its cells take more than {byte}: those behind the first {,} "
                         "are missing",
                         room, string_ends_.size()});
      break;
    }
    string_text_ += *string;
    string_ends_.push_back(static_cast<std::uint32_t>(string_text_.size()));
  }
}

void XlsWorkbook::read_name(const BiffRecord& record) {
  if (version_ != BiffVersion::k8 || defined_.size() >= kMostXlsNames) return;
  constexpr std::uint16_t kHidden = 1, kBuiltin = 0x20;
  ByteReader reader(record.bytes);
  const std::uint16_t flags = reader.u16_le().value_or(0);
  (void)reader.u8();
  const std::size_t size = reader.u8().value_or(0);
  const std::size_t formula_size = reader.u16_le().value_or(0);
  // Formulas count the names that cannot be read, too.
  DefinedName& name = defined_.emplace_back();
  name.is_hidden = (flags & kHidden) != 0;
  name.is_builtin = (flags & kBuiltin) != 0;
  if (!reader.skip(8)) return;
  const bool wide = (reader.u8().value_or(0) & 1) != 0;
  const auto name_bytes = reader.take(size * (wide ? 2 : 1));
  if (!name_bytes) return;
  if (name.is_builtin) {
    constexpr std::string_view kNames[] = {
        "Consolidate_Area", "Auto_Open",       "Auto_Close",   "Extract",        "Database",
        "Criteria",         "Print_Area",      "Print_Titles", "Recorder",       "Data_Form",
        "Auto_Activate",    "Auto_Deactivate", "Sheet_Title",  "_FilterDatabase"};
    const std::size_t code = name_bytes->empty() ? std::size(kNames) : (*name_bytes)[0];
    if (code < std::size(kNames)) name.name = kNames[code];
  } else if (wide) {
    append_utf16(*name_bytes, name.name);
  } else {
    for (const std::uint8_t byte : *name_bytes) append_utf8(byte, name.name);
  }
  name.formula = *reader.take(std::min(formula_size, reader.remaining()));
}

/// [MS-XLS] 2.4.271.
void XlsWorkbook::read_book(const BiffRecord& record) {
  constexpr std::uint16_t kSelf = 0x0401, kLibrary = 0x3A01;
  if (books_.size() >= kMostXlsSheets) return;
  ByteReader reader(record.bytes);
  const std::uint16_t count = reader.u16_le().value_or(0);
  Book& book = books_.emplace_back();
  ByteReader kind = reader;
  const std::uint16_t length = kind.u16_le().value_or(kSelf);
  book.is_self = length == kSelf;
  if (book.is_self || length == kLibrary) return;
  std::string path = biff8_string(reader, false).value_or("");
  // Folders are divided by a control character.
  path.erase(0, path.find_last_of(std::string_view("\1\2\3\4\5\6\7\\/")) + 1);
  book.file = bounded_name(std::move(path));
  for (std::uint16_t i = 0; i < count && !reader.at_end() && outer_names_ < kMostOuterNames; ++i) {
    ++outer_names_;
    book.sheets.push_back(bounded_name(biff8_string(reader, false).value_or("")));
  }
}

void XlsWorkbook::read_outer_name(const BiffRecord& record) {
  if (version_ != BiffVersion::k8 || books_.empty()) return;
  ByteReader reader(record.bytes);
  if (books_.back().names.size() >= kMostXlsNames || !reader.skip(6)) return;
  if (++outer_names_ > kMostOuterNames) return;
  books_.back().names.push_back(biff8_string(reader, true).value_or(""));
}

std::string XlsWorkbook::sheets(std::uint32_t entry) const {
  if (entry >= outer_sheets_.size()) return "";
  const OuterSheets& outer = outer_sheets_[entry];
  if (outer.book >= books_.size()) return "";
  const Book& book = books_[outer.book];
  const auto sheet = [&](std::size_t index) -> std::string {
    if (book.is_self) return index < sheets_.size() ? sheets_[index].name : "";
    return index < book.sheets.size() ? book.sheets[index] : "";
  };
  const std::string first = sheet(outer.first);
  // A sheet that was deleted.
  if (first.empty()) return book.is_self ? "#REF!" : compose({"[{}]!", book.file});
  if (!book.is_self) return quoted_sheet(compose({"[{}]{}", book.file, first})) + '!';
  if (outer.first == outer.last) return quoted_sheet(first) + '!';
  return compose({"{}:{}!", quoted_sheet(first), quoted_sheet(sheet(outer.last))});
}

std::string XlsWorkbook::name(std::uint32_t index) const {
  return index == 0 || index > defined_.size() ? "" : defined_[index - 1].name;
}

std::string XlsWorkbook::outer_name(std::uint32_t entry, std::uint32_t index) const {
  if (entry >= outer_sheets_.size() || outer_sheets_[entry].book >= books_.size()) return "";
  const Book& book = books_[outer_sheets_[entry].book];
  if (book.is_self) return name(index);
  if (index == 0 || index > book.names.size()) return "";
  const std::string& name = book.names[index - 1];
  return book.file.empty() ? name : compose({"[{}]!{}", book.file, name});
}

/// Where defined names lead, when the names of all sheets are known.
void XlsWorkbook::name_areas() {
  std::size_t bytes = 0;
  for (const DefinedName& defined : defined_) {
    if (defined.is_builtin || defined.name.empty()) continue;
    NamedCells name;
    name.name = defined.name;
    name.is_hidden = defined.is_hidden;
    name.refers_to =
        formula_text(defined.formula, {}, FormulaForm::kXls, {1, 1}, *this, shared_work_);
    bytes += name.refers_to.size();
    if (bytes > kMostBytesOfNames) break;
    if (name.refers_to.empty()) continue;
    names_.push_back(std::move(name));
  }
  find_named_cells(names_, sheets_);
}

Result<void> XlsWorkbook::read(std::size_t sheet, const CellArea& area, SheetSink& sink) {
  if (!sheets_[sheet].kind.empty() && sheets_[sheet].kind != "macro") return {};
  BiffStream records(stream_);
  if (!records.seek(offsets_[sheet]) || records.peek() == 0) {
    return fail(ErrorCode::kCorruptDocument,
                {"its records at byte {} are not there", offsets_[sheet]});
  }
  const CellText text(context_.options.sheet.values, dates_);
  const XlsShared shared{version_,     page_,        formats_, text,
                         string_text_, string_ends_, *this,    shared_work_};
  const bool has_end = XlsSheet(records, shared, area, sink).read();
  shared_work_.spend_records(records.position() - offsets_[sheet], stream_.size());
  if (const auto& error = shared_work_.error()) return tl::unexpected<Error>(*error);
  if (!has_end && cut_sheets_.insert(sheet).second) {
    add_to(warnings_, {"{}: its records are cut off at byte {} of the workbook; what follows is "
                       "missing",
                       sheets_[sheet].name, records.position()});
  }
  return {};
}

}  // namespace lectern
