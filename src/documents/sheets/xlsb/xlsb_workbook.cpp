#include "documents/sheets/xlsb/xlsb_workbook.h"

#include <algorithm>

#include "documents/sheets/xlsb/xlsb_sheet.h"
#include "documents/sheets/xlsx/xlsx_notes.h"

namespace lectern {
namespace {

constexpr std::size_t kMostXlsbSheets = 10'000;
constexpr std::size_t kMostXlsbStyles = 1'000'000;
constexpr std::size_t kMostAuthors = 10'000;
constexpr std::uint32_t kSheetRecord = 156, kPropertiesRecord = 153, kStringRecord = 19,
                        kFormatRecord = 44, kStyleRecord = 47, kBeginStyles = 617, kEndStyles = 618,
                        kAuthorRecord = 632, kCommentRecord = 635, kCommentText = 637;

std::string target_of_type(const std::vector<Relationship>& relationships, std::string_view type) {
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
  const std::vector<Relationship> relationships = package_.relationships(part);
  for (;;) {
    LECTERN_TRY(const auto record, reader->next());
    if (!record) break;
    if (record->type == kPropertiesRecord) {
      if ((ByteReader(record->bytes).u32_le().value_or(0) & 1) != 0) dates_ = DateSystem::k1904;
    } else if (record->type == kSheetRecord) {
      read_bundle(record->bytes, relationships);
    }
  }
  if (sheets_.empty()) return fail(ErrorCode::kCorruptDocument, {"{} lists no sheets", part});
  const std::string styles = target_of_type(relationships, "styles");
  const Result<void> read = read_styles(styles);
  if (!read) package_.warn(styles, read.error());
  const std::string strings = target_of_type(relationships, "sharedStrings");
  const Result<void> read_too = read_strings(strings);
  if (!read_too) package_.warn(strings, read_too.error());
  if (context_.options.sheet.values == SheetValues::kFormulas) {
    package_.warn("formulas of this format are shown as their values");
  }
  return {};
}

void XlsbWorkbook::read_bundle(ByteSpan bytes, const std::vector<Relationship>& relationships) {
  if (sheets_.size() >= kMostXlsbSheets) return;
  ByteReader reader(bytes);
  SheetInfo sheet;
  const std::uint32_t state = reader.u32_le().value_or(0);
  if (state == 1) sheet.state = SheetState::kHidden;
  if (state == 2) sheet.state = SheetState::kVeryHidden;
  (void)reader.u32_le();
  const std::string id = wide_string(reader).value_or("");
  sheet.name = wide_string(reader).value_or("");
  std::string part;
  for (const Relationship& relationship : relationships) {
    if (relationship.id != id || relationship.is_external) continue;
    part = relationship.target;
    if (relationship.type == "chartsheet") sheet.kind = "chart";
    if (relationship.type == "dialogsheet") sheet.kind = "dialog";
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
    string_text_ += wide_string(bytes).value_or("");
    string_ends_.push_back(static_cast<std::uint32_t>(string_text_.size()));
    if (string_text_.size() + string_ends_.size() * 4 > most) {
      return fail(ErrorCode::kLimitExceeded, {"its strings take more than {byte}", most});
    }
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
      authors.push_back(wide_string(bytes).value_or(""));
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
  const std::vector<Relationship> relationships = package_.relationships(part);
  XlsxNotes(package_, pictures_, relationships, area, sink).read();
  for (const Relationship& relationship : relationships) {
    if (relationship.type == "comments" && !relationship.is_external) {
      read_comments(relationship.target, area, sink);
    }
  }
  if (!sheets_[sheet].kind.empty()) return {};
  LECTERN_TRY(const auto reader, records(part));
  const CellText text(context_.options.sheet.values, dates_);
  const XlsbShared shared{formats_, text, string_text_, string_ends_};
  const Result<void> read = XlsbSheet(*reader, shared, relationships, area, sink).read();
  if (!read) return fail(read.error().code, {"{}: {}", part, read.error().message});
  return {};
}

}  // namespace lectern
