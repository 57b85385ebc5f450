// The outline of a line that is drawn with a pen: its width, joins, caps and dashes (SVG 2,
// section 13).
#pragma once

#include <cstdint>
#include <vector>

#include "drawing/raster/rasterizer.h"

namespace lectern::drawing {

enum class Cap : std::uint8_t { kButt, kRound, kSquare };
enum class Join : std::uint8_t { kMiter, kRound, kBevel };

struct Pen {
  double width = 1;
  Cap cap = Cap::kButt;
  Join join = Join::kMiter;
  double miter_limit = 4;
  /// Lengths of dashes and gaps in turn, an even number of them; empty for a whole line.
  std::vector<double> dashes;
  double dash_offset = 0;
};

/// Adds what the pen covers along `path`, to be filled non-zero.
bool add_stroke(const Path& path, const Pen& pen, const Matrix& matrix, Meter& meter,
                Rasterizer& to);

}  // namespace lectern::drawing
