// Gradients and pictures that fill shapes.
#pragma once

#include <array>
#include <bitset>
#include <vector>

#include "drawing/raster/pixmap.h"

namespace lectern::drawing {

/// Not premultiplied.
struct Color {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  double a = 1;
};

/// With an opacity from 0 to 1.
Rgba premultiplied(Color color, double opacity);

enum class Spread : std::uint8_t { kPad, kReflect, kRepeat };

struct Stop {
  double offset = 0;
  Color color;
};

struct Gradient {
  bool is_radial = false;
  /// Linear: from where; radial: the focus.
  Point from;
  double from_radius = 0;
  /// Linear: to where; radial: the centre of the outer circle.
  Point to;
  double to_radius = 0;
  Spread spread = Spread::kPad;
  /// At least two.
  std::vector<Stop> stops;
};

class GradientSource final : public Source {
 public:
  /// \param matrix  from the gradient to pixels, which must be regular.
  GradientSource(const Gradient& gradient, const Matrix& matrix, double opacity);
  void fill(std::int32_t x, std::int32_t y, std::span<Rgba> out) const override;
  std::uint64_t work() const override { return 24; }

 private:
  Rgba color_at(double t) const;
  Rgba mixed_at(double t) const;
  bool find(Point p, double& t) const;  ///< of a radial one

  static constexpr std::size_t kSteps = 1024;
  Gradient gradient_;
  Matrix inverse_;
  double opacity_;
  /// The colours of all steps, each mixed when it is first asked for.
  mutable std::array<Rgba, kSteps + 1> steps_{};
  mutable std::bitset<kSteps + 1> is_mixed_;
};

/// A picture, once or over and over.
class PictureSource final : public Source {
 public:
  /// \param matrix  from the picture's pixels to those of the canvas, which must be regular.
  PictureSource(const Pixmap& picture, const Matrix& matrix, double opacity, bool repeats,
                bool is_smooth = true);
  void fill(std::int32_t x, std::int32_t y, std::span<Rgba> out) const override;
  std::uint64_t work() const override { return 32; }

 private:
  Rgba texel(std::int64_t x, std::int64_t y) const;

  const Pixmap& picture_;
  Matrix inverse_;
  unsigned opacity_;
  bool repeats_;
  bool is_smooth_;
};

/// Half as wide and high as often as it takes until `matrix`, which is adapted, makes it smaller by
/// less than two. Nullopt over a limit.
std::optional<Pixmap> reduced(Pixmap picture, Matrix& matrix, Meter& meter);

}  // namespace lectern::drawing
