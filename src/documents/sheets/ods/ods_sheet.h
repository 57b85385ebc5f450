// A table:table of an OpenDocument spreadsheet as a stream of rows.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/office_package.h"
#include "documents/sheets/cell_text.h"
#include "documents/sheets/workbook.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

class OdsSheet {
 public:
  /// All must outlive the reading. \param validations  conditions by the names that cells use.
  OdsSheet(XmlReader& xml, const CellText& text, OfficePackage& package, DocumentPictures& pictures,
           const std::map<std::string, std::string, std::less<>>& validations, const CellArea& area,
           SheetSink& sink)
      : xml_(xml),
        text_(text),
        package_(package),
        pictures_(pictures),
        validations_(validations),
        area_(area),
        sink_(sink) {}

  /// Reads the table whose start `xml` is at. \returns true when it was read to its end.
  bool read();

 private:
  struct Cell {
    std::string type, value, formula;
    std::string text;  ///< as it is shown
    bool has_text = false;
  };

  void read_column();
  void read_row();
  void read_cell(std::uint32_t row, std::uint32_t column, std::uint32_t count, bool is_covered,
                 ShownRow& shown);
  void read_paragraph(Cell& cell, CellAddress at);
  void read_annotation(CellAddress at);
  void read_frame(CellAddress at);
  void add_object(std::string path, CellAddress at);
  std::string shown_text(const Cell& cell);

  XmlReader& xml_;
  const CellText& text_;
  OfficePackage& package_;
  DocumentPictures& pictures_;
  const std::map<std::string, std::string, std::less<>>& validations_;
  CellArea area_;
  SheetSink& sink_;
  std::uint32_t next_row_ = 1;
  std::uint32_t next_column_ = 1;
  std::size_t notes_ = 0;
  bool stopped_ = false;
};

}  // namespace lectern
