#include "pdf/pdfium_paths.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lectern {
namespace {

constexpr std::size_t kMaxRules = 50'000;
constexpr std::size_t kMaxAreas = 50'000;
constexpr std::size_t kMaxDrawings = 50'000;

// In points.
constexpr float kStraight = 0.5f;      ///< how far a rule's ends may be off
constexpr float kMostThickness = 3;    ///< of an area that is a rule
constexpr float kLeastRule = 1;        ///< length
constexpr float kLongerThanThick = 2;  ///< as many times
constexpr float kSeen = 0.05f;         ///< opacity
constexpr float kOpaque = 0.98f;       ///< opacity
// Of a drawing's longer side.
constexpr float kLeastSlant = 0.3f;
constexpr float kLeastArc = 0.2f;

std::uint32_t rgb_from(FX_COLORREF color) {
  return (color & 0xFF) << 16 | (color & 0xFF00) | (color >> 16 & 0xFF);
}

bool has_pattern(const CPDF_PathObject& object) {
  return object.color_state().HasRef() && object.color_state().GetFillColor() != nullptr &&
         object.color_state().GetFillColor()->IsPattern();
}

PageBox box_around(const std::vector<CFX_PointF>& points) {
  PageBox box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const CFX_PointF& point : points) {
    box.left = std::min(box.left, point.x);
    box.right = std::max(box.right, point.x);
    box.top = std::min(box.top, point.y);
    box.bottom = std::max(box.bottom, point.y);
  }
  return box;
}

class PathReader {
 public:
  PathReader(const CPDF_PathObject& object, const CFX_Matrix& to_page, const CFX_FloatRect* clip,
             std::uint32_t words, bool in_blend, PageContent& page)
      : object_(object), matrix_(object.matrix() * to_page), words_(words), page_(page) {
    filled_ = !object.has_no_filltype() &&
              (!object.general_state().HasRef() || object.general_state().GetFillAlpha() > kSeen);
    stroked_ = object.stroke() && (!object.general_state().HasRef() ||
                                   object.general_state().GetStrokeAlpha() > kSeen);
    opaque_ = filled_ && !in_blend && is_opaque(object) && !has_pattern(object);
    const float scale = std::sqrt(std::fabs(matrix_.a * matrix_.d - matrix_.b * matrix_.c));
    thickness_ = object.graph_state().GetLineWidth() * scale;
    if (object.color_state().HasRef()) rgb_ = rgb_from(object.color_state().GetFillColorRef());
    clip_ = {0, 0, page.width, page.height};
    if (clip != nullptr) cut(page_box(*clip, to_page));
  }

  void run() {
    if (!filled_ && !stroked_) return;
    for (const CFX_Path::Point& point : object_.path().GetPoints()) {
      const CFX_PointF at = matrix_.Transform(point.m_Point);
      if (!std::isfinite(at.x) || !std::isfinite(at.y)) return;
      if (point.m_Type == CFX_Path::Point::Type::kMove) end_part();
      if (point.m_Type == CFX_Path::Point::Type::kBezier)
        add_bend(at);
      else
        add_straight(at);
      points_.push_back(at);
      if (point.m_CloseFigure) closed_ = true;
    }
    end_part();
  }

 private:
  void cut(const PageBox& box) {
    clip_.left = std::max(clip_.left, box.left);
    clip_.top = std::max(clip_.top, box.top);
    clip_.right = std::min(clip_.right, box.right);
    clip_.bottom = std::min(clip_.bottom, box.bottom);
  }

  /// False for what the page does not show.
  bool clipped(PageBox& box) const {
    box.left = std::max(box.left, clip_.left);
    box.top = std::max(box.top, clip_.top);
    box.right = std::min(box.right, clip_.right);
    box.bottom = std::min(box.bottom, clip_.bottom);
    return box.left <= box.right && box.top <= box.bottom;
  }

  static bool is_level(CFX_PointF from, CFX_PointF to) {
    return std::fabs(from.y - to.y) <= kStraight;
  }
  static bool is_upright(CFX_PointF from, CFX_PointF to) {
    return std::fabs(from.x - to.x) <= kStraight;
  }

  /// One of the three points of a curve, the last of which lies on it.
  void add_bend(CFX_PointF at) {
    curved_ = true;
    if (++bends_ % 3 != 0 || points_.size() < 3) return;
    const CFX_PointF& from = points_[points_.size() - 3];
    arc_ = std::max(arc_, std::min(std::fabs(at.x - from.x), std::fabs(at.y - from.y)));
  }

  void add_straight(CFX_PointF at) {
    if (points_.empty() || is_level(points_.back(), at) || is_upright(points_.back(), at)) return;
    slanted_ += std::hypot(at.x - points_.back().x, at.y - points_.back().y);
  }

  /// Whether no frame around text, whose corners may be round, looks like that.
  bool is_slant(const PageBox& box) const {
    const float longer = std::max(box.right - box.left, box.bottom - box.top);
    return slanted_ >= kLeastSlant * longer || arc_ >= kLeastArc * longer;
  }

  bool is_rectangle() const {
    std::size_t count = points_.size();
    if (count == 5 && is_level(points_[0], points_[4]) && is_upright(points_[0], points_[4]))
      count = 4;
    if (count != 4 || curved_) return false;
    for (std::size_t i = 0; i < 4; ++i) {
      const CFX_PointF& from = points_[i];
      const CFX_PointF& to = points_[(i + 1) % 4];
      if (!(i % 2 == 0 ? is_level(from, to) : is_upright(from, to))) {
        return is_other_rectangle();
      }
    }
    return true;
  }

