#include <algorithm>

#include "drawing/raster/angles.h"
#include "drawing/svg/drawer.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

/// A vertex of a path, with the directions before and after it.
struct Vertex {
  Point at;
  Point in;
  Point out;
  bool has_in = false;
  bool has_out = false;
};

Point first_way(std::initializer_list<Point> ways) {
  for (const Point way : ways)
    if (way.x != 0 || way.y != 0) return way;
  return {};
}

/// One for each command, as markers stand.
std::vector<Vertex> vertices_of(const Path& path) {
  std::vector<Vertex> vertices;
  std::size_t at = 0;
  std::size_t start = 0;
  Point end;
  const auto add = [&](Point to, Point out, Point in) {
    if (!vertices.empty()) {
      vertices.back().out = out;
      vertices.back().has_out = true;
    }
    vertices.push_back({to, in, {}, true, false});
    end = to;
  };
  for (const Path::Verb verb : path.verbs()) {
    switch (verb) {
      case Path::Verb::kMove:
        end = path.points()[at++];
        start = vertices.size();
        vertices.push_back({end, {}, {}, false, false});
        break;
      case Path::Verb::kLine: {
        const Point to = path.points()[at++];
        add(to, to - end, to - end);
        break;
      }
      case Path::Verb::kCubic: {
        const Point a = path.points()[at];
        const Point b = path.points()[at + 1];
        const Point c = path.points()[at + 2];
        at += 3;
        add(c, first_way({a - end, b - end, c - end}), first_way({c - b, c - a, c - end}));
        break;
      }
      case Path::Verb::kClose: {
        const Vertex first = vertices[start];
        add(first.at, first.at - end, first.at - end);
        vertices.back().out = first.out;
        vertices.back().has_out = first.has_out;
        vertices[start].in = vertices.back().in;
        vertices[start].has_in = true;
        break;
      }
    }
  }
  return vertices;
}

}  // namespace

Path Drawer::shape_path(NodeId id, const State& state, Held& held) {
  const auto x = [&](Att name) { return length(id, name, Axis::kX, state); };
  const auto y = [&](Att name) { return length(id, name, Axis::kY, state); };
  switch (tree_[id].tag) {
    case Tag::kPath:
      return read_path(tree_.get(id, Att::kD), meter_, held);
    case Tag::kPolyline:
    case Tag::kPolygon:
      return read_points(tree_.get(id, Att::kPoints), tree_[id].tag == Tag::kPolygon, meter_, held);
    case Tag::kLine: {
      Path path;
      path.move({x(Att::kX1), y(Att::kY1)});
      path.line({x(Att::kX2), y(Att::kY2)});
      return path;
    }
    case Tag::kCircle: {
      const double r = length(id, Att::kR, Axis::kOther, state);
      if (!(r > 0)) return {};
      return Path::ellipse({x(Att::kCx), y(Att::kCy)}, {r, r});
    }
    case Tag::kEllipse:
    case Tag::kRect: {
      double rx = length(id, Att::kRx, Axis::kX, state, -1);
      double ry = length(id, Att::kRy, Axis::kY, state, -1);
      if (rx < 0) rx = std::max(0.0, ry);
      if (ry < 0) ry = rx;
      if (tree_[id].tag == Tag::kEllipse) {
        if (!(rx > 0) || !(ry > 0)) return {};
        return Path::ellipse({x(Att::kCx), y(Att::kCy)}, {rx, ry});
      }
      const Box box = Box::of(x(Att::kX), y(Att::kY), x(Att::kWidth), y(Att::kHeight));
      if (!(box.width() > 0) || !(box.height() > 0)) return {};
      rx = std::min(rx, box.width() / 2);
      ry = std::min(ry, box.height() / 2);
      return rx > 0 && ry > 0 ? Path::rounded(box, {rx, ry}) : Path::rectangle(box);
    }
    default:
      return {};
  }
}

