// Filter Effects 1: the primitives that drawings use most.
#include <algorithm>
#include <array>

#include "drawing/svg/colors.h"
#include "drawing/svg/drawer.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

constexpr std::size_t kMaxPrimitives = 32;

/// x^(1/5) of 0 to 1, by Newton's method.
double fifth_root(double x) {
  if (x <= 0) return 0;
  double y = 1;
  for (int i = 0; i < 60; ++i) y = y - (y - x / (y * y * y * y)) / 5;
  return y;
}

struct Curves {
  std::array<std::uint8_t, 256> to_linear{};
  std::array<std::uint8_t, 256> to_srgb{};
};

Curves make_curves() {
  Curves curves;
  std::array<double, 256> linear{};
  for (std::size_t i = 0; i < 256; ++i) {
    const double c = static_cast<double>(i) / 255;
    const double x = (c + 0.055) / 1.055;
    const double root = fifth_root(x);
    // x^2.4 = x^2 (x^(1/5))^2
    linear[i] = c <= 0.04045 ? c / 12.92 : x * x * root * root;
    curves.to_linear[i] = static_cast<std::uint8_t>(to_int(std::floor(linear[i] * 255 + 0.5)));
  }
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    const double wanted = static_cast<double>(i) / 255;
    while (nearest < 255 && linear[nearest + 1] - wanted <= wanted - linear[nearest]) ++nearest;
    curves.to_srgb[i] = static_cast<std::uint8_t>(nearest);
  }
  return curves;
}

std::uint8_t plain(unsigned channel, unsigned alpha) {
  return static_cast<std::uint8_t>(std::min(255u, (channel * 255 + alpha / 2) / alpha));
}

void map_colors(Pixmap& pixmap, const std::array<std::uint8_t, 256>& curve) {
  for (std::int32_t y = pixmap.box().y0; y < pixmap.box().y1; ++y) {
    for (Rgba& p : pixmap.row(y)) {
      if (p.a == 0) continue;
      const auto map = [&](std::uint8_t c) { return scaled(curve[plain(c, p.a)], p.a); };
      p = {map(p.r), map(p.g), map(p.b), p.a};
    }
  }
}

/// A box blur of `size` pixels over a line; `shift` is where its middle lies.
void blur_line(std::vector<Rgba>& line, std::vector<Rgba>& out, std::int32_t size,
               std::int32_t shift) {
  const auto count = static_cast<std::int32_t>(line.size());
  std::uint32_t sum[4] = {};
  const auto add = [&](std::int32_t i, bool is_in) {
    if (i < 0 || i >= count) return;
    const Rgba p = line[static_cast<std::size_t>(i)];
    const std::uint32_t parts[4] = {p.r, p.g, p.b, p.a};
    for (int k = 0; k < 4; ++k) sum[k] += is_in ? parts[k] : 0u - parts[k];
  };
  for (std::int32_t i = -shift; i < size - shift - 1; ++i) add(i, true);
  const auto n = static_cast<std::uint32_t>(size);
  for (std::int32_t i = 0; i < count; ++i) {
    add(i + size - shift - 1, true);
    const auto mean = [&](int k) { return static_cast<std::uint8_t>((sum[k] + n / 2) / n); };
    out[static_cast<std::size_t>(i)] = {mean(0), mean(1), mean(2), mean(3)};
    add(i - shift, false);
  }
  line.swap(out);
}

