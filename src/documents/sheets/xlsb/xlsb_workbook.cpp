#include "documents/sheets/xlsb/xlsb_workbook.h"

#include <algorithm>
#include <set>

#include "documents/sheets/biff/records.h"
#include "documents/sheets/range_selection.h"
#include "documents/sheets/xlsb/xlsb_sheet.h"
#include "documents/sheets/xlsx/xlsx_notes.h"

namespace lectern {
namespace {

constexpr std::uint32_t kNameRecord = 39, kFirstBook = 355, kOwnBook = 357, kSameSheet = 358,
                        kLastBook = 359, kOuterSheets = 362;

constexpr std::size_t kMostXlsbSheets = 10'000;
constexpr std::size_t kMostBytesOfNames = std::size_t{16} << 20;
constexpr std::size_t kMostXlsbStyles = 1'000'000;
constexpr std::size_t kMostAuthors = 10'000;
constexpr std::uint32_t kSheetRecord = 156, kPropertiesRecord = 153, kStringRecord = 19,
                        kFormatRecord = 44, kStyleRecord = 47, kBeginStyles = 617, kEndStyles = 618,
                        kAuthorRecord = 632, kCommentRecord = 635, kCommentText = 637;

std::string target_of_type(const Relationships& relationships, std::string_view type) {
  for (const Relationship& relationship : relationships) {
    if (relationship.type == type && !relationship.is_external) return relationship.target;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<XlsbWorkbook>> XlsbWorkbook::open(const ReadContext& context,
                                                         OfficePackage& package,
                                                         DocumentPictures& pictures,
                                                         std::string part) {
  std::unique_ptr<XlsbWorkbook> workbook(new XlsbWorkbook(context, package, pictures));
  LECTERN_CHECK(workbook->read_parts(part));
  return workbook;
}

Result<std::unique_ptr<BinaryRecords>> XlsbWorkbook::records(const std::string& part) {
  LECTERN_TRY(auto stream, package_.stream(part));
  return std::make_unique<BinaryRecords>(std::move(stream));
}

Result<void> XlsbWorkbook::read_parts(const std::string& part) {
  LECTERN_TRY(const auto reader, records(part));
  const Relationships relationships = package_.relationships(part);
  for (;;) {
    LECTERN_TRY(const auto record, reader->next());
    if (!record) break;
    if (record->type == kPropertiesRecord) {
      if ((ByteReader(record->bytes).u32_le().value_or(0) & 1) != 0) dates_ = DateSystem::k1904;
    } else if (record->type == kSheetRecord) {
      read_bundle(record->bytes, relationships);
    } else if (record->type >= kFirstBook && record->type <= kLastBook) {
      if (books_.size() < kMostXlsbSheets)
        books_.push_back(record->type == kOwnBook || record->type == kSameSheet);
    } else if (record->type == kOuterSheets) {
      ByteReader bytes(record->bytes);
      const std::uint32_t count = bytes.u32_le().value_or(0);
      for (std::uint32_t i = 0;
           i < count && bytes.remaining() >= 12 && outer_sheets_.size() < kMostOuterSheets; ++i) {
        const std::uint32_t book = *bytes.u32_le();
        const std::uint32_t first = *bytes.u32_le();
        outer_sheets_.push_back({book, first, *bytes.u32_le()});
      }
    } else if (record->type == kNameRecord) {
      read_name(record->bytes);
    }
  }
  if (sheets_.empty()) return fail(ErrorCode::kCorruptDocument, {"{} lists no sheets", part});
  const std::string styles = target_of_type(relationships, "styles");
  const Result<void> read = read_styles(styles);
  if (!read) package_.warn(styles, read.error());
  const std::string strings = target_of_type(relationships, "sharedStrings");
  const Result<void> read_too = read_strings(strings);
  if (!read_too) package_.warn(strings, read_too.error());
  name_areas();
  read_tables();
  return {};
}

/// [MS-XLSB] 2.4.711.
void XlsbWorkbook::read_name(ByteSpan record) {
  constexpr std::size_t kMostXlsbNames = 10'000;
  constexpr std::size_t kMostNameBytes = std::size_t{16} << 20;
  defined_bytes_ += record.size();
  if (defined_.size() >= kMostXlsbNames || defined_bytes_ > kMostNameBytes) return;
  ByteReader reader(record);
  const std::uint32_t flags = reader.u32_le().value_or(0);
  (void)reader.skip(5);
  // Formulas count the names that cannot be read, too.
  DefinedName& name = defined_.emplace_back();
  name.is_hidden = (flags & 1) != 0;
  name.name = bounded_name(wide_string(reader).value_or(""));
  if (const auto formula = reader.take(reader.u32_le().value_or(0)))
    name.formula.assign(formula->begin(), formula->end());
  if (const auto extra = reader.take(reader.u32_le().value_or(0)))
    name.extra.assign(extra->begin(), extra->end());
}

void XlsbWorkbook::name_areas() {
  std::size_t bytes = 0;
  for (const DefinedName& defined : defined_) {
    if (defined.name.empty() || defined.name.starts_with("_xlnm.")) continue;
    NamedCells name;
    name.name = defined.name;
    name.is_hidden = defined.is_hidden;
    name.refers_to =
        formula_text(defined.formula, defined.extra, FormulaForm::kXlsb, {1, 1}, *this, work_);
    bytes += name.refers_to.size();
    if (bytes > kMostBytesOfNames) break;
    if (name.refers_to.empty()) continue;
    names_.push_back(std::move(name));
  }
  find_named_cells(names_, sheets_);
}

/// Tables have parts of their own ([MS-XLSB] 2.4.134).
void XlsbWorkbook::read_tables() {
  constexpr std::uint32_t kTableRecord = 343;
  constexpr std::size_t kBehindCells = 48;
  constexpr std::size_t kMostTables = 10'000;
  std::size_t count = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const Relationship& relationship : package_.relationships(parts_[i])) {
      if (relationship.type != "table" || relationship.is_external) continue;
      if (++count > kMostTables) return;
      const auto reader = records(relationship.target);
      if (!reader) continue;
      const auto record = (*reader)->next();
      if (!record || !*record || (*record)->type != kTableRecord) continue;
      ByteReader bytes((*record)->bytes);
      NamedCells table;
      table.area = read_binary_area(bytes);
      if (!bytes.skip(kBehindCells)) continue;
      table.name = wide_string(bytes).value_or("");
      if (std::string shown = wide_string(bytes).value_or(""); !shown.empty())
        table.name = std::move(shown);
      if (table.name.empty()) continue;
      table.sheet = i;
      table.is_table = true;
      table.refers_to = sheet_reference(sheets_[i].name, table.area);
      names_.push_back(std::move(table));
    }
  }
}

std::string XlsbWorkbook::sheets(std::uint32_t entry) const {
  if (entry >= outer_sheets_.size()) return "";
  const OuterSheets& outer = outer_sheets_[entry];
  if (outer.book >= books_.size()) return "";
  if (!books_[outer.book]) return compose({"[{}]!", outer.book + 1});
  if (outer.first >= sheets_.size() || outer.last >= sheets_.size()) return "#REF!";
  std::string first = quoted_sheet(sheets_[outer.first].name);
  if (outer.first == outer.last) return first + '!';
  return compose({"{}:{}!", first, quoted_sheet(sheets_[outer.last].name)});
}

std::string XlsbWorkbook::name(std::uint32_t index) const {
  return index == 0 || index > defined_.size() ? "" : defined_[index - 1].name;
}

std::string XlsbWorkbook::outer_name(std::uint32_t entry, std::uint32_t index) const {
  if (entry >= outer_sheets_.size() || outer_sheets_[entry].book >= books_.size()) return "";
  if (books_[outer_sheets_[entry].book]) return name(index);
  return compose({"[{}]!name{}", outer_sheets_[entry].book + 1, index});
}

void XlsbWorkbook::read_bundle(ByteSpan bytes, const Relationships& relationships) {
  if (sheets_.size() >= kMostXlsbSheets) return;
  ByteReader reader(bytes);
  SheetInfo sheet;
  const std::uint32_t state = reader.u32_le().value_or(0);
  if (state == 1) sheet.state = SheetState::kHidden;
  if (state == 2) sheet.state = SheetState::kVeryHidden;
  (void)reader.u32_le();
  const std::string id = wide_string(reader).value_or("");
  sheet.name = bounded_name(wide_string(reader).value_or(""));
  std::string part;
  if (const Relationship* link = relationships.find(id); link != nullptr && !link->is_external) {
    part = link->target;
    if (link->type == "chartsheet") sheet.kind = "chart";
    if (link->type == "dialogsheet") sheet.kind = "dialog";
  }
  sheet.bytes = package_.size_of(part).value_or(0);
  sheets_.push_back(std::move(sheet));
  parts_.push_back(std::move(part));
}

Result<void> XlsbWorkbook::read_styles(const std::string& part) {
  if (part.empty()) return {};
  LECTERN_TRY(const auto reader, records(part));
  bool in_styles = false;
  std::size_t count = 0;
  for (;;) {
    LECTERN_TRY(const auto record, reader->next());
    if (!record) return {};
    ByteReader bytes(record->bytes);
    if (record->type == kFormatRecord) {
      const std::uint16_t id = bytes.u16_le().value_or(0);
      formats_.define(id, wide_string(bytes).value_or(""));
    } else if (record->type == kBeginStyles) {
      in_styles = true;
    } else if (record->type == kEndStyles) {
      in_styles = false;
    } else if (record->type == kStyleRecord && in_styles && ++count <= kMostXlsbStyles) {
      (void)bytes.u16_le();
      formats_.add_style(bytes.u16_le().value_or(0));
    }
  }
}

Result<void> XlsbWorkbook::read_strings(const std::string& part) {
  if (part.empty()) return {};
  LECTERN_TRY(const auto reader, records(part));
  const std::uint64_t most = context_.options.limits.max_decoded_bytes;
  for (;;) {
    LECTERN_TRY(const auto record, reader->next());
    if (!record) return {};
    if (record->type != kStringRecord) continue;
    ByteReader bytes(record->bytes);
    (void)bytes.u8();
    strings_.add(wide_string(bytes).value_or(""));
    if (strings_.bytes() > most)
      return fail(ErrorCode::kLimitExceeded, {"its strings take more than {byte}", most});
  }
}

void XlsbWorkbook::read_comments(const std::string& part, const CellArea& area, SheetSink& sink) {
  const auto reader = records(part);
  if (!reader) return package_.warn(part, reader.error());
  std::vector<std::string> authors;
  std::size_t author = 0;
  CellArea cell;
  for (;;) {
    const auto record = (*reader)->next();
    if (!record) return package_.warn(part, record.error());
    if (!*record) return;
    ByteReader bytes((*record)->bytes);
    if ((*record)->type == kAuthorRecord && authors.size() < kMostAuthors) {
      authors.push_back(bounded_name(wide_string(bytes).value_or("")));
    } else if ((*record)->type == kCommentRecord) {
      author = bytes.u32_le().value_or(0);
      cell = read_binary_area(bytes);
    } else if ((*record)->type == kCommentText && cell.overlaps(area)) {
      (void)bytes.u8();
      const std::string text = wide_string(bytes).value_or("");
      const std::string name = author < authors.size() ? authors[author] : "";
      std::string_view bare = text;
      if (!name.empty() && bare.starts_with(name + ":")) bare.remove_prefix(name.size() + 1);
      while (!bare.empty() && (bare.front() == '\n' || bare.front() == ' ')) bare.remove_prefix(1);
      while (!bare.empty() && (bare.back() == '\n' || bare.back() == ' ')) bare.remove_suffix(1);
      sink.note({NoteKind::kComment, cell,
                 compose({"[Comment{}{}: {}]", name.empty() ? "" : " by ", escape_line(name),
                          escape_line(bare)})});
    }
  }
}

Result<void> XlsbWorkbook::read(std::size_t sheet, const CellArea& area, SheetSink& sink) {
  const std::string& part = parts_[sheet];
  const Relationships relationships = package_.relationships(part);
  XlsxNotes(package_, pictures_, relationships, area, sink).read();
  std::set<std::string_view> seen;
  for (const Relationship& relationship : relationships) {
    const bool is_comments = relationship.type == "comments" && !relationship.is_external;
    if (is_comments && seen.insert(relationship.target).second)
      read_comments(relationship.target, area, sink);
  }
  if (!sheets_[sheet].kind.empty()) return {};
  LECTERN_TRY(const auto reader, records(part));
  const CellText text(context_.options.sheet.values, dates_);
  const XlsbShared shared{formats_, text, strings_, *this, work_};
  const Result<void> cells = XlsbSheet(*reader, shared, relationships, area, sink).read();
  if (!cells) return fail(cells.error().code, {"{}: {}", part, cells.error().message});
  return {};
}

}  // namespace lectern
