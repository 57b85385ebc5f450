#include "documents/slides/impress_shapes.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace lectern {
namespace {

constexpr std::size_t kMaxImpressShapes = 50'000;
constexpr int kMaxImpressGroups = 40;
constexpr std::size_t kMaxImpressCells = 200'000;
constexpr std::uint32_t kMaxRepeats = 1'000;

std::uint32_t count_of(std::string_view text) {
  std::uint32_t value = 1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp(value, 1U, kMaxRepeats);
}

/// "./Object 1" as the package names it.
std::string in_package(std::string_view target) {
  if (target.starts_with("./")) target.remove_prefix(2);
  return std::string(target);
}

}  // namespace

double odf_points(std::string_view text) {
  const std::string copy(text.substr(0, 40));
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  const std::string_view unit(end);
  if (unit.starts_with("cm")) return value * 72 / 2.54;
  if (unit.starts_with("mm")) return value * 72 / 25.4;
  if (unit.starts_with("in")) return value * 72;
  return value;
}

std::uint64_t ImpressShapeReader::id_of(std::string_view name) {
  if (name.empty()) return 0;
  return ids_.try_emplace(std::string(name), ids_.size() + 1).first->second;
}

std::vector<SlideShape> ImpressShapeReader::read_master() {
  std::vector<SlideShape> shapes;
  std::vector<SlideShape> notes;
  is_master_ = true;
  read_page(shapes, notes);
  return shapes;
}

void ImpressShapeReader::read_page(std::vector<SlideShape>& shapes,
                                   std::vector<SlideShape>& notes) {
  ids_.clear();
  read_children(shapes, &notes, {}, 0);
}

void ImpressShapeReader::read_children(std::vector<SlideShape>& shapes,
                                       std::vector<SlideShape>* notes, const std::string& link,
                                       int level) {
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (xml_.is(Xmlns::kOdfPresentation, "notes") && notes != nullptr) {
      read_children(*notes, nullptr, {}, level);
    } else if (xml_.name() == "annotation") {
      // LibreOffice has them in a namespace of its own.
      text_.read_comment();
    } else if (!read_shape(shapes, link, level)) {
      xml_.skip();
    }
  }
}

/// False when it is none, and stays.
bool ImpressShapeReader::read_shape(std::vector<SlideShape>& shapes, const std::string& link,
                                    int level) {
  if (xml_.space() != Xmlns::kOdfDrawing) return false;
  const std::string_view name = xml_.name();
  if (name == "page-thumbnail" || name == "layer-set") return false;
  const std::string_view kind = xml_.attribute(Xmlns::kOdfPresentation, "class").value_or("");
  if (is_master_ && !kind.empty()) return false;
  if (++shapes_ > kMaxImpressShapes || level > kMaxImpressGroups) {
    is_cut_ = true;
    return false;
  }
  if (name == "a") {
    read_children(shapes, nullptr, text_.link_target(), level + 1);
    return true;
  }
  SlideShape shape;
  read_place(shape);
  shape.link = link;
  shape.name = xml_.value("name");
  const auto id = xml_.attribute(Xmlns::kXml, "id");
  shape.id = id_of(id ? *id : xml_.value("id"));
  if (kind == "title") {
    shape.placeholder = "title";
  } else if (kind == "page-number") {
    shape.placeholder = "sldNum";
  } else if (kind == "footer") {
    shape.placeholder = "ftr";
  } else if (kind == "date-time") {
    shape.placeholder = "dt";
  } else if (kind == "header") {
    shape.placeholder = "hdr";
  }
  const bool is_empty_placeholder =
      xml_.attribute(Xmlns::kOdfPresentation, "placeholder").value_or("") == "true";
  shape.is_hidden = xml_.value("display") == "none";
  if (name == "g") {
    shape.kind = SlideShape::Kind::kGroup;
    read_children(shape.children, nullptr, link, level + 1);
    for (const SlideShape& child : shape.children) {
      if (!child.box) continue;
      if (!shape.box) shape.box = child.box;
      shape.box = SlideBox{std::min(shape.box->left, child.box->left),
                           std::min(shape.box->top, child.box->top),
                           std::max(shape.box->right, child.box->right),
                           std::max(shape.box->bottom, child.box->bottom)};
    }
  } else {
    if (name == "connector") {
      shape.kind = SlideShape::Kind::kConnector;
      shape.from = id_of(xml_.value("start-shape"));
      shape.to = id_of(xml_.value("end-shape"));
    }
    read_inside(shape);
    if (is_empty_placeholder) return true;
  }
  shapes.push_back(std::move(shape));
  return true;
}

