// Blend modes (Compositing and Blending 1, section 10).
#include "drawing/raster/pixmap.h"

namespace lectern::drawing {
namespace {

struct Light {
  double r, g, b;
};

double light_of(Light c) { return 0.3 * c.r + 0.59 * c.g + 0.11 * c.b; }

Light with_light(Light c, double light) {
  const double d = light - light_of(c);
  c = {c.r + d, c.g + d, c.b + d};
  const double l = light_of(c);
  const double low = std::min({c.r, c.g, c.b});
  const double high = std::max({c.r, c.g, c.b});
  const auto pull = [&](double k) {
    c = {l + (c.r - l) * k, l + (c.g - l) * k, l + (c.b - l) * k};
  };
  if (low < 0 && l > low) pull(l / (l - low));
  if (high > 1 && high > l) pull((1 - l) / (high - l));
  return c;
}

double range_of(Light c) { return std::max({c.r, c.g, c.b}) - std::min({c.r, c.g, c.b}); }

Light with_range(Light c, double range) {
  const double low = std::min({c.r, c.g, c.b});
  const double own = range_of(c);
  if (own <= 0) return {0, 0, 0};
  const auto stretch = [&](double v) { return (v - low) * range / own; };
  return {stretch(c.r), stretch(c.g), stretch(c.b)};
}

/// \param b  below, \param s  on top
double mixed(double b, double s, Blend blend) {
  switch (blend) {
    case Blend::kMultiply:
      return b * s;
    case Blend::kScreen:
      return b + s - b * s;
    case Blend::kOverlay:
      return mixed(s, b, Blend::kHardLight);
    case Blend::kDarken:
      return std::min(b, s);
    case Blend::kLighten:
      return std::max(b, s);
    case Blend::kColorDodge:
      return b <= 0 ? 0 : s >= 1 ? 1 : std::min(1.0, b / (1 - s));
    case Blend::kColorBurn:
      return b >= 1 ? 1 : s <= 0 ? 0 : 1 - std::min(1.0, (1 - b) / s);
    case Blend::kHardLight:
      return s <= 0.5 ? b * 2 * s : mixed(b, 2 * s - 1, Blend::kScreen);
    case Blend::kSoftLight: {
      if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
      const double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : std::sqrt(b);
      return b + (2 * s - 1) * (d - b);
    }
    case Blend::kDifference:
      return std::fabs(b - s);
    case Blend::kExclusion:
      return b + s - 2 * b * s;
    default:
      return s;
  }
}

Light mixed(Light b, Light s, Blend blend) {
  switch (blend) {
    case Blend::kHue:
      return with_light(with_range(s, range_of(b)), light_of(b));
    case Blend::kSaturation:
      return with_light(with_range(b, range_of(s)), light_of(b));
    case Blend::kColor:
      return with_light(s, light_of(b));
    case Blend::kLuminosity:
      return with_light(b, light_of(s));
    default:
      return {mixed(b.r, s.r, blend), mixed(b.g, s.g, blend), mixed(b.b, s.b, blend)};
  }
}

}  // namespace

Rgba blended(Rgba top, Rgba below, Blend blend) {
  if (top.a == 0) return below;
  if (below.a == 0) return top;
  const auto plain = [](Rgba c) {
    return Light{static_cast<double>(c.r) / c.a, static_cast<double>(c.g) / c.a,
                 static_cast<double>(c.b) / c.a};
  };
  const Light mix = mixed(plain(below), plain(top), blend);
  const double both = static_cast<double>(top.a) * below.a / 255;
  const Rgba sum = over(top, below);
  const auto part = [&](double m, unsigned s, unsigned b) {
    const double value = s * (1 - below.a / 255.0) + b * (1 - top.a / 255.0) + both * m;
    return static_cast<std::uint8_t>(
        std::min<std::int32_t>(sum.a, std::max(0, to_int(std::floor(value + 0.5)))));
  };
  return {part(mix.r, top.r, below.r), part(mix.g, top.g, below.g), part(mix.b, top.b, below.b),
          sum.a};
}

}  // namespace lectern::drawing
