// What belongs to a worksheet and stands in parts of its own: comments, threaded comments,
// pictures, charts, text boxes, pivot tables, embedded objects.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/office_package.h"
#include "documents/sheets/workbook.h"

namespace lectern {

class XlsxNotes {
 public:
  /// All must outlive the reading.
  XlsxNotes(OfficePackage& package, DocumentPictures& pictures, const Relationships& relationships,
            const CellArea& area, SheetSink& sink)
      : package_(package),
        pictures_(pictures),
        relationships_(relationships),
        area_(area),
        sink_(sink) {}

  void read();

 private:
  void read_comments(const std::string& part);
  void read_threads(const std::string& part);
  void read_persons();
  void read_drawing(const std::string& part);
  void read_anchor(XmlReader& xml, const Relationships& relationships);
  void read_pivot(const std::string& part);
  void comment(const CellArea& cell, std::string_view author, std::string_view text, bool is_reply,
               bool is_resolved);

  OfficePackage& package_;
  DocumentPictures& pictures_;
  const Relationships& relationships_;
  CellArea area_;
  SheetSink& sink_;
  std::map<std::string, std::string, std::less<>> persons_;
  bool has_threads_ = false;
  std::size_t count_ = 0;
};

}  // namespace lectern
