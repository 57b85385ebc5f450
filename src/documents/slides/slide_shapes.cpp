#include "documents/slides/slide_shapes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include "documents/slides/drawing_text.h"
#include "documents/xml/alternate_content.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxShapes = 50'000;
/// For so many there is room before they come.
constexpr std::size_t kUsualShapes = 8;
constexpr int kMaxGroups = 40;
constexpr std::size_t kMaxCells = 200'000;
constexpr std::size_t kMaxNameChars = 1'000;

template <typename Value>
Value parsed_number(std::string_view text, Value fallback = 0) {
  // Most are small; whether 64 bits are too few takes WebAssembly a multiplication of 128.
  std::conditional_t<std::is_signed_v<Value>, std::int32_t, std::uint32_t> small = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), small);
  if (done.ec == std::errc()) return static_cast<Value>(small);
  Value value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

double coordinate(std::string_view text) {
  return static_cast<double>(parsed_number<std::int64_t>(text));
}

std::string_view name_from(std::string_view text) {
  return text.substr(0, utf8_prefix_size(text, kMaxNameChars));
}

/// What kind of shape an element of that name is; nothing when it is none.
std::optional<SlideShape::Kind> shape_kind(std::string_view name) {
  if (name == "sp" || name == "graphicFrame") return SlideShape::Kind::kText;
  if (name == "pic") return SlideShape::Kind::kPicture;
  if (name == "cxnSp") return SlideShape::Kind::kConnector;
  if (name == "grpSp") return SlideShape::Kind::kGroup;
  return std::nullopt;
}

bool is_true(std::string_view value) { return value == "1" || value == "true" || value == "on"; }

/// A part of a side: thousandths of a percent, in strict documents "12.5%". What is below zero adds
/// a margin.
double cut_part(std::string_view text) {
  const std::string number(text.substr(0, 20));
  const double value = std::strtod(number.c_str(), nullptr);
  return std::clamp(number.ends_with('%') ? value / 100 : value / 100'000, 0.0, 1.0);
}

}  // namespace

std::string SlideShapeReader::target(std::string_view id) {
  const Relationship* found = links_.find(id);
  return found == nullptr ? std::string() : room_.link(found->target);
}

std::vector<SlideShape> SlideShapeReader::read_tree() {
  std::vector<SlideShape> shapes;
  shapes.reserve(kUsualShapes);
  AlternateContent choice;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || choice.handles(xml_)) continue;
    if (const auto kind = shape_kind(xml_.name())) {
      add_shape(shapes, *kind, {}, 0);
    } else if (xml_.name() != "contentPart") {
      xml_.skip();
    }
  }
  return shapes;
}

/// At a shape's start: adds it, with all that is in it.
void SlideShapeReader::add_shape(std::vector<SlideShape>& shapes, SlideShape::Kind kind,
                                 const Transform& transform, int level) {
  if (++shapes_ > kMaxShapes || level >= kMaxGroups) {
    is_cut_ = true;
    return xml_.skip();
  }
  SlideShape& shape = shapes.emplace_back();
  shape.kind = kind;
  if (kind == SlideShape::Kind::kGroup) {
    read_group(shape, transform, level);
  } else {
    read_shape(shape, transform);
  }
}

void SlideShapeReader::read_group(SlideShape& group, const Transform& transform, int level) {
  // Its transformation stands before its children.
  Transform inner = transform;
  AlternateContent choice;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || choice.handles(xml_)) continue;
    const std::string_view name = xml_.name();
    if (name == "nvGrpSpPr") {
      read_properties(group);
    } else if (name == "grpSpPr") {
      double x = 0, y = 0, width = 0, height = 0, child_x = 0, child_y = 0, child_width = 0,
             child_height = 0;
      const std::size_t properties = xml_.depth();
      while (xml_.next_in(properties)) {
        if (xml_.event() != XmlReader::Event::kStart) continue;
        if (xml_.is(Xmlns::kDrawing, "off")) {
          x = coordinate(xml_.value("x"));
          y = coordinate(xml_.value("y"));
        } else if (xml_.is(Xmlns::kDrawing, "ext") && xml_.attribute("cx")) {
          width = coordinate(xml_.value("cx"));
          height = coordinate(xml_.value("cy"));
        } else if (xml_.is(Xmlns::kDrawing, "chOff")) {
          child_x = coordinate(xml_.value("x"));
          child_y = coordinate(xml_.value("y"));
        } else if (xml_.is(Xmlns::kDrawing, "chExt")) {
          child_width = coordinate(xml_.value("cx"));
          child_height = coordinate(xml_.value("cy"));
        }
      }
      const double scale_x = child_width > 0 ? width / child_width : 1;
      const double scale_y = child_height > 0 ? height / child_height : 1;
      inner.scale_x = transform.scale_x * scale_x;
      inner.scale_y = transform.scale_y * scale_y;
      inner.shift_x = transform.shift_x + transform.scale_x * (x - child_x * scale_x);
      inner.shift_y = transform.shift_y + transform.scale_y * (y - child_y * scale_y);
      if (width > 0 || height > 0) {
        const double left = transform.shift_x + transform.scale_x * x;
        const double top = transform.shift_y + transform.scale_y * y;
        group.box =
            SlideBox{left, top, left + transform.scale_x * width, top + transform.scale_y * height};
      }
    } else if (const auto kind = shape_kind(name)) {
      add_shape(group.children, *kind, inner, level + 1);
    } else if (name != "contentPart") {
      xml_.skip();
    }
  }
}

