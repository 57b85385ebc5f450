// A sheet of a workbook in SpreadsheetML of Excel 2002 and 2003.
#pragma once

#include "documents/sheets/xml2003/xml_workbook.h"

namespace lectern {

class XmlSheet {
 public:
  /// \param xml  at the start of the sheet; must outlive this as the rest.
  XmlSheet(XmlReader& xml, const CellText& text, const XmlFormats& formats, DateSystem dates,
           const CellArea& area, SheetSink& sink)
      : xml_(xml), text_(text), formats_(formats), dates_(dates), area_(area), sink_(sink) {}

  /// Reads to the end of the sheet. False when it has stopped before.
  bool read();

 private:
  void read_table();
  void read_column(std::uint32_t& next);
  void read_row(std::uint32_t& next);
  void read_cell(CellAddress at, ShownRow& row, const std::string& row_style);
  void read_options();
  void read_validation();
  std::string shown(std::string_view type, std::string_view value, const NumberFormat& format);
  const NumberFormat& format_of(const std::string& style) const;
  void note(NoteKind kind, const CellArea& area, std::string text);

  XmlReader& xml_;
  const CellText& text_;
  const XmlFormats& formats_;
  DateSystem dates_;
  const CellArea& area_;
  SheetSink& sink_;
  std::string table_style_;
  std::size_t notes_ = 0;
  bool stopped_ = false;
};

}  // namespace lectern