void blur_along(std::vector<Rgba>& line, std::vector<Rgba>& out, double deviation) {
  // Three boxes come near to a Gaussian (Filter Effects 1, section 9.13).
  const std::int32_t d = to_int(std::floor(deviation * 1.8799712059732503 + 0.5));
  if (d < 2) {
    const double side = deviation * deviation / 2;
    const auto weight = static_cast<std::uint32_t>(to_int(std::min(side, 0.3) * 65536));
    for (std::size_t i = 0; i < line.size(); ++i) {
      const Rgba a = i > 0 ? line[i - 1] : Rgba();
      const Rgba b = line[i];
      const Rgba c = i + 1 < line.size() ? line[i + 1] : Rgba();
      const auto mix = [&](unsigned x, unsigned y, unsigned z) {
        return static_cast<std::uint8_t>(((x + z) * weight + y * (65536 - 2 * weight) + 32768) >>
                                         16);
      };
      out[i] = {mix(a.r, b.r, c.r), mix(a.g, b.g, c.g), mix(a.b, b.b, c.b), mix(a.a, b.a, c.a)};
    }
    line.swap(out);
    return;
  }
  if (d % 2 == 1) {
    for (int i = 0; i < 3; ++i) blur_line(line, out, d, d / 2);
  } else {
    blur_line(line, out, d, d / 2);
    blur_line(line, out, d, d / 2 - 1);
    blur_line(line, out, d + 1, d / 2);
  }
}

bool blur(Pixmap& pixmap, double sx, double sy, Meter& meter) {
  const IntBox& box = pixmap.box();
  if (!meter.spend(box.pixels(), 64)) return false;
  sx = std::min(sx, 2.0 * box.width());
  sy = std::min(sy, 2.0 * box.height());
  std::vector<Rgba> line;
  std::vector<Rgba> out;
  if (sx > 0) {
    out.resize(static_cast<std::size_t>(box.width()));
    for (std::int32_t y = box.y0; y < box.y1; ++y) {
      const auto row = pixmap.row(y);
      line.assign(row.begin(), row.end());
      blur_along(line, out, sx);
      std::copy(line.begin(), line.end(), row.begin());
    }
  }
  if (sy <= 0) return true;
  out.resize(static_cast<std::size_t>(box.height()));
  for (std::size_t x = 0; x < static_cast<std::size_t>(box.width()); ++x) {
    line.clear();
    for (std::int32_t y = box.y0; y < box.y1; ++y) line.push_back(pixmap.row(y)[x]);
    blur_along(line, out, sy);
    for (std::int32_t y = box.y0; y < box.y1; ++y)
      pixmap.row(y)[x] = line[static_cast<std::size_t>(y - box.y0)];
  }
  return true;
}

/// The rows of a colour matrix, as feColorMatrix says it; nullopt for a wrong one.
std::optional<std::array<double, 20>> color_matrix(std::string_view type,
                                                   const std::vector<double>& values) {
  std::array<double, 20> m = {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
  if (type.empty() || type == "matrix") {
    if (values.empty()) return m;
    if (values.size() != 20) return std::nullopt;
    std::copy_n(values.begin(), 20, m.begin());
  } else if (type == "saturate") {
    const double s = values.empty() ? 1 : values[0];
    const double light[3] = {0.213, 0.715, 0.072};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) m[i * 5 + j] = light[j] * (1 - s) + (i == j ? s : 0);
  } else if (type == "luminanceToAlpha") {
    m = {};
    m[15] = 0.2125;
    m[16] = 0.7154;
    m[17] = 0.0721;
  } else {
    return std::nullopt;
  }
  return m;
}

void apply(const std::array<double, 20>& m, Pixmap& pixmap) {
  for (std::int32_t y = pixmap.box().y0; y < pixmap.box().y1; ++y) {
    for (Rgba& p : pixmap.row(y)) {
      const double alpha = p.a / 255.0;
      double c[4] = {0, 0, 0, alpha};
      if (p.a > 0) {
        c[0] = static_cast<double>(p.r) / p.a;
        c[1] = static_cast<double>(p.g) / p.a;
        c[2] = static_cast<double>(p.b) / p.a;
      }
      double out[4];
      for (std::size_t i = 0; i < 4; ++i) {
        const double* row = &m[i * 5];
        out[i] = std::clamp(row[0] * c[0] + row[1] * c[1] + row[2] * c[2] + row[3] * c[3] + row[4],
                            0.0, 1.0);
      }
      const auto byte = [](double v) {
        return static_cast<std::uint8_t>(to_int(std::floor(v * 255 + 0.5)));
      };
      const std::uint8_t a = byte(out[3]);
      p = {scaled(byte(out[0]), a), scaled(byte(out[1]), a), scaled(byte(out[2]), a), a};
    }
  }
}

