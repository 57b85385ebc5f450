#include <algorithm>

#include "drawing/svg/colors.h"
#include "drawing/svg/drawer.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

constexpr int kMaxTemplates = 32;
constexpr std::size_t kMaxStops = 4096;
/// A tile has at most so many pixels in a row.
constexpr double kMaxTileSide = 4096;

class PatternSource final : public Source {
 public:
  PatternSource(Pixmap tile, const Matrix& matrix, double opacity)
      : tile_(std::move(tile)), picture_(tile_, matrix, opacity, true) {}
  void fill(std::int32_t x, std::int32_t y, std::span<Rgba> out) const override {
    picture_.fill(x, y, out);
  }
  std::uint64_t work() const override { return picture_.work(); }

 private:
  Pixmap tile_;
  PictureSource picture_;
};

}  // namespace

/// The first of an element and those that it refers to which has the attribute, or, for kNone,
/// children.
NodeId Drawer::template_with(NodeId id, Att name) const {
  const NodeId asked = id;
  for (int i = 0; i < kMaxTemplates && id != kNoNode; ++i) {
    bool has = name != Att::kNone && tree_.has(id, name);
    for (NodeId child = tree_[id].first_child;
         name == Att::kNone && !has && child != kNoNode && meter_.spend(1, 4);
         child = tree_[child].next)
      has = !tree_[child].is_text;
    if (has) return id;
    const Tag tag = tree_[id].tag;
    if (tag != Tag::kLinearGradient && tag != Tag::kRadialGradient && tag != Tag::kPattern &&
        tag != Tag::kFilter)
      break;
    id = tree_.referred(tree_.get(id, Att::kHref));
  }
  return asked;
}

std::string_view Drawer::of_template(NodeId id, Att name) const {
  return trimmed(tree_.get(template_with(id, name), name));
}

Units Drawer::units_of(NodeId id, Att name, bool is_box_by_default, const State& state) const {
  const std::string_view text = of_template(id, name);
  Units units{is_box_by_default, state.measures};
  if (text == "objectBoundingBox") units.is_of_box = true;
  if (text == "userSpaceOnUse") units.is_of_box = false;
  if (units.is_of_box) units.measures = {1, 1, 0, 0};
  return units;
}

std::unique_ptr<Source> Drawer::source_of(const Paint& paint, double opacity, const State& state,
                                          const Box& box) {
  const auto solid = [&](Color color) -> std::unique_ptr<Source> {
    const Rgba rgba = premultiplied(color, opacity);
    if (rgba.a == 0) return nullptr;
    return std::make_unique<SolidSource>(rgba);
  };
  if (paint.kind == Paint::Kind::kNone) return nullptr;
  if (paint.kind == Paint::Kind::kColor) return solid(paint.color);
  if (paint.server != kNoNode) {
    const Tag tag = tree_[paint.server].tag;
    if (tag == Tag::kLinearGradient || tag == Tag::kRadialGradient) {
      std::optional<Color> single;
      auto source = gradient(paint.server, opacity, state, box, single);
      if (single) return solid(*single);
      if (source) return source;
    } else if (tag == Tag::kPattern) {
      auto source = pattern(paint.server, opacity, state, box);
      if (source) return source;
    }
  }
  return paint.has_fallback ? solid(paint.color) : nullptr;
}

std::vector<Stop> Drawer::stops(NodeId id) {
  std::vector<Stop> stops;
  const NodeId holder = template_with(id, Att::kNone);
  for (NodeId i = tree_[holder].first_child; i != kNoNode; i = tree_[i].next) {
    const bool is_stop = tree_[i].tag == Tag::kStop;
    if (!meter_.spend(1, is_stop ? 64 : 4)) break;
    if (!is_stop || stops.size() == kMaxStops) continue;
    Stop stop;
    stop.offset = read_share(tree_.get(i, Att::kOffset)).value_or(0);
    if (!stops.empty()) stop.offset = std::max(stop.offset, stops.back().offset);
    const std::string_view text = trimmed(tree_.get(i, Att::kStopColor));
    if (equals_ignoring_case(text, "currentcolor")) {
      NodeId colored = i;
      while (colored != kNoNode && !tree_.has(colored, Att::kColor) && meter_.spend(1, 4))
        colored = tree_[colored].parent;
      if (colored != kNoNode)
        stop.color = read_color(tree_.get(colored, Att::kColor)).value_or(Color());
    } else {
      stop.color = read_color(text).value_or(Color());
    }
    stop.color.a *= read_share(tree_.get(i, Att::kStopOpacity)).value_or(1);
    stops.push_back(stop);
  }
  return stops;
}