  /// The same, begun with an upright side.
  bool is_other_rectangle() const {
    for (std::size_t i = 0; i < 4; ++i) {
      const CFX_PointF& from = points_[i];
      const CFX_PointF& to = points_[(i + 1) % 4];
      if (!(i % 2 == 1 ? is_level(from, to) : is_upright(from, to))) return false;
    }
    return true;
  }

  void end_part() {
    if (points_.size() > 1) {
      if (is_rectangle()) {
        add_rectangle(box_around(points_));
      } else if (filled_ && points_.size() > 2) {
        add_filled_shape();
      } else if (stroked_) {
        add_lines();
      }
    }
    points_.clear();
    curved_ = false;
    closed_ = false;
    bends_ = 0;
    arc_ = 0;
    slanted_ = 0;
  }

  void add_rectangle(PageBox box) {
    const float width = box.right - box.left;
    const float height = box.bottom - box.top;
    if (filled_) {
      const float thin = std::min(width, height);
      if (thin <= kMostThickness && std::max(width, height) >= kLongerThanThick * thin) {
        const float middle_x = (box.left + box.right) / 2;
        const float middle_y = (box.top + box.bottom) / 2;
        if (width >= height)
          add_rule({box.left, middle_y, box.right, middle_y}, height);
        else
          add_rule({middle_x, box.top, middle_x, box.bottom}, width);
        return;
      }
      if (clipped(box) && page_.areas.size() < kMaxAreas)
        page_.areas.push_back({box, rgb_, words_, opaque_});
    }
    if (!stroked_) return;
    add_rule({box.left, box.top, box.right, box.top}, thickness_);
    add_rule({box.left, box.bottom, box.right, box.bottom}, thickness_);
    add_rule({box.left, box.top, box.left, box.bottom}, thickness_);
    add_rule({box.right, box.top, box.right, box.bottom}, thickness_);
  }

  void add_filled_shape() {
    const PageBox box = box_around(points_);
    const float width = box.right - box.left;
    const float height = box.bottom - box.top;
    const float thin = std::min(width, height);
    if (!curved_ && thin <= kStraight && std::max(width, height) >= kLongerThanThick * thin) {
      add_rectangle(box);
    } else {
      add_drawing(box);
    }
  }

  void add_lines() {
    bool all_straight = !curved_;
    if (!curved_) {
      const std::size_t count = points_.size();
      for (std::size_t i = 0; i + 1 < count + (closed_ ? 1 : 0); ++i) {
        const CFX_PointF& from = points_[i];
        const CFX_PointF& to = points_[(i + 1) % count];
        if (is_level(from, to)) {
          const float y = (from.y + to.y) / 2;
          add_rule({std::min(from.x, to.x), y, std::max(from.x, to.x), y}, thickness_);
        } else if (is_upright(from, to)) {
          const float x = (from.x + to.x) / 2;
          add_rule({x, std::min(from.y, to.y), x, std::max(from.y, to.y)}, thickness_);
        } else {
          all_straight = false;
        }
      }
    }
    if (!all_straight) add_drawing(box_around(points_));
  }

  void add_rule(PageBox line, float thickness) {
    if (!clipped(line)) return;
    if (std::max(line.right - line.left, line.bottom - line.top) < kLeastRule) {
      // Dots of a dotted line, drawn one by one.
      if (thickness <= 0) return;
    }
    if (page_.rules.size() < kMaxRules) page_.rules.push_back({line, thickness});
  }

  void add_drawing(PageBox box) {
    const bool slant = is_slant(box);
    if (!clipped(box) || page_.drawings.size() == kMaxDrawings) return;
    page_.drawings.push_back(box);
    if (slant) page_.slants.push_back(box);
  }

  const CPDF_PathObject& object_;
  const CFX_Matrix matrix_;
  const std::uint32_t words_;
  PageContent& page_;
  bool opaque_ = false;
  bool filled_ = false;
  bool stroked_ = false;
  float thickness_ = 0;
  std::uint32_t rgb_ = 0;
  PageBox clip_;
  std::vector<CFX_PointF> points_;
  bool curved_ = false;
  bool closed_ = false;
  std::uint32_t bends_ = 0;  ///< points of curves
  float arc_ = 0;            ///< the shorter side of the largest curve
  float slanted_ = 0;        ///< length of lines that are neither level nor upright
};

}  // namespace

PageBox page_box(const CFX_FloatRect& rect, const CFX_Matrix& matrix) {
  CFX_FloatRect moved = matrix.TransformRect(rect);
  moved.Normalize();
  // PDFium's rectangles have their lower edge first; on the upright page y grows downwards.
  return {moved.left, moved.bottom, moved.right, moved.top};
}

bool is_opaque(const CPDF_PageObject& object) {
  if (!object.general_state().HasRef()) return true;
  return object.general_state().GetFillAlpha() >= kOpaque &&
         object.general_state().GetBlendType() == BlendMode::kNormal &&
         !object.general_state().GetSoftMask();
}

void add_path(const CPDF_PathObject& object, const CFX_Matrix& matrix, const CFX_FloatRect* clip,
              std::uint32_t words, bool in_blend, PageContent& page) {
  PathReader(object, matrix, clip, words, in_blend, page).run();
}

}  // namespace lectern