Rgba composed(std::string_view how, Rgba a, Rgba b, const double (&k)[4]) {
  const auto sum = [](Rgba x, Rgba y) {
    const auto add = [](unsigned p, unsigned q) {
      return static_cast<std::uint8_t>(std::min(255u, p + q));
    };
    return Rgba{add(x.r, y.r), add(x.g, y.g), add(x.b, y.b), add(x.a, y.a)};
  };
  if (how == "in") return scaled(a, b.a);
  if (how == "out") return scaled(a, 255u - b.a);
  if (how == "atop") return sum(scaled(a, b.a), scaled(b, 255u - a.a));
  if (how == "xor") return sum(scaled(a, 255u - b.a), scaled(b, 255u - a.a));
  if (how == "lighter") return sum(a, b);
  if (how == "arithmetic") {
    const auto mix = [&](double x, double y) {
      const double v = k[0] * x * y / 255 + k[1] * x + k[2] * y + k[3] * 255;
      return static_cast<std::uint8_t>(std::clamp(to_int(std::floor(v + 0.5)), 0, 255));
    };
    const std::uint8_t alpha = mix(a.a, b.a);
    return {std::min(alpha, mix(a.r, b.r)), std::min(alpha, mix(a.g, b.g)),
            std::min(alpha, mix(a.b, b.b)), alpha};
  }
  return over(a, b);
}

}  // namespace

bool Drawer::is_known_filter(NodeId filter) const {
  if (of_template(filter, Att::kPrimitiveUnits) == "objectBoundingBox") return false;
  std::size_t count = 0;
  for (NodeId i = tree_[filter].first_child; i != kNoNode; i = tree_[i].next) {
    const Node& node = tree_[i];
    if (!meter_.spend(1, 4)) return false;
    if (node.is_text || node.is_foreign || node.tag == Tag::kTitle || node.tag == Tag::kDesc)
      continue;
    if (node.tag < Tag::kFeGaussianBlur || node.tag > Tag::kFeComposite) return false;
    // Parts of the region, and the inputs of a canvas, are not known.
    for (const Att name : {Att::kX, Att::kY, Att::kWidth, Att::kHeight})
      if (tree_.has(i, name) && node.tag != Tag::kFeDropShadow) return false;
    for (const Att name : {Att::kIn, Att::kIn2}) {
      const std::string_view in = trimmed(tree_.get(i, name));
      if (in.starts_with("Background") || in.ends_with("Paint")) return false;
    }
    if (node.tag == Tag::kFeColorMatrix && tree_.get(i, Att::kType) == "hueRotate") return false;
    if (++count > kMaxPrimitives) return false;
  }
  return true;
}

std::optional<Box> Drawer::filter_region(NodeId filter, const Box& box, const State& state) {
  const Units units = units_of(filter, Att::kFilterUnits, true, state);
  if (units.is_of_box && (box.is_empty() || !(box.width() > 0) || !(box.height() > 0)))
    return std::nullopt;
  Box region = Box::of(length(filter, Att::kX, Axis::kX, units, "-10%"),
                       length(filter, Att::kY, Axis::kY, units, "-10%"),
                       length(filter, Att::kWidth, Axis::kX, units, "120%"),
                       length(filter, Att::kHeight, Axis::kY, units, "120%"));
  if (units.is_of_box) {
    region = Box::of(box.x0 + region.x0 * box.width(), box.y0 + region.y0 * box.height(),
                     region.width() * box.width(), region.height() * box.height());
  }
  if (!(region.width() > 0) || !(region.height() > 0)) return std::nullopt;
  return region;
}

