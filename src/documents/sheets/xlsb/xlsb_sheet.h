// A sheet's binary part as a stream of rows.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "documents/office_package.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/formula_tokens.h"
#include "documents/sheets/shared_work.h"
#include "documents/sheets/string_pieces.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsb/binary_records.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

/// What cells of all sheets need.
struct XlsbShared {
  FormatTable& formats;
  const CellText& text;
  const StringPieces& strings;
  const FormulaNames& names;
  SharedWork& work;
};

class XlsbSheet {
 public:
  /// All must outlive the reading.
  XlsbSheet(BinaryRecords& records, const XlsbShared& shared, const Relationships& relationships,
            const CellArea& area, SheetSink& sink)
      : records_(records),
        shared_(shared),
        relationships_(relationships),
        area_(area),
        sink_(sink) {}

  Result<void> read();

 private:
  void read_cell(std::uint32_t type, ByteReader reader);
  std::string formula_of(ByteReader reader);
  void read_shared(ByteReader reader, bool is_array);
  void read_row(ByteReader reader);
  void read_columns(ByteReader reader);
  void read_link(ByteReader reader);
  void flush();

  BinaryRecords& records_;
  const XlsbShared& shared_;
  const Relationships& relationships_;
  CellArea area_;
  SheetSink& sink_;
  ShownRow row_{0, false, {}, {}};
  std::uint32_t column_ = 0;
  bool stopped_ = false;
  std::size_t notes_ = 0;
  /// Formulas that several cells have, by the first of them.
  struct SharedFormula {
    ByteVector tokens;
    ByteVector extra;
    std::string cells;  ///< of an array
  };
  std::string text_of(const SharedFormula& formula, CellAddress at) const;
  std::map<std::uint64_t, SharedFormula> formulas_;
  std::size_t formula_bytes_ = 0;
  /// The cell whose shared formula stands in the next record.
  std::uint64_t awaited_ = 0;
  std::string awaited_value_;
  CellAddress awaited_at_;
};

/// Four numbers of 32 bits: first and last row, first and last column.
CellArea read_binary_area(ByteReader& reader);

}  // namespace lectern