void Drawer::shape(NodeId id, const State& state) {
  Held held;
  const Path path = shape_path(id, state, held);
  if (path.is_empty()) return;
  const Box box = path.bounds();
  meter_.spend(path.points().size(), 8);
  const double marked = length(id, Att::kPathLength, Axis::kOther, state, 0);
  if (marked > 0 && !state.style.pen.dashes.empty()) {
    double whole = 0;
    flatten(path, state.matrix.mean_scale(), meter_, [&](Polyline& line) {
      if (line.is_closed) line.points.push_back(line.points[0]);
      for (std::size_t i = 1; i < line.points.size(); ++i)
        whole += drawing::length(line.points[i] - line.points[i - 1]);
      return true;
    });
    State scaled_state = state;
    for (double& dash : scaled_state.style.pen.dashes) dash *= whole / marked;
    scaled_state.style.pen.dash_offset *= whole / marked;
    paint_path(path, scaled_state, box, tree_[id].tag != Tag::kLine);
  } else if (tree_.get(id, Att::kVectorEffect) == "non-scaling-stroke" && measuring_ == nullptr) {
    State filled = state;
    filled.style.stroke = {};
    paint_path(path, filled, box);
    Path in_pixels;
    in_pixels.append(path, state.matrix);
    State stroked = state;
    stroked.matrix = Matrix();
    stroke_path(in_pixels, stroked, in_pixels.bounds());
  } else {
    paint_path(path, state, box, tree_[id].tag != Tag::kLine);
  }
  if (tree_[id].tag == Tag::kPath || tree_[id].tag >= Tag::kLine) markers(id, path, state);
}

void Drawer::measure(const Path& path, const State& state) {
  Path placed;
  placed.append(path, measuring_->from_pixels * state.matrix);
  Box box = placed.bounds();
  if (box.is_empty()) return;
  if (measuring_->has_pens && state.style.stroke.kind != Paint::Kind::kNone) {
    const Pen& pen = state.style.pen;
    const Matrix& m = state.matrix;
    const double scale = std::max(drawing::length({m.a, m.b}), drawing::length({m.c, m.d}));
    const double reach =
        std::min(1e6, pen.width / 2 * scale *
                          (pen.join == Join::kMiter ? std::max(1.5, pen.miter_limit) : 1.5)) +
        1;
    box = {box.x0 - reach, box.y0 - reach, box.x1 + reach, box.y1 + reach};
  }
  measuring_->box.add(box);
}

void Drawer::paint_path(const Path& path, const State& state, const Box& box, bool has_inside) {
  if (!meter_.spend(path.points().size() + 8, 8)) return;
  if (measuring_ != nullptr) return measure(path, state);
  if (!state.style.is_visible) return;
  if (is_clip_) {
    Rasterizer shape(state.clip.box.meet(state.to->box()), meter_);
    shape.add(path, state.matrix);
    paint(shape, state.style.clip_rule, SolidSource({255, 255, 255, 255}), state.clip, meter_,
          *state.to);
    return;
  }
  if (state.style.strokes_first) stroke_path(path, state, box);
  if (has_inside) fill_path(path, state, box);
  if (!state.style.strokes_first) stroke_path(path, state, box);
}

void Drawer::fill_path(const Path& path, const State& state, const Box& box) {
  if (state.style.fill.kind == Paint::Kind::kNone) return;
  const auto source = source_of(state.style.fill, state.style.fill_opacity, state, box);
  if (!source) return;
  Rasterizer shape(state.clip.box.meet(state.to->box()), meter_);
  shape.add(path, state.matrix);
  paint(shape, state.style.fill_rule, *source, state.clip, meter_, *state.to);
}

void Drawer::stroke_path(const Path& path, const State& state, const Box& box) {
  if (state.style.stroke.kind == Paint::Kind::kNone || !(state.style.pen.width > 0)) return;
  const auto source = source_of(state.style.stroke, state.style.stroke_opacity, state, box);
  if (!source) return;
  Rasterizer shape(state.clip.box.meet(state.to->box()), meter_);
  if (!add_stroke(path, state.style.pen, state.matrix, meter_, shape)) return;
  paint(shape, FillRule::kNonZero, *source, state.clip, meter_, *state.to);
}

