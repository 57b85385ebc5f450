// Reads the shapes of a page of an OpenDocument presentation (ODF 1.3 part 3, chapter 10).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "documents/slides/impress_text.h"
#include "documents/slides/slide_model.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

/// A length in points.
double odf_points(std::string_view length);

class ImpressShapeReader {
 public:
  /// As the constructor of `ImpressTextReader`.
  ImpressShapeReader(XmlReader& xml, const ImpressStyles& styles, OfficePackage& package)
      : xml_(xml), text_(xml, styles, package) {}

  /// At the start of a page: its shapes and its notes, to its end.
  void read_page(std::vector<SlideShape>& shapes, std::vector<SlideShape>& notes);
  /// At the start of a master page: its shapes that are no placeholders, to its end.
  std::vector<SlideShape> read_master();
  std::vector<ImpressComment>& comments() { return text_.comments(); }
  std::size_t lost_links() const { return text_.lost_links(); }
  bool is_cut() const { return is_cut_ || text_.is_cut(); }

 private:
  void read_children(std::vector<SlideShape>& shapes, std::vector<SlideShape>* notes,
                     const std::string& link, int level);
  bool read_shape(std::vector<SlideShape>& shapes, const std::string& link, int level);
  void read_place(SlideShape& shape);
  void read_inside(SlideShape& shape);
  void read_table(SlideShape& shape);
  std::uint64_t id_of(std::string_view name);

  XmlReader& xml_;
  ImpressTextReader text_;
  std::map<std::string, std::uint64_t, std::less<>> ids_;
  std::size_t shapes_ = 0;
  std::size_t cells_ = 0;  ///< of all tables
  bool is_cut_ = false;
  bool is_master_ = false;
};

}  // namespace lectern
