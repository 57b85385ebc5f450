// Workbooks in SpreadsheetML of Excel 2002 and 2003 ("XML Spreadsheet"): one XML, with references
// in the R1C1 style, which are shown in the A1 style.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_stream.h"
#include "base/reader.h"
#include "base/work_budget.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/workbook.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

/// Number formats by the id of their style, each parsed once.
using XmlFormats = std::map<std::string, NumberFormat>;

class XmlWorkbook final : public Workbook {
 public:
  /// \param context  must outlive the workbook.
  static Result<std::unique_ptr<XmlWorkbook>> open(const ReadContext& context);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

  std::vector<std::string> take_warnings() { return std::move(warnings_); }
  const DocumentInfo& info() const { return info_; }

 private:
  explicit XmlWorkbook(const ReadContext& context)
      : context_(context), work_(context.options.limits) {}

  Result<void> look_through();
  void read_styles(XmlReader& xml);
  void read_sheet(XmlReader& xml);
  void read_names(XmlReader& xml, std::string_view sheet);
  void read_properties(XmlReader& xml);
  Result<bool> go_to(std::size_t sheet);

  const ReadContext& context_;
  XmlFormats formats_;
  DateSystem dates_ = DateSystem::k1900;
  DocumentInfo info_;
  std::vector<std::string> warnings_;
  std::unique_ptr<MemoryStream> stream_;
  std::unique_ptr<XmlReader> reader_;
  std::size_t next_sheet_ = 0;
  WorkBudget work_;
  unsigned readers_ = 0;  ///< that have begun with the file
};

/// A formula with references in the R1C1 style as the cell `at` has it in the A1 style.
std::string a1_formula(std::string_view formula, CellAddress at);

}  // namespace lectern
