#include "drawing/svg/drawer.h"

#include <algorithm>

#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

constexpr int kMaxDepth = 96;
constexpr std::size_t kMaxActive = 40;

bool is_shape(Tag tag) { return tag >= Tag::kPath && tag <= Tag::kPolygon; }

}  // namespace

Blend blend_named(std::string_view name) {
  constexpr std::string_view kNames[] = {"normal",     "multiply",   "screen",      "overlay",
                                         "darken",     "lighten",    "color-dodge", "color-burn",
                                         "hard-light", "soft-light", "difference",  "exclusion",
                                         "hue",        "saturation", "color",       "luminosity"};
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == name) return static_cast<Blend>(i);
  return Blend::kNormal;
}

bool Drawer::enter(NodeId id) {
  const bool is_active = std::find(active_.begin(), active_.end(), id) != active_.end();
  if (is_active || active_.size() == kMaxActive) {
    leave_out(is_active ? "circular reference" : "reference nested too deep");
    return false;
  }
  active_.push_back(id);
  return true;
}

double Drawer::length(NodeId id, Att name, Axis axis, const State& state, double or_else) const {
  const std::string_view* text = tree_.find(id, name);
  if (text == nullptr) return or_else;
  return read_length(*text, axis, state.measures).value_or(or_else);
}

double Drawer::length(NodeId id, Att name, Axis axis, const Units& units,
                      std::string_view or_else) const {
  const std::string_view text = of_template(id, name);
  if (const auto read = read_length(text, axis, units.measures)) return *read;
  return read_length(or_else, axis, units.measures).value_or(0);
}

bool Drawer::is_shown(NodeId id) const {
  if (trimmed(tree_.get(id, Att::kDisplay)) == "none") return false;
  if (!trimmed(tree_.get(id, Att::kRequiredExtensions)).empty()) return false;
  const std::string_view* languages = tree_.find(id, Att::kSystemLanguage);
  if (languages == nullptr || !meter_.spend(languages->size(), 2)) return true;
  Scanner in(*languages);
  for (in.skip_separator(); !in.at_end(); in.skip_separator()) {
    const std::string_view language = in.word();
    if (language.empty()) break;
    if (language == "en" || language.starts_with("en-")) return true;
  }
  return false;
}

/// The element's own coordinates and style.
void Drawer::place(NodeId id, const State& parent, State& state) {
  state.style = style_of(tree_, id, parent.style, parent.measures, context_, meter_);
  state.measures.font_size = state.style.font_size;
  const std::string_view text = tree_.get(id, Att::kTransform);
  if (text.empty()) return;
  meter_.spend(text.size(), 4);
  const auto matrix = read_transform(text);
  if (!matrix) return;
  Point origin;
  Scanner in(trimmed(tree_.get(id, Att::kTransformOrigin)));
  for (double* value : {&origin.x, &origin.y}) {
    in.skip_separator();
    const std::string_view rest = in.rest();
    const std::string_view word = rest.substr(0, rest.find_first_of(" ,\t\r\n"));
    in = Scanner(rest.substr(word.size()));
    const bool is_x = value == &origin.x;
    const double whole = is_x ? state.measures.width : state.measures.height;
    const Axis axis = is_x ? Axis::kX : Axis::kY;
    if (word == "center") *value = whole / 2;
    if (word == "right" || word == "bottom") *value = whole;
    if (const auto by = read_length(word, axis, state.measures)) *value = *by;
  }
  state.matrix = state.matrix * Matrix::translate(origin.x, origin.y) * *matrix *
                 Matrix::translate(-origin.x, -origin.y);
}

void Drawer::element(NodeId id, const State& parent) {
  const Node& node = tree_[id];
  if (node.is_text || !meter_.spend(1, 50)) return;
  switch (node.tag) {
    case Tag::kSvg:
    case Tag::kG:
    case Tag::kUse:
    case Tag::kSwitch:
    case Tag::kA:
    case Tag::kText:
    case Tag::kImage:
      break;
    case Tag::kScript:
    case Tag::kForeignObject:
    case Tag::kAnimate:
    case Tag::kAnimateColor:
    case Tag::kAnimateMotion:
    case Tag::kAnimateTransform:
    case Tag::kSet:
      if (measuring_ == nullptr) leave_out(node.text);
      return;
    case Tag::kOther:
      if (!node.is_foreign && measuring_ == nullptr) leave_out(node.text);
      return;
    default:
      if (!is_shape(node.tag)) return;
  }
  if (!is_shown(id)) return;
  if (depth_ == kMaxDepth) return leave_out("element nested too deep");
  ++depth_;
  State state = parent;
  place(id, parent, state);
  if (state.matrix.is_regular()) with_effects(id, state);
  --depth_;
}

