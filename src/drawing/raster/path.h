// Outlines: lines and cubic curves.
#pragma once

#include <cstdint>
#include <vector>

#include "drawing/raster/geometry.h"
#include "drawing/raster/meter.h"

namespace lectern::drawing {

class Path {
 public:
  enum class Verb : std::uint8_t { kMove, kLine, kCubic, kClose };

  void move(Point to);
  void line(Point to);
  void quadratic(Point control, Point to);
  void cubic(Point first, Point second, Point to);
  /// An elliptical arc as SVG 2 (section 9.5.1) has it. \param turn  of its x axis, in degrees.
  void arc(Point radii, double turn, bool is_large, bool is_clockwise, Point to);
  void close();

  static Path rectangle(const Box& box);
  static Path ellipse(Point centre, Point radii);
  static Path rounded(const Box& box, Point radii);

  bool is_empty() const { return verbs_.empty(); }
  /// Of the last point.
  Point end() const { return end_; }
  const std::vector<Verb>& verbs() const { return verbs_; }
  /// One for a move and a line, three for a curve, none for a close.
  const std::vector<Point>& points() const { return points_; }
  /// Of the outline itself, curves by their extremes.
  Box bounds() const;
  void append(const Path& other, const Matrix& matrix);
  std::uint64_t size_bytes() const {
    return verbs_.capacity() + points_.capacity() * sizeof(Point);
  }

 private:
  std::vector<Verb> verbs_;
  std::vector<Point> points_;
  Point start_;
  Point end_;
  bool is_open_ = false;
};

/// One line of points, as curves become lines.
struct Polyline {
  std::vector<Point> points;
  /// Whether the point before, at the same place of `points`, lies inside of a curve.
  std::vector<bool> is_smooth;
  bool is_closed = false;
};

/// Gives each subpath as a line of points to `take`, false of which ends it.
/// \param scale  of a unit in pixels, which says how fine curves are.
template <typename Take>
bool flatten(const Path& path, double scale, Meter& meter, Take take);

/// In how many lines a curve is divided: errors stay below a tenth of a pixel.
int parts_of_curve(const Point (&curve)[4], double scale);
Point on_curve(const Point (&curve)[4], double t);

template <typename Take>
bool flatten(const Path& path, double scale, Meter& meter, Take take) {
  // A point of a line, where it grows and where a pen follows it.
  constexpr std::uint64_t kPointBytes = 6 * sizeof(Point);
  Polyline line;
  Held held;
  std::size_t at = 0;
  Point end;
  const auto give = [&] {
    const bool goes_on = line.points.empty() || take(line);
    line.points.clear();
    line.is_smooth.clear();
    line.is_closed = false;
    held = {};
    return goes_on;
  };
  const auto add = [&](Point p, bool is_smooth) {
    line.points.push_back(p);
    line.is_smooth.push_back(is_smooth);
    end = p;
  };
  Point start;
  for (const Path::Verb verb : path.verbs()) {
    if (!meter.spend(1, 8) || !held.grow(meter, kPointBytes)) return false;
    if (verb != Path::Verb::kMove && verb != Path::Verb::kClose && line.points.empty())
      add(end, false);
    switch (verb) {
      case Path::Verb::kMove:
        if (!give()) return false;
        start = path.points()[at++];
        add(start, false);
        break;
      case Path::Verb::kLine:
        add(path.points()[at++], false);
        break;
      case Path::Verb::kCubic: {
        const Point curve[4] = {end, path.points()[at], path.points()[at + 1],
                                path.points()[at + 2]};
        at += 3;
        const int parts = parts_of_curve(curve, scale);
        const auto count = static_cast<std::uint64_t>(parts);
        if (!meter.spend(count, 16) || !held.grow(meter, count * kPointBytes)) return false;
        for (int i = 1; i < parts; ++i) add(on_curve(curve, static_cast<double>(i) / parts), true);
        add(curve[3], false);
        break;
      }
      case Path::Verb::kClose:
        line.is_closed = true;
        if (!give()) return false;
        end = start;
        break;
    }
  }
  return give();
}

}  // namespace lectern::drawing