void Drawer::markers(NodeId id, const Path& path, const State& state) {
  const Style& style = state.style;
  if (is_clip_ || tree_[id].tag == Tag::kOther) return;
  if (style.marker_start == kNoNode && style.marker_mid == kNoNode && style.marker_end == kNoNode)
    return;
  if (!meter_.spend(path.points().size(), 32)) return;
  const std::vector<Vertex> vertices = vertices_of(path);
  for (std::size_t i = 0; i < vertices.size() && !meter_.has_failed(); ++i) {
    const Vertex& v = vertices[i];
    const Point in = v.has_in ? v.in : v.out;
    const Point out = v.has_out ? v.out : v.in;
    if (i == 0) marker(style.marker_start, v.at, in, out, true, state);
    if (i > 0 && i + 1 < vertices.size()) marker(style.marker_mid, v.at, in, out, false, state);
    if (i + 1 == vertices.size()) marker(style.marker_end, v.at, in, out, false, state);
  }
}

void Drawer::marker(NodeId id, Point at, Point from, Point to, bool is_start, const State& state) {
  if (id == kNoNode || tree_[id].tag != Tag::kMarker || !is_shown(id)) return;
  const double width = length(id, Att::kMarkerWidth, Axis::kX, state, 3);
  const double height = length(id, Att::kMarkerHeight, Axis::kY, state, 3);
  if (!(width > 0) || !(height > 0) || !enter(id)) return;
  const std::string_view orient = trimmed(tree_.get(id, Att::kOrient));
  Point direction = {1, 0};
  if (orient == "auto" || orient == "auto-start-reverse") {
    const double in = drawing::length(from);
    const double out = drawing::length(to);
    direction = (in > 0 ? from * (1 / in) : Point()) + (out > 0 ? to * (1 / out) : Point());
    // Straight back: across.
    if (drawing::length(direction) < 1e-9) direction = in > 0 ? turned(from) : Point{1, 0};
    if (is_start && orient != "auto") direction = direction * -1;
    direction = direction * (1 / drawing::length(direction));
  } else if (const auto angle = Scanner(orient).number()) {
    direction = direction_of(*angle);
  }
  State inner = state;
  inner.style = style_of(tree_, id, Style(), state.measures, context_, meter_);
  inner.matrix =
      state.matrix * Matrix{direction.x, direction.y, -direction.y, direction.x, at.x, at.y};
  if (tree_.get(id, Att::kMarkerUnits) != "userSpaceOnUse")
    inner.matrix = inner.matrix * Matrix::scale(state.style.pen.width, state.style.pen.width);
  Fit fit;
  const auto view_box = read_view_box(tree_.get(id, Att::kViewBox));
  const Box place = Box::of(0, 0, width, height);
  if (view_box && view_box->width() > 0 && view_box->height() > 0) {
    fit = fit_view_box(*view_box, place, tree_.get(id, Att::kPreserveAspectRatio));
    inner.measures.width = view_box->width();
    inner.measures.height = view_box->height();
  }
  const auto reference = [&](Att name, Axis axis, double whole) {
    const std::string_view text = trimmed(tree_.get(id, name));
    if (text == "center") return whole / 2;
    if (text == "right" || text == "bottom") return whole;
    return length(id, name, axis, inner);
  };
  const Point ref = fit.matrix(Point{reference(Att::kRefX, Axis::kX, inner.measures.width),
                                     reference(Att::kRefY, Axis::kY, inner.measures.height)});
  inner.matrix = inner.matrix * Matrix::translate(-ref.x, -ref.y);
  const std::string_view overflow = trimmed(tree_.get(id, Att::kOverflow));
  if (overflow != "visible" && overflow != "auto" && measuring_ == nullptr)
    clip_to(Path::rectangle(place), inner.matrix, FillRule::kNonZero, inner.clip);
  inner.matrix = inner.matrix * fit.matrix;
  const Context before = std::exchange(context_, {state.style.fill, state.style.stroke});
  if (inner.matrix.is_regular() && depth_ < 90) {
    ++depth_;
    children(id, inner);
    --depth_;
  }
  context_ = before;
  leave();
}

}  // namespace lectern::drawing
