// Points, boxes and affine transforms of drawings. Only operations that IEEE 754 rounds alike on
// every host: +, -, *, / and square roots.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lectern::drawing {

struct Point {
  double x = 0;
  double y = 0;
  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
  friend bool operator==(Point a, Point b) { return a.x == b.x && a.y == b.y; }
};

inline double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
inline double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
inline double length(Point a) { return std::sqrt(dot(a, a)); }
/// A quarter turn.
inline Point turned(Point a) { return {-a.y, a.x}; }
inline bool is_finite(Point a) { return std::isfinite(a.x) && std::isfinite(a.y); }

/// A whole number within +-2^24, which no canvas exceeds; 0 for NaN.
inline std::int32_t to_int(double value) {
  constexpr double kMost = 1 << 24;
  if (!(value > -kMost)) return value <= -kMost ? -(1 << 24) : 0;
  return value < kMost ? static_cast<std::int32_t>(value) : 1 << 24;
}

/// Empty until a point is added.
struct Box {
  double x0 = std::numeric_limits<double>::max();
  double y0 = std::numeric_limits<double>::max();
  double x1 = std::numeric_limits<double>::lowest();
  double y1 = std::numeric_limits<double>::lowest();

  static Box of(double x, double y, double width, double height) {
    return {x, y, x + width, y + height};
  }
  bool is_empty() const { return !(x0 <= x1 && y0 <= y1); }
  double width() const { return x1 - x0; }
  double height() const { return y1 - y0; }
  void add(Point p) {
    x0 = std::min(x0, p.x);
    y0 = std::min(y0, p.y);
    x1 = std::max(x1, p.x);
    y1 = std::max(y1, p.y);
  }
  void add(const Box& box) {
    if (box.is_empty()) return;
    add(Point{box.x0, box.y0});
    add(Point{box.x1, box.y1});
  }
};

/// Pixels from (x0, y0) up to but without (x1, y1).
struct IntBox {
  std::int32_t x0 = 0;
  std::int32_t y0 = 0;
  std::int32_t x1 = 0;
  std::int32_t y1 = 0;

  /// The pixels that a box touches.
  static IntBox around(const Box& box) {
    if (box.is_empty()) return {};
    return {to_int(std::floor(box.x0)), to_int(std::floor(box.y0)), to_int(std::ceil(box.x1)),
            to_int(std::ceil(box.y1))};
  }
  bool is_empty() const { return x0 >= x1 || y0 >= y1; }
  std::int32_t width() const { return is_empty() ? 0 : x1 - x0; }
  std::int32_t height() const { return is_empty() ? 0 : y1 - y0; }
  std::uint64_t pixels() const {
    return static_cast<std::uint64_t>(width()) * static_cast<std::uint64_t>(height());
  }
  IntBox meet(const IntBox& other) const {
    return {std::max(x0, other.x0), std::max(y0, other.y0), std::min(x1, other.x1),
            std::min(y1, other.y1)};
  }
};

/// x' = a x + c y + e, y' = b x + d y + f.
struct Matrix {
  double a = 1;
  double b = 0;
  double c = 0;
  double d = 1;
  double e = 0;
  double f = 0;

  static Matrix translate(double x, double y) { return {1, 0, 0, 1, x, y}; }
  static Matrix scale(double x, double y) { return {x, 0, 0, y, 0, 0}; }
  Point operator()(Point p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
  /// Without the shift.
  Point turn(Point p) const { return {a * p.x + c * p.y, b * p.x + d * p.y}; }
  Box operator()(const Box& box) const {
    Box to;
    if (box.is_empty()) return to;
    for (const double x : {box.x0, box.x1})
      for (const double y : {box.y0, box.y1}) to.add((*this)(Point{x, y}));
    return to;
  }
  /// First `first`, then this.
  Matrix operator*(const Matrix& first) const {
    return {a * first.a + c * first.b,     b * first.a + d * first.b,
            a * first.c + c * first.d,     b * first.c + d * first.d,
            a * first.e + c * first.f + e, b * first.e + d * first.f + f};
  }
  double determinant() const { return a * d - b * c; }
  /// The length of a side of the square that a unit square's area becomes.
  double mean_scale() const { return std::sqrt(std::fabs(determinant())); }
  bool is_regular() const {
    const double area = determinant();
    return std::isfinite(area) && std::isfinite(e) && std::isfinite(f) && std::fabs(area) > 1e-20;
  }
  /// Only of a regular one.
  Matrix inverse() const {
    const double k = 1 / determinant();
    return {d * k, -b * k, -c * k, a * k, (c * f - d * e) * k, (b * e - a * f) * k};
  }
  /// Whether rectangles stay rectangles that stand upright.
  bool is_upright() const { return b == 0 && c == 0; }
};

}  // namespace lectern::drawing
