// Shapes of PowerPoint 97 to 2003 ([MS-ODRAW] 2.2.13 to 2.2.23): text, pictures, tables, groups.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "documents/slides/ppt_records.h"
#include "documents/slides/slide_model.h"

namespace lectern {

/// What the shapes of a deck refer to.
struct PptShapeSources {
  /// Where pictures are in their stream, by the numbers that shapes use, from 1 on.
  std::vector<std::uint32_t> pictures = {};
  bool has_pictures = false;
  /// What embedded objects are ("Excel.Sheet.8"), by number.
  std::map<std::uint32_t, std::string> objects = {};
  /// Pays for a text that several shapes may show. \returns false when it is too much.
  std::function<bool(std::uint64_t bytes)> spend_text = {};
};

class PptShapeReader {
 public:
  /// \param outline  the texts of the slide that shapes refer to.
  PptShapeReader(const PptShapeSources& sources, const std::vector<PptText>& outline,
                 const PptMarks& marks)
      : sources_(sources), outline_(outline), marks_(marks) {}

  /// The shapes of a drawing that have something to show.
  std::vector<SlideShape> read(ByteSpan drawing);
  /// Pictures whose bytes are not there.
  std::uint64_t lacking_pictures() const { return lacking_pictures_; }
  /// Shapes and groups that are too many, or too deep in groups.
  std::uint64_t lost_shapes() const { return lost_shapes_; }

 private:
  struct Place {
    double scale_x = 1;
    double scale_y = 1;
    double shift_x = 0;
    double shift_y = 0;
  };
  void read_all(ByteSpan body, const Place& place, std::vector<SlideShape>& shapes, int depth);
  void read_group(ByteSpan body, Place place, std::vector<SlideShape>& shapes, int depth);
  SlideShape read_shape(ByteSpan body, const Place& place);
  void read_text(const PptRecord& textbox, ByteSpan numbers, SlideShape& shape);
  void read_client_data(ByteSpan body, SlideShape& shape, ByteSpan& numbers) const;

  const PptShapeSources& sources_;
  const std::vector<PptText>& outline_;
  const PptMarks& marks_;
  std::uint64_t lacking_pictures_ = 0;
  std::uint64_t lost_shapes_ = 0;
  std::size_t shape_count_ = 0;
  std::size_t room_ = kMaxPptRuns;
};

}  // namespace lectern
