#include "drawing/raster/sources.h"

namespace lectern::drawing {
namespace {

std::uint8_t channel(double value) {
  return static_cast<std::uint8_t>(std::clamp(to_int(std::floor(value + 0.5)), 0, 255));
}

Color between(const Color& a, const Color& b, double t) {
  const auto mix = [t](double from, double to) { return from + (to - from) * t; };
  return {channel(mix(a.r, b.r)), channel(mix(a.g, b.g)), channel(mix(a.b, b.b)), mix(a.a, b.a)};
}

}  // namespace

Rgba premultiplied(Color color, double opacity) {
  const std::uint8_t alpha = channel(std::clamp(color.a, 0.0, 1.0) * opacity * 255);
  return {scaled(color.r, alpha), scaled(color.g, alpha), scaled(color.b, alpha), alpha};
}

GradientSource::GradientSource(const Gradient& gradient, const Matrix& matrix, double opacity)
    : gradient_(gradient), inverse_(matrix.inverse()), opacity_(opacity) {}

Rgba GradientSource::mixed_at(double t) const {
  const std::vector<Stop>& stops = gradient_.stops;
  const auto next = std::upper_bound(stops.begin(), stops.end(), t,
                                     [](double at, const Stop& stop) { return at < stop.offset; });
  if (next == stops.begin()) return premultiplied(stops.front().color, opacity_);
  if (next == stops.end()) return premultiplied(stops.back().color, opacity_);
  const Stop& a = next[-1];
  return premultiplied(between(a.color, next->color, (t - a.offset) / (next->offset - a.offset)),
                       opacity_);
}

Rgba GradientSource::color_at(double t) const {
  switch (gradient_.spread) {
    case Spread::kPad:
      t = std::clamp(t, 0.0, 1.0);
      break;
    case Spread::kRepeat:
      t -= std::floor(t);
      break;
    case Spread::kReflect:
      t -= 2 * std::floor(t / 2);
      if (t > 1) t = 2 - t;
      break;
  }
  const std::int32_t step = to_int(std::floor(t * static_cast<double>(kSteps) + 0.5));
  const auto place = static_cast<std::size_t>(std::clamp<std::int32_t>(step, 0, kSteps));
  if (!is_mixed_[place]) {
    is_mixed_.set(place);
    steps_[place] = mixed_at(static_cast<double>(place) / kSteps);
  }
  return steps_[place];
}

bool GradientSource::find(Point p, double& t) const {
  const Point way = gradient_.to - gradient_.from;
  const Point at = p - gradient_.from;
  // The largest circle between the two that goes through the point.
  const double growth = gradient_.to_radius - gradient_.from_radius;
  const double a = dot(way, way) - growth * growth;
  const double b = dot(at, way) + gradient_.from_radius * growth;
  const double c = dot(at, at) - gradient_.from_radius * gradient_.from_radius;
  const auto fits = [&](double s) {
    t = s;
    return gradient_.from_radius + s * growth >= 0;
  };
  if (std::fabs(a) < 1e-12) return b != 0 && fits(c / (2 * b));
  const double root = b * b - a * c;
  if (root < 0) return false;
  const double first = (b + std::sqrt(root)) / a;
  const double second = (b - std::sqrt(root)) / a;
  return fits(std::max(first, second)) || fits(std::min(first, second));
}

void GradientSource::fill(std::int32_t x, std::int32_t y, std::span<Rgba> out) const {
  if (!gradient_.is_radial) {
    const Matrix inverse = inverse_;
    const Point from = gradient_.from;
    const Point way = gradient_.to - from;
    const double whole = dot(way, way);
    for (Rgba& pixel : out) {
      const double t = dot(inverse(Point{x++ + 0.5, y + 0.5}) - from, way) / whole;
      pixel = std::isfinite(t) ? color_at(t) : Rgba{};
    }
    return;
  }
  for (Rgba& pixel : out) {
    double t = 0;
    const Point p = inverse_(Point{x + 0.5, y + 0.5});
    pixel = find(p, t) && std::isfinite(t) ? color_at(t) : Rgba{};
    ++x;
  }
}

PictureSource::PictureSource(const Pixmap& picture, const Matrix& matrix, double opacity,
                             bool repeats, bool is_smooth)
    : picture_(picture),
      inverse_(matrix.inverse()),
      opacity_(channel(opacity * 255)),
      repeats_(repeats),
      is_smooth_(is_smooth) {}

Rgba PictureSource::texel(std::int64_t x, std::int64_t y) const {
  const IntBox& box = picture_.box();
  const auto inside = [this](std::int64_t v, std::int64_t size) {
    if (!repeats_) return std::clamp<std::int64_t>(v, 0, size - 1);
    const std::int64_t rest = v % size;
    return rest < 0 ? rest + size : rest;
  };
  const auto column = static_cast<std::int32_t>(inside(x, box.width()));
  const auto line = static_cast<std::int32_t>(inside(y, box.height()));
  return picture_.row(box.y0 + line)[static_cast<std::size_t>(column)];
}

void PictureSource::fill(std::int32_t x, std::int32_t y, std::span<Rgba> out) const {
  constexpr double kMost = 1e15;
  if (picture_.box().is_empty()) return std::fill(out.begin(), out.end(), Rgba{});
  for (Rgba& pixel : out) {
    Point p = inverse_(Point{x++ + 0.5, y + 0.5});
    if (is_smooth_) p = p - Point{0.5, 0.5};
    if (!(std::fabs(p.x) < kMost) || !(std::fabs(p.y) < kMost)) {
      pixel = {};
      continue;
    }
    const double left = std::floor(p.x + 1.0 / 512);
    const double top = std::floor(p.y + 1.0 / 512);
    const auto u = static_cast<std::int64_t>(left);
    const auto v = static_cast<std::int64_t>(top);
    const auto fx = static_cast<unsigned>(std::clamp(to_int((p.x - left) * 256), 0, 255));
    const auto fy = static_cast<unsigned>(std::clamp(to_int((p.y - top) * 256), 0, 255));
    if (!is_smooth_ || (fx == 0 && fy == 0)) {
      pixel = scaled(texel(u, v), opacity_);
      continue;
    }
    const Rgba a = texel(u, v);
    const Rgba b = texel(u + 1, v);
    const Rgba c = texel(u, v + 1);
    const Rgba d = texel(u + 1, v + 1);
    const auto mix = [&](unsigned p0, unsigned p1, unsigned p2, unsigned p3) {
      const unsigned upper = p0 * (256 - fx) + p1 * fx;
      const unsigned lower = p2 * (256 - fx) + p3 * fx;
      return static_cast<std::uint8_t>((upper * (256 - fy) + lower * fy + (1u << 15)) >> 16);
    };
    pixel = scaled(Rgba{mix(a.r, b.r, c.r, d.r), mix(a.g, b.g, c.g, d.g), mix(a.b, b.b, c.b, d.b),
                        mix(a.a, b.a, c.a, d.a)},
                   opacity_);
  }
}

std::optional<Pixmap> reduced(Pixmap picture, Matrix& matrix, Meter& meter) {
  while (true) {
    const IntBox box = picture.box();
    const bool halves_x = length({matrix.a, matrix.b}) < 0.5 && box.width() > 1;
    const bool halves_y = length({matrix.c, matrix.d}) < 0.5 && box.height() > 1;
    if (!halves_x && !halves_y) return picture;
    const std::int32_t dx = halves_x ? 2 : 1;
    const std::int32_t dy = halves_y ? 2 : 1;
    const IntBox half = {0, 0, (box.width() + dx - 1) / dx, (box.height() + dy - 1) / dy};
    auto small = Pixmap::create(half, meter);
    if (!small || !meter.spend(box.pixels(), 8)) return std::nullopt;
    for (std::int32_t y = 0; y < half.y1; ++y) {
      for (std::int32_t x = 0; x < half.x1; ++x) {
        unsigned sum[4] = {};
        unsigned count = 0;
        for (std::int32_t j = y * dy; j < std::min((y + 1) * dy, box.height()); ++j) {
          for (std::int32_t i = x * dx; i < std::min((x + 1) * dx, box.width()); ++i) {
            const Rgba p = picture.row(box.y0 + j)[static_cast<std::size_t>(i)];
            const unsigned parts[4] = {p.r, p.g, p.b, p.a};
            for (int k = 0; k < 4; ++k) sum[k] += parts[k];
            ++count;
          }
        }
        const auto mean = [&](unsigned k) {
          return static_cast<std::uint8_t>((sum[k] + count / 2) / count);
        };
        small->row(y)[static_cast<std::size_t>(x)] = {mean(0), mean(1), mean(2), mean(3)};
      }
    }
    matrix = matrix * Matrix::scale(dx, dy);
    picture = *std::move(small);
  }
}

}  // namespace lectern::drawing