/// At a shape's start: all that is in it.
void SlideShapeReader::read_shape(SlideShape& shape, const Transform& transform) {
  AlternateContent choice;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || choice.handles(xml_)) continue;
    const std::string_view name = xml_.name();
    if (name.starts_with("nv") && name.ends_with("Pr")) {
      read_properties(shape);
    } else if (name == "xfrm") {
      read_place(shape, transform);
    } else if (name == "txBody") {
      read_drawing_text(xml_, &links_, shape.text, &shape.bullets, room_);
    } else if (xml_.is(Xmlns::kDrawing, "blip")) {
      std::string part = target(xml_.attribute(Xmlns::kRelationships, "embed").value_or(""));
      if (part.empty())
        shape.link = target(xml_.attribute(Xmlns::kRelationships, "link").value_or(""));
      // A film is shown by one of its pictures.
      if ((shape.kind == SlideShape::Kind::kPicture || shape.is_film) && shape.part.empty())
        shape.part = std::move(part);
    } else if (xml_.is(Xmlns::kDrawing, "srcRect")) {
      shape.crop = {cut_part(xml_.value("l")), cut_part(xml_.value("t")), cut_part(xml_.value("r")),
                    cut_part(xml_.value("b"))};
    } else if (xml_.is(Xmlns::kDrawing, "headEnd")) {
      shape.arrow_at_start = !xml_.value("type").empty() && xml_.value("type") != "none";
    } else if (xml_.is(Xmlns::kDrawing, "tailEnd")) {
      shape.arrow_at_end = !xml_.value("type").empty() && xml_.value("type") != "none";
    } else if (name == "graphicData") {
      read_graphic(shape);
    } else if (name == "style" || name == "extLst") {
      xml_.skip();
    }
  }
}

void SlideShapeReader::read_properties(SlideShape& shape) {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    const std::string_view name = xml_.name();
    if (name == "cNvPr") {
      shape.id = parsed_number<std::uint64_t>(xml_.value("id"));
      shape.name = name_from(xml_.value("name"));
      shape.alt = name_from(xml_.value("descr"));
      if (shape.alt.empty()) shape.alt = name_from(xml_.value("title"));
      shape.is_hidden = is_true(xml_.value("hidden"));
    } else if (xml_.is(Xmlns::kDrawing, "hlinkClick")) {
      const Relationship* link =
          links_.find(xml_.attribute(Xmlns::kRelationships, "id").value_or(""));
      if (link != nullptr && link->is_external) shape.link = room_.link(link->target);
    } else if (name == "ph") {
      shape.placeholder = xml_.attribute("type").value_or("obj").substr(0, 40);
      shape.placeholder_index = parsed_number<std::uint64_t>(xml_.value("idx"));
    } else if (name == "stCxn") {
      shape.from = parsed_number<std::uint64_t>(xml_.value("id"));
    } else if (name == "endCxn") {
      shape.to = parsed_number<std::uint64_t>(xml_.value("id"));
    } else if (name == "videoFile" || name == "audioFile" || name == "quickTimeFile" ||
               name == "wavAudioFile") {
      shape.is_film = name == "videoFile" || name == "quickTimeFile";
      auto id = xml_.attribute(Xmlns::kRelationships, "link");
      if (!id) id = xml_.attribute(Xmlns::kRelationships, "embed");
      shape.detail = target(id.value_or(""));
      if (shape.detail.empty()) shape.detail = xml_.value("name");
      shape.kind = SlideShape::Kind::kMedia;
    } else if (name == "extLst") {
      xml_.skip();
    }
  }
}

