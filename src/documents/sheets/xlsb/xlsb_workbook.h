// Binary workbooks of Excel 2007 and later ([MS-XLSB]): the package of Office Open XML with binary
// parts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/office_package.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/formula_tokens.h"
#include "documents/sheets/shared_work.h"
#include "documents/sheets/string_pieces.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsb/binary_records.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

class XlsbWorkbook final : public Workbook, FormulaNames {
 public:
  /// \param context, package, pictures  must outlive the workbook. \param part  its main part.
  static Result<std::unique_ptr<XlsbWorkbook>> open(const ReadContext& context,
                                                    OfficePackage& package,
                                                    DocumentPictures& pictures, std::string part);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

 private:
  XlsbWorkbook(const ReadContext& context, OfficePackage& package, DocumentPictures& pictures)
      : context_(context), package_(package), pictures_(pictures), work_(package.work()) {}

  Result<void> read_parts(const std::string& part);
  Result<std::unique_ptr<BinaryRecords>> records(const std::string& part);
  void read_bundle(ByteSpan bytes, const Relationships& relationships);
  Result<void> read_styles(const std::string& part);
  Result<void> read_strings(const std::string& part);
  void read_comments(const std::string& part, const CellArea& area, SheetSink& sink);

  void read_name(ByteSpan bytes);
  void read_tables();
  void name_areas();

  std::string sheets(std::uint32_t entry) const override;
  std::string name(std::uint32_t index) const override;
  std::string outer_name(std::uint32_t entry, std::uint32_t index) const override;

  struct OuterSheets {
    std::uint32_t book, first, last;
  };
  struct DefinedName {
    std::string name;
    bool is_hidden = false;
    ByteVector formula = {};
    ByteVector extra = {};
  };

  const ReadContext& context_;
  OfficePackage& package_;
  DocumentPictures& pictures_;
  SharedWork work_;
  std::vector<std::string> parts_;
  std::vector<bool> books_;  ///< workbooks that formulas refer to: whether it is this one
  std::vector<OuterSheets> outer_sheets_;
  std::vector<DefinedName> defined_;
  std::size_t defined_bytes_ = 0;
  DateSystem dates_ = DateSystem::k1900;
  FormatTable formats_;
  StringPieces strings_;
};

}  // namespace lectern
