#include "documents/sheets/workbook_reader.h"

#include <algorithm>

#include "documents/office_package.h"
#include "documents/sheets/biff/xls_workbook.h"
#include "documents/sheets/delimited/delimited_workbook.h"
#include "documents/sheets/ods/ods_workbook.h"
#include "documents/sheets/workbook_form.h"
#include "documents/sheets/xlsb/xlsb_workbook.h"
#include "documents/sheets/xlsx/xlsx_workbook.h"
#include "documents/sheets/xml2003/xml_workbook.h"
#include "documents/unpacked_work.h"
#include "package/compound.h"

namespace lectern {
namespace {

/// Shows a workbook whose parts are in a package.
Result<ToolResult> show(const ReadContext& context, OfficePackage& package,
                        DocumentPictures& pictures, Workbook& workbook) {
  DocumentInfo info;
  package.read_properties(info);
  info.kind = DocumentKind::kSpreadsheet;
  LECTERN_TRY(ToolResult result, show_workbook(context, workbook, std::move(info), &pictures));
  for (std::string& warning : package.take_warnings()) {
    result.metadata.warnings.push_back(std::move(warning));
  }
  return result;
}

/// \param lacks  what the file lacks of the stream
Result<ToolResult> show_xls(const ReadContext& context, ByteVector stream,
                            std::vector<std::string> lacks, WorkBudget work) {
  LECTERN_TRY(const auto workbook, XlsWorkbook::open(context, std::move(stream), work));
  DocumentInfo info;
  info.kind = DocumentKind::kSpreadsheet;
  LECTERN_TRY(ToolResult result, show_workbook(context, *workbook, std::move(info), nullptr));
  for (auto warnings : {std::move(lacks), workbook->take_warnings()}) {
    for (std::string& warning : warnings) result.metadata.warnings.push_back(std::move(warning));
  }
  return result;
}

/// Excel 5 to 2003 in a compound file; Excel 2 to 4 wrote the records alone.
Result<ToolResult> read_xls(const ReadContext& context) {
  // A number of 17 digits is 18 bytes.
  constexpr std::uint64_t kXlsByteWork = 75;
  WorkBudget work(context.options.limits);
  if (context.is_unpacked)
    LECTERN_CHECK(pay_for_unpacked(context, context.bytes.size(), 0, work, kXlsByteWork));
  const std::uint64_t most =
      std::min<std::uint64_t>(context.options.limits.max_decoded_bytes, xls_room(context));
  if (!starts_with(context.bytes, "\xD0\xCF\x11\xE0")) {
    if (context.bytes.size() > most)
      return fail(ErrorCode::kLimitExceeded,
                  {"the workbook has {byte} of records, more than the {,} that are left for it "
                   "(maxDecodedBytes)",
                   context.bytes.size(), most});
    return show_xls(context, ByteVector(context.bytes.begin(), context.bytes.end()), {}, work);
  }
  LECTERN_TRY(const CompoundFile file, CompoundFile::open(context.bytes));
  for (const std::string_view name : {"Workbook", "Book"}) {
    const CompoundEntry* entry = file.find(name);
    if (entry == nullptr) continue;
    LECTERN_TRY(ByteVector stream, file.read(*entry, most));
    return show_xls(context, std::move(stream), file.warnings(), work);
  }
  return fail(ErrorCode::kCorruptDocument, "the file holds no workbook");
}

/// SpreadsheetML of Excel 2002 and 2003.
Result<ToolResult> read_xml_workbook(const ReadContext& context) {
  LECTERN_TRY(const auto workbook, XmlWorkbook::open(context));
  DocumentInfo info = workbook->info();
  info.kind = DocumentKind::kSpreadsheet;
  LECTERN_TRY(ToolResult result, show_workbook(context, *workbook, std::move(info), nullptr));
  for (std::string& warning : workbook->take_warnings())
    result.metadata.warnings.push_back(std::move(warning));
  return result;
}

Result<ToolResult> read_delimited(const ReadContext& context) {
  LECTERN_TRY(const auto workbook, DelimitedWorkbook::open(context));
  DocumentInfo info;
  info.kind = DocumentKind::kSpreadsheet;
  return show_workbook(context, *workbook, std::move(info), nullptr);
}

}  // namespace

Result<ToolResult> read_workbook(const ReadContext& context) {
  if (context.format.mime_type == "application/vnd.ms-excel")
    return FlatParts::is_flat(context.bytes) ? read_xml_workbook(context) : read_xls(context);
  if (context.format.mime_type == "text/csv") return read_delimited(context);
  LECTERN_TRY(const auto package, OfficePackage::open(context, OfficePackage::Holds::kCells));
  DocumentPictures pictures(*package, context.options);
  if (context.format.mime_type.find("opendocument") != std::string_view::npos) {
    LECTERN_TRY(const auto workbook, OdsWorkbook::open(context, *package, pictures));
    return show(context, *package, pictures, *workbook);
  }
  const std::string part =
      package->main_part(package->has("xl/workbook.bin") ? "xl/workbook.bin" : "xl/workbook.xml");
  if (part.ends_with(".bin")) {
    LECTERN_TRY(const auto workbook, XlsbWorkbook::open(context, *package, pictures, part));
    return show(context, *package, pictures, *workbook);
  }
  LECTERN_TRY(const auto workbook, XlsxWorkbook::open(context, *package, pictures, part));
  return show(context, *package, pictures, *workbook);
}

}  // namespace lectern
