#include "drawing/raster/path.h"

#include "drawing/raster/angles.h"

namespace lectern::drawing {
namespace {

/// How far the controls of a quarter of a circle stand off.
constexpr double kQuarter = 0.5522847498307936;
constexpr int kMostParts = 256;

/// Where a curve turns back in one direction adds to its bounds.
void add_extremes(const Point (&curve)[4], double p0, double p1, double p2, double p3, Box& box) {
  const double a = p3 - 3 * p2 + 3 * p1 - p0;
  const double b = 2 * (p2 - 2 * p1 + p0);
  const double c = p1 - p0;
  const auto add = [&](double t) {
    if (t > 0 && t < 1) box.add(on_curve(curve, t));
  };
  if (std::fabs(a) < 1e-12) {
    if (b != 0) add(-c / b);
    return;
  }
  const double root = b * b - 4 * a * c;
  if (root < 0) return;
  add((-b + std::sqrt(root)) / (2 * a));
  add((-b - std::sqrt(root)) / (2 * a));
}

}  // namespace

void Path::move(Point to) {
  verbs_.push_back(Verb::kMove);
  points_.push_back(to);
  start_ = end_ = to;
  is_open_ = true;
}

void Path::line(Point to) {
  if (!is_open_) move(end_);
  verbs_.push_back(Verb::kLine);
  points_.push_back(to);
  end_ = to;
}

void Path::quadratic(Point control, Point to) {
  const Point from = end_;
  cubic(from + (control - from) * (2.0 / 3), to + (control - to) * (2.0 / 3), to);
}

void Path::cubic(Point first, Point second, Point to) {
  if (!is_open_) move(end_);
  verbs_.push_back(Verb::kCubic);
  points_.insert(points_.end(), {first, second, to});
  end_ = to;
}

void Path::close() {
  if (!is_open_) return;
  verbs_.push_back(Verb::kClose);
  end_ = start_;
  is_open_ = false;
}

void Path::arc(Point radii, double turn, bool is_large, bool is_clockwise, Point to) {
  const Point from = end_;
  double rx = std::fabs(radii.x);
  double ry = std::fabs(radii.y);
  if (from == to) return;
  if (rx < 1e-12 || ry < 1e-12) return line(to);
  const Point axis = direction_of(turn);
  const Point half = (from - to) * 0.5;
  const Point p = {axis.x * half.x + axis.y * half.y, -axis.y * half.x + axis.x * half.y};
  const double reach = p.x * p.x / (rx * rx) + p.y * p.y / (ry * ry);
  if (reach > 1) {
    rx *= std::sqrt(reach);
    ry *= std::sqrt(reach);
  }
  const double down = rx * rx * p.y * p.y + ry * ry * p.x * p.x;
  double k = down > 0 ? (rx * rx * ry * ry - down) / down : 0;
  k = std::sqrt(std::max(0.0, k)) * (is_large == is_clockwise ? -1 : 1);
  const Point c = {k * rx * p.y / ry, -k * ry * p.x / rx};
  const Point mid = (from + to) * 0.5;
  const Point centre = {axis.x * c.x - axis.y * c.y + mid.x, axis.y * c.x + axis.x * c.y + mid.y};
  const Point u = {(p.x - c.x) / rx, (p.y - c.y) / ry};
  const Point v = {(-p.x - c.x) / rx, (-p.y - c.y) / ry};
  double sweep = degrees_of({dot(u, v), cross(u, v)});
  if (is_clockwise && sweep < 0) sweep += 360;
  if (!is_clockwise && sweep > 0) sweep -= 360;
  const double first = degrees_of(u);
  const int parts = std::max(1, to_int(std::ceil(std::fabs(sweep) / 90 - 1e-9)));
  const double step = sweep / parts;
  const Point quarter = direction_of(step / 4);
  // 4/3 tan(step/4) with the step in a part.
  const double reach_of_control = 4.0 / 3 * quarter.y / quarter.x;
  const auto place = [&](Point q) -> Point {
    return {centre.x + axis.x * rx * q.x - axis.y * ry * q.y,
            centre.y + axis.y * rx * q.x + axis.x * ry * q.y};
  };
  for (int i = 0; i < parts; ++i) {
    const Point a = direction_of(first + step * i);
    const Point b = direction_of(first + step * (i + 1));
    cubic(place(a + turned(a) * reach_of_control), place(b - turned(b) * reach_of_control),
          i + 1 == parts ? to : place(b));
  }
}

Path Path::rectangle(const Box& box) {
  Path path;
  path.move({box.x0, box.y0});
  path.line({box.x1, box.y0});
  path.line({box.x1, box.y1});
  path.line({box.x0, box.y1});
  path.close();
  return path;
}

Path Path::ellipse(Point centre, Point radii) {
  return rounded({centre.x - radii.x, centre.y - radii.y, centre.x + radii.x, centre.y + radii.y},
                 radii);
}

Path Path::rounded(const Box& box, Point radii) {
  Path path;
  const Point r = radii;
  const Point k = radii * (1 - kQuarter);
  path.move({box.x0 + r.x, box.y0});
  path.line({box.x1 - r.x, box.y0});
  path.cubic({box.x1 - k.x, box.y0}, {box.x1, box.y0 + k.y}, {box.x1, box.y0 + r.y});
  path.line({box.x1, box.y1 - r.y});
  path.cubic({box.x1, box.y1 - k.y}, {box.x1 - k.x, box.y1}, {box.x1 - r.x, box.y1});
  path.line({box.x0 + r.x, box.y1});
  path.cubic({box.x0 + k.x, box.y1}, {box.x0, box.y1 - k.y}, {box.x0, box.y1 - r.y});
  path.line({box.x0, box.y0 + r.y});
  path.cubic({box.x0, box.y0 + k.y}, {box.x0 + k.x, box.y0}, {box.x0 + r.x, box.y0});
  path.close();
  return path;
}

Box Path::bounds() const {
  Box box;
  std::size_t at = 0;
  Point end;
  for (const Verb verb : verbs_) {
    if (verb == Verb::kClose) continue;
    if (verb == Verb::kCubic) {
      const Point curve[4] = {end, points_[at], points_[at + 1], points_[at + 2]};
      add_extremes(curve, end.x, curve[1].x, curve[2].x, curve[3].x, box);
      add_extremes(curve, end.y, curve[1].y, curve[2].y, curve[3].y, box);
      at += 2;
    }
    end = points_[at++];
    if (is_finite(end)) box.add(end);
  }
  return box;
}

void Path::append(const Path& other, const Matrix& matrix) {
  verbs_.insert(verbs_.end(), other.verbs_.begin(), other.verbs_.end());
  for (const Point p : other.points_) points_.push_back(matrix(p));
  end_ = matrix(other.end_);
  is_open_ = other.is_open_;
  start_ = matrix(other.start_);
}

int parts_of_curve(const Point (&curve)[4], double scale) {
  const Point first = curve[0] - curve[1] * 2 + curve[2];
  const Point second = curve[1] - curve[2] * 2 + curve[3];
  const double bend = std::sqrt(std::max(dot(first, first), dot(second, second))) * scale;
  // A curve of second difference d departs from n lines by at most 6 d / (8 n^2).
  return std::clamp(to_int(std::ceil(std::sqrt(bend * 7.5))), 1, kMostParts);
}

Point on_curve(const Point (&curve)[4], double t) {
  const double s = 1 - t;
  return curve[0] * (s * s * s) + curve[1] * (3 * s * s * t) + curve[2] * (3 * s * t * t) +
         curve[3] * (t * t * t);
}

}  // namespace lectern::drawing