/// \param single  the colour of a gradient that has only one
std::unique_ptr<Source> Drawer::gradient(NodeId id, double opacity, const State& state,
                                         const Box& box, std::optional<Color>& single) {
  Gradient gradient;
  gradient.stops = stops(id);
  if (gradient.stops.empty()) return nullptr;
  const Units units = units_of(id, Att::kGradientUnits, true, state);
  if (units.is_of_box && (!(box.width() > 0) || !(box.height() > 0))) return nullptr;
  const std::string_view spread = of_template(id, Att::kSpreadMethod);
  if (spread == "reflect") gradient.spread = Spread::kReflect;
  if (spread == "repeat") gradient.spread = Spread::kRepeat;
  gradient.is_radial = tree_[id].tag == Tag::kRadialGradient;
  const auto at = [&](Att name, Axis axis, std::string_view or_else) {
    return length(id, name, axis, units, or_else);
  };
  if (gradient.is_radial) {
    gradient.to = {at(Att::kCx, Axis::kX, "50%"), at(Att::kCy, Axis::kY, "50%")};
    gradient.to_radius = at(Att::kR, Axis::kOther, "50%");
    gradient.from = gradient.to;
    if (!of_template(id, Att::kFx).empty()) gradient.from.x = at(Att::kFx, Axis::kX, "50%");
    if (!of_template(id, Att::kFy).empty()) gradient.from.y = at(Att::kFy, Axis::kY, "50%");
    gradient.from_radius = std::max(0.0, at(Att::kFr, Axis::kOther, "0"));
    if (!(gradient.to_radius > 0)) single = gradient.stops.back().color;
    // A focus outside of the circle stands on its edge.
    const Point off = gradient.from - gradient.to;
    const double reach = gradient.to_radius * 0.999;
    if (drawing::length(off) > reach && gradient.from_radius <= 0)
      gradient.from = gradient.to + off * (reach / drawing::length(off));
  } else {
    gradient.from = {at(Att::kX1, Axis::kX, "0"), at(Att::kY1, Axis::kY, "0")};
    gradient.to = {at(Att::kX2, Axis::kX, "100%"), at(Att::kY2, Axis::kY, "0")};
    if (gradient.from == gradient.to) single = gradient.stops.back().color;
  }
  if (gradient.stops.size() == 1) single = gradient.stops[0].color;
  if (single) return nullptr;
  Matrix matrix = state.matrix;
  if (units.is_of_box) matrix = matrix * Matrix{box.width(), 0, 0, box.height(), box.x0, box.y0};
  if (const auto own = read_transform(of_template(id, Att::kGradientTransform)))
    matrix = matrix * *own;
  if (!matrix.is_regular()) {
    single = gradient.stops.back().color;
    return nullptr;
  }
  if (!meter_.spend(4096)) return nullptr;
  return std::make_unique<GradientSource>(gradient, matrix, opacity);
}

std::unique_ptr<Source> Drawer::pattern(NodeId id, double opacity, const State& state,
                                        const Box& box) {
  const Units units = units_of(id, Att::kPatternUnits, true, state);
  const Units content_units = units_of(id, Att::kPatternContentUnits, false, state);
  const bool needs_box = units.is_of_box || content_units.is_of_box;
  if (needs_box && (!(box.width() > 0) || !(box.height() > 0))) return nullptr;
  const auto at = [&](Att name, Axis axis) { return length(id, name, axis, units, "0"); };
  Box tile = Box::of(at(Att::kX, Axis::kX), at(Att::kY, Axis::kY), at(Att::kWidth, Axis::kX),
                     at(Att::kHeight, Axis::kY));
  if (units.is_of_box) {
    tile = Box::of(box.x0 + tile.x0 * box.width(), box.y0 + tile.y0 * box.height(),
                   tile.width() * box.width(), tile.height() * box.height());
  }
  if (!(tile.width() > 0) || !(tile.height() > 0)) return nullptr;
  Matrix matrix = state.matrix;
  if (const auto own = read_transform(of_template(id, Att::kPatternTransform)))
    matrix = matrix * *own;
  if (!matrix.is_regular()) return nullptr;
  // The tile in pixels of about the canvas' size, a whole number of them.
  const auto side = [](double size) {
    return std::clamp(std::floor(size + 0.5), 1.0, kMaxTileSide);
  };
  const double width = side(tile.width() * drawing::length({matrix.a, matrix.b}));
  const double height = side(tile.height() * drawing::length({matrix.c, matrix.d}));
  const IntBox pixels = {0, 0, to_int(width), to_int(height)};
  if (!enter(id)) return nullptr;
  auto drawn = Pixmap::create(pixels, meter_);
  if (!drawn) {
    leave();
    return nullptr;
  }
  const double sx = width / tile.width();
  const double sy = height / tile.height();
  const NodeId holder = template_with(id, Att::kNone);
  State inner = state;
  inner.style = style_of(tree_, holder, Style(), state.measures, context_, meter_);
  inner.to = &*drawn;
  inner.clip = {pixels, nullptr};
  inner.matrix = Matrix::scale(sx, sy) * Matrix::translate(-tile.x0, -tile.y0);
  const auto view_box = read_view_box(of_template(id, Att::kViewBox));
  if (view_box && view_box->width() > 0 && view_box->height() > 0) {
    const Fit fit = fit_view_box(*view_box, tile, of_template(id, Att::kPreserveAspectRatio));
    inner.matrix = inner.matrix * fit.matrix;
    inner.measures.width = view_box->width();
    inner.measures.height = view_box->height();
  } else if (content_units.is_of_box) {
    inner.matrix = inner.matrix * Matrix{box.width(), 0, 0, box.height(), box.x0, box.y0};
  }
  const bool was_clip = std::exchange(is_clip_, false);
  if (inner.matrix.is_regular() && depth_ < 90) {
    ++depth_;
    children(holder, inner);
    --depth_;
  }
  is_clip_ = was_clip;
  leave();
  const Matrix to_canvas =
      matrix * Matrix::translate(tile.x0, tile.y0) * Matrix::scale(1 / sx, 1 / sy);
  if (!to_canvas.is_regular()) return nullptr;
  return std::make_unique<PatternSource>(*std::move(drawn), to_canvas, opacity);
}

}  // namespace lectern::drawing