void Drawer::with_effects(NodeId id, State& state) {
  if (measuring_ != nullptr) return content(id, state);
  const auto target = [&](Att name, Tag tag) {
    const NodeId found = tree_.referred(tree_.get(id, name));
    return found != kNoNode && tree_[found].tag == tag ? found : kNoNode;
  };
  const NodeId clip_path = target(Att::kClipPathProperty, Tag::kClipPath);
  if (clip_path != kNoNode) clip_to(clip_path, id, state, state.clip);
  if (state.clip.box.is_empty()) return;
  // A clip path is a shape: only other clips count in it.
  if (is_clip_) return content(id, state);
  NodeId filter = target(Att::kFilterProperty, Tag::kFilter);
  const std::string_view filters = trimmed(tree_.get(id, Att::kFilterProperty));
  if (filter == kNoNode && !filters.empty() && filters != "none" && filters != "inherit")
    leave_out("filter");
  if (filter != kNoNode && !is_known_filter(filter)) {
    leave_out("filter");
    filter = kNoNode;
  }
  const NodeId mask_id = target(Att::kMaskProperty, Tag::kMask);
  double opacity = read_share(tree_.get(id, Att::kOpacity)).value_or(1);
  const Blend blend = blend_named(trimmed(tree_.get(id, Att::kMixBlendMode)));
  const bool is_isolated = trimmed(tree_.get(id, Att::kIsolation)) == "isolate";
  if (opacity < 1 && is_shape(tree_[id].tag) && state.style.marker_start == kNoNode &&
      state.style.marker_mid == kNoNode && state.style.marker_end == kNoNode &&
      (state.style.fill.kind == Paint::Kind::kNone ||
       state.style.stroke.kind == Paint::Kind::kNone)) {
    state.style.fill_opacity *= opacity;
    state.style.stroke_opacity *= opacity;
    opacity = 1;
  }
  if (filter == kNoNode && mask_id == kNoNode && opacity >= 1 && blend == Blend::kNormal &&
      !is_isolated)
    return content(id, state);
  if (opacity <= 0) return;

  IntBox box = IntBox::around(bounds(id, state, true)).meet(state.clip.box);
  std::optional<Box> region;
  if (filter != kNoNode) {
    region = filter_region(filter, bounds(id, state, false), state);
    if (!region) return;
    // What lies outside of the canvas may be moved or blurred into it, but not from anywhere.
    IntBox canvas = state.to->box();
    const std::int32_t margin = std::max(canvas.width(), canvas.height()) / 2;
    canvas = {canvas.x0 - margin, canvas.y0 - margin, canvas.x1 + margin, canvas.y1 + margin};
    box = IntBox::around(state.matrix(*region)).meet(canvas);
  }
  std::shared_ptr<const Mask> shown;
  if (mask_id != kNoNode) {
    shown = mask(mask_id, id, state);
    if (!shown) return;
    if (filter == kNoNode) box = box.meet(shown->box);
  }
  if (box.is_empty()) return;
  auto layer = Pixmap::create(box, meter_);
  if (!layer) return;
  State inner = state;
  inner.to = &*layer;
  inner.clip = {box, nullptr};
  content(id, inner);
  if (filter != kNoNode) {
    layer = filtered(filter, *std::move(layer), *region, state);
    if (!layer) return;
  }
  const auto part = static_cast<unsigned>(to_int(std::floor(opacity * 255 + 0.5)));
  composite(*layer, part, blend, shown.get(), state.clip, meter_, *state.to);
}

void Drawer::content(NodeId id, const State& state) {
  switch (tree_[id].tag) {
    case Tag::kG:
    case Tag::kA:
      return children(id, state);
    case Tag::kSwitch:
      return switch_children(id, state);
    case Tag::kSvg: {
      const double x = length(id, Att::kX, Axis::kX, state);
      const double y = length(id, Att::kY, Axis::kY, state);
      const double width = length(id, Att::kWidth, Axis::kX, state, state.measures.width);
      const double height = length(id, Att::kHeight, Axis::kY, state, state.measures.height);
      return viewport(id, state, Box::of(x, y, width, height));
    }
    case Tag::kUse:
      return use(id, state);
    case Tag::kText:
      return text(id, state);
    case Tag::kImage:
      return image(id, state);
    default:
      return shape(id, state);
  }
}

void Drawer::children(NodeId id, const State& state) {
  for (NodeId i = tree_[id].first_child; i != kNoNode && !meter_.has_failed(); i = tree_[i].next)
    element(i, state);
}

