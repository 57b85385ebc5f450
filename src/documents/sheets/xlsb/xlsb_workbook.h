// Binary workbooks of Excel 2007 and later ([MS-XLSB]): the package of Office Open XML with binary
// parts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/work_budget.h"
#include "documents/document_pictures.h"
#include "documents/office_package.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsb/binary_records.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

class XlsbWorkbook final : public Workbook {
 public:
  /// \param context, package, pictures  must outlive the workbook. \param part  its main part.
  static Result<std::unique_ptr<XlsbWorkbook>> open(const ReadContext& context,
                                                    OfficePackage& package,
                                                    DocumentPictures& pictures, std::string part);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

 private:
  XlsbWorkbook(const ReadContext& context, OfficePackage& package, DocumentPictures& pictures)
      : context_(context), package_(package), pictures_(pictures), work_(context.options.limits) {}

  Result<void> read_parts(const std::string& part);
  Result<std::unique_ptr<BinaryRecords>> records(const std::string& part);
  void read_bundle(ByteSpan bytes, const std::vector<Relationship>& relationships);
  Result<void> read_styles(const std::string& part);
  Result<void> read_strings(const std::string& part);
  void read_comments(const std::string& part, const CellArea& area, SheetSink& sink);

  const ReadContext& context_;
  OfficePackage& package_;
  DocumentPictures& pictures_;
  WorkBudget work_;
  std::vector<std::string> parts_;
  DateSystem dates_ = DateSystem::k1900;
  FormatTable formats_;
  std::string string_text_;
  std::vector<std::uint32_t> string_ends_;
};

}  // namespace lectern
