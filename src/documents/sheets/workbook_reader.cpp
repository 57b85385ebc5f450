#include "documents/sheets/workbook_reader.h"

#include "documents/office_package.h"
#include "documents/sheets/ods/ods_workbook.h"
#include "documents/sheets/workbook_form.h"
#include "documents/sheets/xlsx/xlsx_workbook.h"

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

}  // namespace

Result<ToolResult> read_workbook(const ReadContext& context) {
  LECTERN_TRY(const auto package, OfficePackage::open(context));
  DocumentPictures pictures(*package, context.options);
  if (context.format.mime_type.find("opendocument") != std::string_view::npos) {
    LECTERN_TRY(const auto workbook, OdsWorkbook::open(context, *package, pictures));
    return show(context, *package, pictures, *workbook);
  }
  const std::string part = package->main_part("xl/workbook.xml");
  LECTERN_TRY(const auto workbook, XlsxWorkbook::open(context, *package, pictures, part));
  return show(context, *package, pictures, *workbook);
}

}  // namespace lectern
