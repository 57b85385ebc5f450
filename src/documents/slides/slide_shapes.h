// Reads the shape tree of a slide, layout, master or notes page (ECMA-376 part 1, 19.3.1.45).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/office_package.h"
#include "documents/slides/drawing_text.h"
#include "documents/slides/slide_model.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

class SlideShapeReader {
 public:
  /// \param part   the part that `xml` reads, whose relationships the shapes name.
  SlideShapeReader(XmlReader& xml, OfficePackage& package, std::string_view part)
      : xml_(xml), package_(package), links_(package, part) {}

  /// At the start of a shape tree: its shapes, to its end.
  std::vector<SlideShape> read_tree();
  /// True when it had more than is held.
  bool is_cut() const { return is_cut_; }
  /// What was left out of its texts and links.
  const SlideRoom& room() const { return room_; }
  const Relationships& links() { return links_.all(); }

 private:
  struct Transform {
    double scale_x = 1;
    double scale_y = 1;
    double shift_x = 0;
    double shift_y = 0;
  };

  void add_shape(std::vector<SlideShape>& shapes, SlideShape::Kind kind, const Transform& transform,
                 int level);
  void read_group(SlideShape& group, const Transform& transform, int level);
  void read_shape(SlideShape& shape, const Transform& transform);
  void read_properties(SlideShape& shape);
  void read_place(SlideShape& shape, const Transform& transform);
  void read_graphic(SlideShape& shape);
  void read_object(SlideShape& shape);
  void read_table(SlideShape& shape);
  std::string target(std::string_view id);
  std::string old_picture(std::string_view shape);

  XmlReader& xml_;
  OfficePackage& package_;
  PartLinks links_;
  /// Pictures of objects in drawings for PowerPoint 2007, by their shapes.
  std::optional<std::map<std::string, std::string, std::less<>>> old_pictures_;
  std::size_t shapes_ = 0;
  SlideRoom room_;
  bool is_cut_ = false;
};

}  // namespace lectern
