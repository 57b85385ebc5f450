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
#include "documents/sheets/formula_tokens.h"
#include "documents/sheets/shared_work.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

/// Bytes that a workbook's records and the texts of its cells may take.
std::uint64_t xls_room(const ReadContext& context);

class XlsWorkbook final : public Workbook, FormulaNames {
 public:
  /// \param stream  the records of the workbook, which it takes over.
  /// \param work    what the read of it may still do.
  /// \returns CORRUPT_DOCUMENT, or ENCRYPTED.
  static Result<std::unique_ptr<XlsWorkbook>> open(const ReadContext& context, ByteVector stream,
                                                   WorkBudget work);

  Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) override;

  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  XlsWorkbook(const ReadContext& context, ByteVector stream, WorkBudget work)
      : context_(context),
        stream_(std::move(stream)),
        page_(context.options.encoding_tables),
        work_(work) {}

  Result<void> read_globals();
  Result<void> read_global(const BiffRecord& record, BiffStream& records);
  void read_strings(const BiffRecord& record, BiffStream& records);
  void read_format(const BiffRecord& record);
  void read_style(const BiffRecord& record);
  void read_bound_sheet(const BiffRecord& record);
  void read_name(const BiffRecord& record);
  void read_book(const BiffRecord& record);
  void read_outer_name(const BiffRecord& record);
  void name_areas();

  std::string sheets(std::uint32_t entry) const override;
  std::string name(std::uint32_t index) const override;
  std::string outer_name(std::uint32_t entry, std::uint32_t index) const override;

  /// A workbook that formulas refer to.
  struct Book {
    bool is_self = false;
    std::string file;  ///< "" for libraries of functions
    std::vector<std::string> sheets = {};
    std::vector<std::string> names = {};
  };
  struct OuterSheets {
    std::uint16_t book, first, last;
  };
  struct DefinedName {
    std::string name;
    bool is_hidden;
    bool is_builtin;
    ByteSpan formula;
  };

  const ReadContext& context_;
  ByteVector stream_;
  CodePage page_;
  WorkBudget work_;
  SharedWork shared_work_{work_};
  BiffVersion version_ = BiffVersion::k8;
  DateSystem dates_ = DateSystem::k1900;
  FormatTable formats_;
  std::uint32_t format_count_ = 0;
  std::vector<std::uint32_t> offsets_;  ///< of the sheets, in the stream
  std::string string_text_;
  std::vector<std::uint32_t> string_ends_;
  std::vector<Book> books_;
  std::size_t outer_names_ = 0;  ///< of all books, with their sheets
  std::vector<OuterSheets> outer_sheets_;
  std::vector<DefinedName> defined_;
  std::set<std::size_t> cut_sheets_;  ///< of which a warning tells
  std::vector<std::string> warnings_;
};

}  // namespace lectern