std::optional<Pixmap> Drawer::filtered(NodeId filter, Pixmap source, const Box& region,
                                       const State& state) {
  static const Curves kCurves = make_curves();
  const IntBox box = source.box();
  const Clip everywhere = {box, nullptr};
  const Matrix& m = state.matrix;
  std::map<std::string_view, std::size_t> names;
  std::deque<Pixmap> results;
  const auto blank = [&]() -> Pixmap* {
    auto pixmap = Pixmap::create(box, meter_);
    return pixmap ? &results.emplace_back(*std::move(pixmap)) : nullptr;
  };
  const auto copied = [&](const Pixmap& from) -> Pixmap* {
    Pixmap* to = blank();
    if (to != nullptr) composite(from, 255, Blend::kNormal, nullptr, everywhere, meter_, *to);
    return to;
  };
  results.push_back(std::move(source));
  const auto input = [&](NodeId id, Att name) -> Pixmap* {
    const std::string_view in = trimmed(tree_.get(id, name));
    if (in == "SourceAlpha") {
      Pixmap* alpha = copied(results.front());
      for (std::int32_t y = box.y0; alpha != nullptr && y < box.y1; ++y)
        for (Rgba& p : alpha->row(y)) p = {0, 0, 0, p.a};
      return alpha;
    }
    if (in == "SourceGraphic") return copied(results.front());
    const auto found = names.find(in);
    if (found != names.end()) return copied(results[found->second]);
    return copied(results.size() == 1 ? results.front() : results.back());
  };
  const auto flood = [&](NodeId id) {
    const std::string_view text = trimmed(tree_.get(id, Att::kFloodColor));
    const Color color = equals_ignoring_case(text, "currentcolor")
                            ? state.style.color
                            : read_color(text).value_or(Color());
    return premultiplied(color, read_share(tree_.get(id, Att::kFloodOpacity)).value_or(1));
  };
  const auto moved = [&](const Pixmap& from, NodeId id, double or_else) -> Pixmap* {
    const auto by = [&](Att name) {
      return Scanner(trimmed(tree_.get(id, name))).number().value_or(or_else);
    };
    const Point way = m.turn({by(Att::kDx), by(Att::kDy)});
    const std::int32_t dx = to_int(std::floor(way.x + 0.5));
    const std::int32_t dy = to_int(std::floor(way.y + 0.5));
    Pixmap* to = blank();
    for (std::int32_t y = box.y0; to != nullptr && y < box.y1; ++y) {
      std::int32_t x = box.x0;
      for (Rgba& p : to->row(y)) p = from.at(x++ - dx, y - dy);
    }
    return to;
  };
  const auto blurred = [&](Pixmap& pixmap, NodeId id, double or_else) {
    const std::vector<double> s = read_numbers(tree_.get(id, Att::kStdDeviation), meter_);
    const double x = s.empty() ? or_else : s[0];
    const double y = s.size() > 1 ? s[1] : x;
    if (x < 0 || y < 0) return true;
    return blur(pixmap, x * drawing::length({m.a, m.b}), y * drawing::length({m.c, m.d}), meter_);
  };
  for (NodeId i = tree_[filter].first_child; i != kNoNode; i = tree_[i].next) {
    const Tag tag = tree_[i].tag;
    if (!meter_.spend(1, 4)) return std::nullopt;
    if (tag < Tag::kFeGaussianBlur || tag > Tag::kFeComposite || tag == Tag::kFeMergeNode) continue;
    if (!meter_.spend(box.pixels(), 16)) return std::nullopt;
    std::string_view space = trimmed(tree_.get(i, Att::kColorInterpolationFilters));
    for (NodeId above = filter; space.empty() && above != kNoNode && meter_.spend(1, 4);
         above = tree_[above].parent)
      space = trimmed(tree_.get(above, Att::kColorInterpolationFilters));
    const bool is_linear = space != "sRGB";
    const auto in_space = [&](Pixmap* pixmap) {
      if (pixmap != nullptr && is_linear) map_colors(*pixmap, kCurves.to_linear);
      return pixmap;
    };
    Pixmap* result = nullptr;
    switch (tag) {
      case Tag::kFeFlood: {
        result = blank();
        const Rgba color = flood(i);
        for (std::int32_t y = box.y0; result != nullptr && y < box.y1; ++y) {
          const auto row = result->row(y);
          std::fill(row.begin(), row.end(), color);
        }
        in_space(result);
        break;
      }
      case Tag::kFeOffset: {
        const Pixmap* in = in_space(input(i, Att::kIn));
        if (in != nullptr) result = moved(*in, i, 0);
        break;
      }
      case Tag::kFeGaussianBlur:
        result = in_space(input(i, Att::kIn));
        if (result != nullptr && !blurred(*result, i, 0)) return std::nullopt;
        break;
      case Tag::kFeDropShadow: {
        Pixmap* in = input(i, Att::kIn);
        Pixmap* shadow = in == nullptr ? nullptr : moved(*in, i, 2);
        if (shadow == nullptr || !blurred(*shadow, i, 2)) return std::nullopt;
        const Rgba color = flood(i);
        for (std::int32_t y = box.y0; y < box.y1; ++y)
          for (Rgba& p : shadow->row(y)) p = scaled(color, p.a);
        result = in_space(shadow);
        composite(*in_space(in), 255, Blend::kNormal, nullptr, everywhere, meter_, *shadow);
        break;
      }
      case Tag::kFeMerge:
        result = blank();
        for (NodeId node = tree_[i].first_child; result != nullptr && node != kNoNode;
             node = tree_[node].next) {
          if (tree_[node].tag != Tag::kFeMergeNode && meter_.spend(1, 2)) continue;
          // Its default is the result before the merge.
          const auto known = names.find(trimmed(tree_.get(node, Att::kIn)));
          const Pixmap* part = known != names.end() ? in_space(copied(results[known->second]))
                                                    : in_space(input(node, Att::kIn));
          if (part == nullptr) return std::nullopt;
          composite(*part, 255, Blend::kNormal, nullptr, everywhere, meter_, *result);
        }
        break;
      case Tag::kFeColorMatrix: {
        result = in_space(input(i, Att::kIn));
        const auto matrix = color_matrix(trimmed(tree_.get(i, Att::kType)),
                                         read_numbers(tree_.get(i, Att::kValues), meter_));
        if (result != nullptr && matrix) apply(*matrix, *result);
        break;
      }
      default: {
        const std::size_t before = results.size() - 1;
        const Pixmap* top = in_space(input(i, Att::kIn));
        const bool is_before = !tree_.has(i, Att::kIn2);
        result = in_space(is_before ? copied(results[before]) : input(i, Att::kIn2));
        if (top == nullptr || result == nullptr) return std::nullopt;
        double k[4] = {};
        constexpr Att kNames[] = {Att::kK1, Att::kK2, Att::kK3, Att::kK4};
        for (std::size_t n = 0; n < 4; ++n)
          k[n] = Scanner(trimmed(tree_.get(i, kNames[n]))).number().value_or(0);
        const std::string_view how = trimmed(tree_.get(i, Att::kOperator));
        const Blend mode = blend_named(trimmed(tree_.get(i, Att::kMode)));
        for (std::int32_t y = box.y0; y < box.y1; ++y) {
          const auto above = top->row(y);
          const auto below = result->row(y);
          for (std::size_t x = 0; x < below.size(); ++x)
            below[x] = tag == Tag::kFeBlend ? blended(above[x], below[x], mode)
                                            : composed(how, above[x], below[x], k);
        }
      }
    }
    if (result == nullptr) return std::nullopt;
    if (is_linear) map_colors(*result, kCurves.to_srgb);
    // The result is the last of them.
    Pixmap last = std::move(*result);
    results.push_back(std::move(last));
    const std::string_view name = trimmed(tree_.get(i, Att::kResult));
    if (!name.empty()) names[name] = results.size() - 1;
  }
  if (results.size() == 1) {
    // A filter without primitives shows nothing.
    return Pixmap();
  }
  Pixmap* whole = &results.back();
  Clip clip = everywhere;
  clip_to(Path::rectangle(region), state.matrix, FillRule::kNonZero, clip);
  if (clip.box.is_empty()) return Pixmap();
  auto out = Pixmap::create(clip.box, meter_);
  if (!out) return std::nullopt;
  composite(*whole, 255, Blend::kNormal, nullptr, clip, meter_, *out);
  return out;
}

}  // namespace lectern::drawing
