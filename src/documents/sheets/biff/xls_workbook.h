// Workbooks of Excel 2 to 2003 ([MS-XLS]; for BIFF 2 to 5 OpenOffice.org's documentation of the
// format).
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/reader.h"
#include "base/work_budget.h"
#include "documents/sheets/biff/records.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

class XlsWorkbook final : public Workbook {
 public:
  /// \param stream  the records of the workbook, which it takes over.
  /// \returns CORRUPT_DOCUMENT, or ENCRYPTED.
  static Result<std::unique_ptr<XlsWorkbook>> open(const ReadContext& context, ByteVector stream);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  XlsWorkbook(const ReadContext& context, ByteVector stream)
      : context_(context),
        stream_(std::move(stream)),
        page_(context.options.encoding_tables),
        work_(context.options.limits) {}

  Result<void> read_globals();
  Result<void> read_global(const BiffRecord& record, BiffStream& records);
  void read_strings(const BiffRecord& record, BiffStream& records);
  void read_format(const BiffRecord& record);
  void read_style(const BiffRecord& record);
  void read_bound_sheet(const BiffRecord& record);
  void read_name(const BiffRecord& record);

  const ReadContext& context_;
  ByteVector stream_;
  CodePage page_;
  WorkBudget work_;  ///< sheets may share their records
  BiffVersion version_ = BiffVersion::k8;
  DateSystem dates_ = DateSystem::k1900;
  FormatTable formats_;
  std::uint32_t format_count_ = 0;
  std::vector<std::uint32_t> offsets_;  ///< of the sheets, in the stream
  std::string string_text_;
  std::vector<std::uint32_t> string_ends_;
  std::vector<std::uint16_t> extern_sheets_;  ///< the first sheet that each stands for
  std::set<std::size_t> cut_sheets_;          ///< of which a warning tells
  std::vector<std::string> warnings_;
};

}  // namespace lectern