void Drawer::switch_children(NodeId id, const State& state) {
  for (NodeId i = tree_[id].first_child; i != kNoNode && meter_.spend(1, 4); i = tree_[i].next) {
    const Node& node = tree_[i];
    const bool is_drawn = node.tag <= Tag::kImage && node.tag != Tag::kDefs;
    if (node.is_text || !is_drawn || !is_shown(i)) continue;
    return element(i, state);
  }
}

void Drawer::use(NodeId id, const State& state) {
  const std::string_view href = trimmed(tree_.get(id, Att::kHref));
  const NodeId target = tree_.referred(href);
  if (target == kNoNode) {
    if (!href.empty() && measuring_ == nullptr)
      leave_out(href[0] == '#' ? "reference to nothing" : "external reference");
    return;
  }
  // An element in itself, from the inside.
  for (NodeId i = id; i != kNoNode && meter_.spend(1); i = tree_[i].parent) {
    if (i == target) return leave_out("circular reference");
  }
  if (!enter(target)) return;
  State inner = state;
  inner.matrix = inner.matrix * Matrix::translate(length(id, Att::kX, Axis::kX, state),
                                                  length(id, Att::kY, Axis::kY, state));
  const Tag tag = tree_[target].tag;
  if (tag == Tag::kSymbol || tag == Tag::kSvg) {
    if (is_shown(target) && depth_ < kMaxDepth) {
      ++depth_;
      const bool is_svg = tag == Tag::kSvg;
      const auto side = [&](Att name, Axis axis, double whole) {
        if (tree_.has(id, name)) return length(id, name, axis, state, whole);
        return is_svg ? length(target, name, axis, state, whole) : whole;
      };
      const Box place_of = Box::of(length(target, Att::kX, Axis::kX, state),
                                   length(target, Att::kY, Axis::kY, state),
                                   side(Att::kWidth, Axis::kX, state.measures.width),
                                   side(Att::kHeight, Axis::kY, state.measures.height));
      State symbol = inner;
      place(target, inner, symbol);
      if (symbol.matrix.is_regular()) viewport(target, symbol, place_of);
      --depth_;
    }
  } else {
    element(target, inner);
  }
  leave();
}

/// The children of an `svg` or `symbol`, whose view box fills `place`.
void Drawer::viewport(NodeId id, const State& state, const Box& place) {
  if (!(place.width() > 0) || !(place.height() > 0)) return;
  State inner = state;
  Fit fit{Matrix::translate(place.x0, place.y0), false};
  const auto view_box = read_view_box(tree_.get(id, Att::kViewBox));
  inner.measures.width = place.width();
  inner.measures.height = place.height();
  if (view_box) {
    if (!(view_box->width() > 0) || !(view_box->height() > 0)) return;
    fit = fit_view_box(*view_box, place, tree_.get(id, Att::kPreserveAspectRatio));
    inner.measures.width = view_box->width();
    inner.measures.height = view_box->height();
  }
  inner.matrix = state.matrix * fit.matrix;
  const std::string_view overflow = trimmed(tree_.get(id, Att::kOverflow));
  const bool shows_all = overflow == "visible" || overflow == "auto";
  if (!shows_all && measuring_ == nullptr)
    clip_to(Path::rectangle(place), state.matrix, FillRule::kNonZero, inner.clip);
  if (inner.matrix.is_regular()) children(id, inner);
}

void Drawer::draw(Pixmap& to, const Matrix& matrix, const Clip& clip, Point viewport_size) {
  State state;
  state.matrix = matrix;
  state.clip = clip;
  state.to = &to;
  state.measures.width = viewport_size.x;
  state.measures.height = viewport_size.y;
  const NodeId root = tree_.root();
  if (!is_shown(root)) return;
  State inner = state;
  place(root, state, inner);
  inner.measures.root_font_size = inner.style.font_size;
  if (!inner.matrix.is_regular()) return;
  // The root's own opacity, clip and mask count as those of any element.
  const double opacity = read_share(tree_.get(root, Att::kOpacity)).value_or(1);
  const Box whole = Box::of(0, 0, viewport_size.x, viewport_size.y);
  if (opacity >= 1) return viewport(root, inner, whole);
  auto layer = Pixmap::create(to.box(), meter_);
  if (!layer) return;
  inner.to = &*layer;
  viewport(root, inner, whole);
  const auto part = static_cast<unsigned>(to_int(std::floor(opacity * 255 + 0.5)));
  composite(*layer, part, Blend::kNormal, nullptr, clip, meter_, to);
}

Box Drawer::bounds(NodeId id, const State& state, bool in_pixels) {
  Measuring measuring;
  measuring.has_pens = in_pixels;
  if (!in_pixels) measuring.from_pixels = state.matrix.inverse();
  Measuring* before = std::exchange(measuring_, &measuring);
  content(id, state);
  measuring_ = before;
  return measuring.box;
}

}  // namespace lectern::drawing