void ImpressShapeReader::read_place(SlideShape& shape) {
  const auto get = [this](std::string_view name) { return xml_.attribute(Xmlns::kOdfSvg, name); };
  double left = 0;
  double top = 0;
  const double width = odf_points(get("width").value_or(""));
  const double height = odf_points(get("height").value_or(""));
  if (const auto x = get("x")) {
    left = odf_points(*x);
    top = odf_points(get("y").value_or(""));
  } else if (const auto x1 = get("x1")) {
    left = odf_points(*x1);
    top = odf_points(get("y1").value_or(""));
  } else {
    const std::string_view transform = xml_.value("transform");
    const std::size_t at = transform.find("translate");
    const std::size_t start = at == transform.npos ? at : transform.find('(', at);
    if (start == transform.npos) return;
    const std::string_view values = transform.substr(start + 1);
    left = odf_points(values);
    shape.is_turned =
        transform.find("rotate") != transform.npos || transform.find("skew") != transform.npos;
    const std::size_t gap = values.find_first_of(" ,");
    if (gap != values.npos) top = odf_points(values.substr(gap + 1));
  }
  shape.box = SlideBox{left, top, left + width, top + height};
}

/// At a shape's start: what it holds, to its end.
void ImpressShapeReader::read_inside(SlideShape& shape) {
  const std::size_t depth = xml_.depth();
  std::string object;
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart) continue;
    if (text_.read_block(shape.text)) continue;
    if (xml_.is(Xmlns::kOdfSvg, "title") || xml_.is(Xmlns::kOdfSvg, "desc")) {
      const bool is_description = xml_.name() == "desc";
      std::string alt = xml_.text_inside(4'000);
      if (shape.alt.empty() || (is_description && !alt.empty())) shape.alt = std::move(alt);
    } else if (xml_.is(Xmlns::kOdfTable, "table")) {
      shape.kind = SlideShape::Kind::kTable;
      read_table(shape);
    } else if (xml_.is(Xmlns::kOdfDrawing, "object") || xml_.is(Xmlns::kOdfDrawing, "object-ole")) {
      object = in_package(xml_.attribute(Xmlns::kXlink, "href").value_or(""));
      shape.kind = SlideShape::Kind::kObject;
      xml_.skip();
    } else if (xml_.is(Xmlns::kOdfDrawing, "plugin")) {
      shape.kind = SlideShape::Kind::kMedia;
      shape.detail = in_package(xml_.attribute(Xmlns::kXlink, "href").value_or(""));
      xml_.skip();
    } else if (xml_.is(Xmlns::kOdfDrawing, "image")) {
      if (shape.kind == SlideShape::Kind::kText) shape.kind = SlideShape::Kind::kPicture;
      std::string part = in_package(xml_.attribute(Xmlns::kXlink, "href").value_or(""));
      const bool is_outside = part.find("://") != part.npos || part.starts_with("../");
      // The first is the best; others are for older programs.
      if (is_outside && shape.link.empty()) {
        shape.link = std::move(part);
      } else if (shape.part.empty() && shape.kind != SlideShape::Kind::kTable) {
        shape.part = std::move(part);
      }
    }
  }
  if (shape.kind == SlideShape::Kind::kObject) shape.link = std::move(object);
}

void ImpressShapeReader::read_table(SlideShape& shape) {
  const bool has_header = xml_.value("use-first-row-styles") == "true";
  if (has_header) shape.table.header_rows = 1;
  const std::size_t depth = xml_.depth();
  while (xml_.next_in(depth)) {
    if (xml_.event() != XmlReader::Event::kStart || xml_.space() != Xmlns::kOdfTable) continue;
    if (xml_.name() == "table-header-rows") {
      shape.table.header_rows = 1;
    } else if (xml_.name() == "table-row") {
      shape.table.rows.emplace_back();
    } else if (xml_.name() == "table-cell" || xml_.name() == "covered-table-cell") {
      const std::uint32_t repeats = count_of(xml_.value("number-columns-repeated"));
      cells_ += repeats;
      if (shape.table.rows.empty() || cells_ > kMaxImpressCells) {
        is_cut_ = true;
        xml_.skip();
        continue;
      }
      SlideCell cell;
      cell.is_covered = xml_.name() == "covered-table-cell";
      text_.read_blocks(cell.text);
      for (std::uint32_t i = 1; i < repeats; ++i) shape.table.rows.back().emplace_back();
      shape.table.rows.back().push_back(std::move(cell));
    }
  }
}

}  // namespace lectern
