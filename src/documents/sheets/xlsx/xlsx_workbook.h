// Workbooks of Office Open XML (ECMA-376 part 1, SpreadsheetML, transitional and strict).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/office_package.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsx/shared_strings.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

class XlsxWorkbook final : public Workbook {
 public:
  /// \param context, package, pictures  must outlive the workbook. \param part  its main part.
  static Result<std::unique_ptr<XlsxWorkbook>> open(const ReadContext& context,
                                                    OfficePackage& package,
                                                    DocumentPictures& pictures, std::string part);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

 private:
  XlsxWorkbook(const ReadContext& context, OfficePackage& package, DocumentPictures& pictures,
               std::string part);

  Result<void> read_workbook_part();
  void read_sheet_row(const XmlReader& xml, const Relationships& relationships);
  void read_defined_name(XmlReader& xml);
  void read_tables();
  void remark_on_links(const Relationships& relationships);
  void read_beside(std::size_t sheet, const Relationships& relationships, const CellArea& area,
                   SheetSink& sink);

  const ReadContext& context_;
  OfficePackage& package_;
  DocumentPictures& pictures_;
  std::string part_;
  std::vector<std::string> parts_;  ///< of the sheets
  DateSystem dates_ = DateSystem::k1900;
  FormatTable formats_;
  std::unique_ptr<SharedStrings> strings_;
};

/// The used range that a worksheet's part states, "" parts have none.
std::optional<CellArea> stated_dimension(OfficePackage& package, const std::string& part);

}  // namespace lectern
