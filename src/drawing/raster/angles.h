// Angles by arithmetic that is the same on every host: the libraries' own functions differ in the
// last bits.
#pragma once

#include "drawing/raster/geometry.h"

namespace lectern::drawing {

inline constexpr double kPi = 3.14159265358979323846;

/// Cosine and sine of an angle in degrees.
Point direction_of(double degrees);
/// The angle of a direction in degrees, from -180 to 180; 0 for none.
double degrees_of(Point direction);

}  // namespace lectern::drawing