void SlideShapeReader::read_place(SlideShape& shape, const Transform& transform) {
  const auto rotation = parsed_number<std::int64_t>(xml_.value("rot"));
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kDrawing, "off")) {
      x = coordinate(xml_.value("x"));
      y = coordinate(xml_.value("y"));
    } else if (xml_.is(Xmlns::kDrawing, "ext")) {
      width = coordinate(xml_.value("cx"));
      height = coordinate(xml_.value("cy"));
    }
  }
  // Turned by about a quarter it stands upright where it lay.
  constexpr std::int64_t kDegree = 60'000;
  const std::int64_t turn = ((rotation / kDegree) % 180 + 180) % 180;
  if (turn > 45 && turn < 135) {
    x += (width - height) / 2;
    y += (height - width) / 2;
    std::swap(width, height);
  }
  const double left = transform.shift_x + transform.scale_x * x;
  const double top = transform.shift_y + transform.scale_y * y;
  shape.box =
      SlideBox{left, top, left + transform.scale_x * width, top + transform.scale_y * height};
}

/// At the start of a frame's graphic data.
void SlideShapeReader::read_graphic(SlideShape& shape) {
  AlternateContent choice;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || choice.handles(xml_)) continue;
    if (xml_.is(Xmlns::kDrawing, "tbl")) {
      shape.kind = SlideShape::Kind::kTable;
      read_table(shape);
    } else if (xml_.name() == "chart" &&
               (xml_.space() == Xmlns::kChart || xml_.space() == Xmlns::kChartEx)) {
      shape.kind = SlideShape::Kind::kChart;
      shape.part = target(xml_.attribute(Xmlns::kRelationships, "id").value_or(""));
    } else if (xml_.is(Xmlns::kDiagram, "relIds")) {
      shape.kind = SlideShape::Kind::kDiagram;
      shape.part = target(xml_.attribute(Xmlns::kRelationships, "dm").value_or(""));
    } else if (xml_.name() == "oleObj") {
      read_object(shape);
    }
  }
}

void SlideShapeReader::read_object(SlideShape& shape) {
  shape.kind = SlideShape::Kind::kObject;
  shape.detail = name_from(xml_.value("progId"));
  shape.link = target(xml_.attribute(Xmlns::kRelationships, "id").value_or(""));
  const std::string id(xml_.value("spid"));
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.starts(Xmlns::kDrawing, "blip"))
      shape.part = target(xml_.attribute(Xmlns::kRelationships, "embed").value_or(""));
  }
  if (shape.part.empty() && !id.empty()) shape.part = old_picture(id);
}

/// What PowerPoint 2007 shows of an object stands in a drawing of VML.
std::string SlideShapeReader::old_picture(std::string_view shape) {
  if (!old_pictures_) {
    old_pictures_.emplace();
    for (const Relationship& drawing : links_.all()) {
      if (drawing.type != "vmlDrawing") continue;
      auto reader = package_.xml(drawing.target);
      if (!reader) continue;
      XmlReader& xml = ***reader;
      PartLinks links(package_, drawing.target);
      std::string id;
      while (xml.next() != XmlReader::Event::kDone) {
        if (xml.starts(Xmlns::kVml, "shape")) id = xml.value("id");
        if (!xml.starts(Xmlns::kVml, "imagedata")) continue;
        const Relationship* picture =
            links.find(xml.attribute(Xmlns::kVmlOffice, "relid").value_or(""));
        if (picture != nullptr && old_pictures_->size() < kMaxShapes)
          old_pictures_->emplace(id, picture->target);
      }
    }
  }
  const auto found = old_pictures_->find(shape);
  return found == old_pictures_->end() ? std::string() : found->second;
}

void SlideShapeReader::read_table(SlideShape& shape) {
  std::size_t cells = 0;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kDrawing, "tblPr")) {
      if (is_true(xml_.value("firstRow"))) shape.table.header_rows = 1;
    } else if (xml_.is(Xmlns::kDrawing, "tr")) {
      shape.table.rows.emplace_back();
    } else if (xml_.is(Xmlns::kDrawing, "tc")) {
      if (shape.table.rows.empty() || ++cells > kMaxCells) {
        is_cut_ = true;
        xml_.skip();
        continue;
      }
      SlideCell cell;
      // Covered cells stand in the row as well.
      cell.is_covered = is_true(xml_.value("hMerge")) || is_true(xml_.value("vMerge"));
      const std::size_t inner = xml_.depth();
      while (xml_.next_in(inner)) {
        if (xml_.starts(Xmlns::kDrawing, "txBody"))
          read_drawing_text(xml_, &links_, cell.text, nullptr, room_);
      }
      shape.table.rows.back().push_back(std::move(cell));
    }
  }
}

}  // namespace lectern
