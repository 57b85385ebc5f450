// A worksheet's part (ECMA-376 part 1, 18.3), read as a stream of rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "documents/office_package.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/workbook.h"
#include "documents/sheets/xlsx/shared_strings.h"
#include "documents/sheets/xlsx/styles.h"

namespace lectern {

/// What cells of all sheets need.
struct XlsxShared {
  OfficePackage& package;
  SharedStrings& strings;
  FormatTable& formats;
  const CellText& text;
};

class XlsxSheet {
 public:
  /// All must outlive the reading. \param bytes  of the part, as the package states them.
  XlsxSheet(XmlReader& xml, const XlsxShared& shared, const Relationships& relationships,
            const CellArea& area, std::uint64_t bytes, SheetSink& sink)
      : xml_(xml),
        shared_(shared),
        relationships_(relationships),
        area_(area),
        bytes_(bytes),
        sink_(sink) {}

  /// Reads all of it. \returns what is wrong with the XML.
  Result<void> read();

 private:
  struct SharedFormula {
    std::string text;
    CellAddress first;
  };

  /// What merged cells, links and rules must overlap: the last rows of a large sheet come with all
  /// of them, since the rows before came without.
  CellArea notes_area() const;
  void read_view();
  void read_columns();
  void read_rows();
  void read_row();
  bool skip_row();
  void skip_cells(std::size_t depth);
  bool read_plain_cell(std::uint32_t& column);
  std::uint32_t column_of(std::string_view reference, std::uint32_t before) const;
  void read_cell(CellAddress at);
  void read_formula(CellAddress at, std::string& formula);
  void append_value(std::string_view type, std::string_view value, const NumberFormat& format,
                    std::string& out);
  void read_merges();
  void read_links();
  void read_validation();
  std::string target_of(std::string_view id);

  XmlReader& xml_;
  const XlsxShared& shared_;
  const Relationships& relationships_;
  CellArea area_;
  std::uint64_t bytes_;
  SheetSink& sink_;

  bool rows_hidden_ = false;  ///< unless they say otherwise
  bool stopped_ = false;
  std::uint32_t last_row_ = 0;
  std::map<std::uint64_t, SharedFormula> formulas_;
  std::size_t formula_bytes_ = 0;
  std::string value_;
  ShownRow row_;
};

}  // namespace lectern
