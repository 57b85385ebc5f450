// Lengths, transforms, lists and paths as attributes write them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "drawing/raster/path.h"

namespace lectern::drawing {

/// What percentages and font units are parts of.
struct Measures {
  double width = 0;   ///< of the viewport
  double height = 0;  ///< of the viewport
  double font_size = 16;
  double root_font_size = 16;
};

enum class Axis : std::uint8_t { kX, kY, kOther };

/// In user units; nullopt for what is no length.
std::optional<double> read_length(std::string_view text, Axis axis, const Measures& measures);
/// "0.5" or "50%", from 0 to 1.
std::optional<double> read_share(std::string_view text);
/// As many numbers as stand there.
std::vector<double> read_numbers(std::string_view text, Meter& meter);
std::vector<double> read_lengths(std::string_view text, Axis axis, const Measures& measures,
                                 Meter& meter);
/// Nullopt for a list with an error in it, which disables the element.
std::optional<Matrix> read_transform(std::string_view text);
/// Up to its first error, as SVG demands.
Path read_path(std::string_view text, Meter& meter, Held& held);
/// The outline of `points`.
Path read_points(std::string_view text, bool closes, Meter& meter, Held& held);
/// x, y, width and height; nullopt without four of them or for a negative size.
std::optional<Box> read_view_box(std::string_view text);
/// From the view box to the viewport (SVG 2, section 8.6).
struct Fit {
  Matrix matrix;
  bool slices = false;
};
Fit fit_view_box(const Box& view_box, const Box& viewport, std::string_view aspect_ratio);

}  // namespace lectern::drawing
