// A sheet of BIFF 2 to 8 as a stream of rows.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/sheets/biff/records.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/formula_tokens.h"
#include "documents/sheets/shared_work.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

/// What cells of all sheets need.
struct XlsShared {
  BiffVersion version;
  const CodePage& page;
  FormatTable& formats;
  const CellText& text;
  std::string_view strings;
  const std::vector<std::uint32_t>& string_ends;
  const FormulaNames& names;
  SharedWork& work;
};

class XlsSheet {
 public:
  /// All must outlive the reading. `records` stands at the sheet's first record.
  XlsSheet(BiffStream& records, const XlsShared& shared, const CellArea& area, SheetSink& sink)
      : records_(records), shared_(shared), area_(area), sink_(sink) {}

  /// \returns false where the records end without the mark of their end, or where `shared.work`
  /// does.
  bool read();

 private:
  /// Where a cell is and its style.
  struct Head {
    CellAddress at;
    const NumberFormat* format;
  };
  /// Where the text of an object stands: notes that share one would hold it as often.
  struct ObjectText {
    std::uint32_t count;  ///< of its characters
    BiffStream pieces;
  };

  void read_record(const BiffRecord& record);
  Head read_head(ByteReader& reader);
  void read_shared_string(ByteReader reader);
  /// Whether the cell is in a row that may be shown.
  bool wants(const Head& head) const { return !stopped_ && area_.has(head.at); }
  void add(const Head& head, std::string text);
  void add_number(const Head& head, double number);
  void flush();
  void read_row(ByteReader reader);
  void read_formula(ByteReader reader);
  void add_formula(const Head& head, ByteReader reader, std::string shown);
  std::string formula_of(const Head& head, ByteReader reader);
  void read_label(ByteReader reader);
  void read_columns(ByteReader reader);
  void read_merges(ByteReader reader);
  void read_link(ByteReader reader);
  void read_object(ByteReader reader);
  void read_text_object(ByteReader reader);
  void read_note(ByteReader reader);
  void read_validation(ByteReader reader);
  std::string text_of(ByteSpan bytes) const { return shared_.page.decode(bytes); }
  static std::string text_of(const ObjectText& object);

  BiffStream& records_;
  const XlsShared& shared_;
  CellArea area_;
  SheetSink& sink_;
  ShownRow row_{0, false, {}, {}};
  std::set<std::uint32_t> hidden_rows_;
  bool stopped_ = false;
  std::uint16_t object_ = 0;
  bool is_note_object_ = false;
  std::map<std::uint16_t, ObjectText> object_texts_;
  std::size_t notes_ = 0;
  /// Formulas that several cells have, by the first of them.
  struct SharedFormula {
    ByteSpan tokens;
    ByteSpan extra;
    std::string cells;  ///< of an array
  };
  std::map<std::uint64_t, SharedFormula> formulas_;
};

}  // namespace lectern
