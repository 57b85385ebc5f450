#include "drawing/raster/angles.h"

namespace lectern::drawing {
namespace {

/// Of an angle within an eighth of a turn, in radians.
Point small_direction(double x) {
  const double s = x * x;
  const double cosine =
      1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132)))));
  const double sine =
      x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))));
  return {cosine, sine};
}

/// The arc tangent of 0 to 1, in radians: halved twice, then by its series.
double small_arc(double x) {
  for (int i = 0; i < 2; ++i) x = x / (1 + std::sqrt(1 + x * x));
  const double s = x * x;
  double sum = 0;
  for (int i = 21; i >= 1; i -= 2) sum = 1.0 / i - s * sum;
  return 4 * x * sum;
}

}  // namespace

Point direction_of(double degrees) {
  if (!std::isfinite(degrees)) return {1, 0};
  degrees -= 360 * std::floor(degrees / 360);
  const double quarters = std::floor(degrees / 90 + 0.5);
  const Point p = small_direction((degrees - 90 * quarters) * (kPi / 180));
  switch (to_int(quarters) & 3) {
    case 0:
      return p;
    case 1:
      return {-p.y, p.x};
    case 2:
      return {-p.x, -p.y};
    default:
      return {p.y, -p.x};
  }
}

double degrees_of(Point direction) {
  const double x = std::fabs(direction.x);
  const double y = std::fabs(direction.y);
  if (!std::isfinite(x) || !std::isfinite(y) || (x == 0 && y == 0)) return 0;
  double angle = (x >= y ? small_arc(y / x) : kPi / 2 - small_arc(x / y)) * (180 / kPi);
  if (direction.x < 0) angle = 180 - angle;
  return direction.y < 0 ? -angle : angle;
}

}  // namespace lectern::drawing
