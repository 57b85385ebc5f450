#include <algorithm>

#include "drawing/svg/drawer.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

bool is_whole(double value) { return std::fabs(value - std::floor(value + 0.5)) < 1.0 / 512; }

/// The box of a path that is an upright rectangle of whole pixels.
std::optional<IntBox> pixels_of(const Path& path, const Matrix& matrix) {
  if (!matrix.is_upright() || path.points().size() != 4 || path.verbs().size() != 5)
    return std::nullopt;
  const std::vector<Point>& p = path.points();
  if (p[0].y != p[1].y || p[1].x != p[2].x || p[2].y != p[3].y || p[3].x != p[0].x)
    return std::nullopt;
  for (const Path::Verb verb : path.verbs())
    if (verb == Path::Verb::kCubic) return std::nullopt;
  const Box box = matrix(path.bounds());
  if (!is_whole(box.x0) || !is_whole(box.y0) || !is_whole(box.x1) || !is_whole(box.y1))
    return std::nullopt;
  const auto near = [](double value) { return to_int(std::floor(value + 0.5)); };
  return IntBox{near(box.x0), near(box.y0), near(box.x1), near(box.y1)};
}

}  // namespace

void Drawer::clip_to(const Path& path, const Matrix& matrix, FillRule rule, Clip& clip) {
  if (const auto pixels = pixels_of(path, matrix)) {
    clip.box = clip.box.meet(*pixels);
    return;
  }
  Path placed;
  placed.append(path, matrix);
  clip.box = clip.box.meet(IntBox::around(placed.bounds()));
  if (clip.box.is_empty()) return;
  Rasterizer shape(clip.box, meter_);
  shape.add(path, matrix);
  auto mask = mask_of(shape, rule, clip, meter_);
  if (!mask) {
    clip.box = {};
    return;
  }
  clip.mask = std::move(mask);
}

void Drawer::clip_to(NodeId clip_path, NodeId of, const State& state, Clip& clip) {
  if (!enter(clip_path)) {
    clip.box = {};
    return;
  }
  State inner = state;
  const Units units = units_of(clip_path, Att::kClipPathUnits, false, state);
  inner.style = style_of(tree_, clip_path, Style(), state.measures, context_, meter_);
  if (const auto own = read_transform(tree_.get(clip_path, Att::kTransform)))
    inner.matrix = inner.matrix * *own;
  if (units.is_of_box) {
    const Box box = bounds(of, state, false);
    if (box.is_empty()) {
      clip.box = {};
      return leave();
    }
    inner.matrix = inner.matrix * Matrix{box.width(), 0, 0, box.height(), box.x0, box.y0};
  }
  // A clip of the clip path itself.
  const NodeId further = tree_.referred(tree_.get(clip_path, Att::kClipPathProperty));
  if (further != kNoNode && tree_[further].tag == Tag::kClipPath) clip_to(further, of, state, clip);
  Measuring measuring;
  Measuring* before = std::exchange(measuring_, &measuring);
  if (inner.matrix.is_regular()) children(clip_path, inner);
  measuring_ = before;
  clip.box = clip.box.meet(IntBox::around(measuring.box));
  auto layer = clip.box.is_empty() ? std::nullopt : Pixmap::create(clip.box, meter_);
  if (layer) {
    inner.to = &*layer;
    inner.clip = clip;
    const bool was_clip = std::exchange(is_clip_, true);
    children(clip_path, inner);
    is_clip_ = was_clip;
    clip.mask = mask_of(*layer, false, meter_);
  }
  if (!clip.mask && !layer) clip.box = {};
  leave();
}

std::shared_ptr<const Mask> Drawer::mask(NodeId id, NodeId of, const State& state) {
  if (!enter(id)) return nullptr;
  const Units units = units_of(id, Att::kMaskUnits, true, state);
  const Units content_units = units_of(id, Att::kMaskContentUnits, false, state);
  const Box box = bounds(of, state, false);
  const bool needs_box = units.is_of_box || content_units.is_of_box;
  State inner = state;
  std::shared_ptr<Mask> shown;
  if (!needs_box || (!box.is_empty() && box.width() > 0 && box.height() > 0)) {
    Box region = Box::of(length(id, Att::kX, Axis::kX, units, "-10%"),
                         length(id, Att::kY, Axis::kY, units, "-10%"),
                         length(id, Att::kWidth, Axis::kX, units, "120%"),
                         length(id, Att::kHeight, Axis::kY, units, "120%"));
    if (units.is_of_box) {
      region = Box::of(box.x0 + region.x0 * box.width(), box.y0 + region.y0 * box.height(),
                       region.width() * box.width(), region.height() * box.height());
    }
    inner.clip = {state.clip.box, nullptr};
    if (region.width() > 0 && region.height() > 0) {
      clip_to(Path::rectangle(region), state.matrix, FillRule::kNonZero, inner.clip);
    } else {
      inner.clip.box = {};
    }
    inner.style = style_of(tree_, id, Style(), state.measures, context_, meter_);
    if (content_units.is_of_box)
      inner.matrix = inner.matrix * Matrix{box.width(), 0, 0, box.height(), box.x0, box.y0};
    auto layer = Pixmap::create(inner.clip.box, meter_);
    if (layer && inner.matrix.is_regular() && depth_ < 90) {
      inner.to = &*layer;
      ++depth_;
      children(id, inner);
      --depth_;
      const bool is_luminance = trimmed(tree_.get(id, Att::kMaskType)) != "alpha";
      shown = mask_of(*layer, is_luminance, meter_);
      // A mask may be masked as well.
      const NodeId further = tree_.referred(tree_.get(id, Att::kMaskProperty));
      if (shown && further != kNoNode && tree_[further].tag == Tag::kMask) {
        const auto other = mask(further, of, state);
        const IntBox& all = shown->box;
        auto cover = shown->cover.begin();
        for (std::int32_t y = all.y0; y < all.y1; ++y)
          for (std::int32_t x = all.x0; x < all.x1; ++x, ++cover)
            *cover = other ? scaled(*cover, other->at(x, y)) : std::uint8_t{0};
      }
    }
  }
  leave();
  return shown;
}

}  // namespace lectern::drawing
