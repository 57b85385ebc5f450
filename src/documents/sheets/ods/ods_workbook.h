// Spreadsheets of OpenDocument (ODF 1.3 part 3, chapter 9). Rows and cells that are repeated are
// kept once and counted.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/office_package.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/workbook.h"

namespace lectern {

class OdsWorkbook final : public Workbook {
 public:
  /// \param context, package, pictures  must outlive the workbook.
  static Result<std::unique_ptr<OdsWorkbook>> open(const ReadContext& context,
                                                   OfficePackage& package,
                                                   DocumentPictures& pictures);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

 private:
  OdsWorkbook(const ReadContext& context, OfficePackage& package, DocumentPictures& pictures)
      : context_(context), package_(package), pictures_(pictures) {}

  Result<void> look_through();
  void read_style(XmlReader& xml);
  void read_name(XmlReader& xml, bool is_table);
  bool go_to(std::size_t sheet);

  const ReadContext& context_;
  OfficePackage& package_;
  DocumentPictures& pictures_;
  std::set<std::string, std::less<>> hidden_styles_;
  std::map<std::string, std::string, std::less<>> validations_;
  /// Where the last read ended: sheets follow each other in one part.
  std::unique_ptr<PartReader> reader_;
  std::size_t next_sheet_ = 0;
};

/// "of:=SUM([.A1:.B2])" as "SUM(A1:B2)".
std::string ods_formula(std::string_view formula);
/// "$Sheet1.$A$1:.$B$2" as "Sheet1!$A$1:$B$2".
std::string ods_address(std::string_view address);

}  // namespace lectern
