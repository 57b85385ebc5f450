#include "drawing/raster/pixmap.h"

namespace lectern::drawing {
namespace {

std::optional<Held> held_for(const IntBox& box, std::uint64_t each, Meter& meter) {
  const std::uint64_t bytes = box.pixels() * each;
  Held held;
  if (!held.grow(meter, bytes) || !meter.spend(bytes, 1)) return std::nullopt;
  return held;
}

std::size_t index_of(const IntBox& box, std::int32_t x, std::int32_t y) {
  return static_cast<std::size_t>(y - box.y0) * static_cast<std::size_t>(box.width()) +
         static_cast<std::size_t>(x - box.x0);
}

/// How many bytes from the first on are the same.
std::size_t same_bytes(std::span<const std::uint8_t> bytes) {
  const std::uint64_t all = bytes[0] * 0x0101010101010101u;
  std::size_t at = 1;
  for (std::uint64_t next; at + sizeof(next) <= bytes.size(); at += sizeof(next)) {
    std::memcpy(&next, &bytes[at], sizeof(next));
    if (next != all) break;
  }
  while (at < bytes.size() && bytes[at] == bytes[0]) ++at;
  return at;
}

/// One colour over pixels, as far as they are covered.
void blend_color(Rgba color, std::span<const std::uint8_t> covered, Rgba* pixel) {
  while (!covered.empty()) {
    const std::size_t count = same_bytes(covered);
    const Rgba top = scaled(color, covered[0]);
    if (top.a == 255) {
      std::fill_n(pixel, count, top);
    } else if (covered[0] != 0) {
      for (std::size_t i = 0; i < count; ++i) pixel[i] = over(top, pixel[i]);
    }
    covered = covered.subspan(count);
    pixel += count;
  }
}

}  // namespace

std::optional<Pixmap> Pixmap::create(const IntBox& box, Meter& meter) {
  auto held = held_for(box, sizeof(Rgba), meter);
  if (!held) return std::nullopt;
  Pixmap pixmap;
  pixmap.box_ = box.is_empty() ? IntBox{box.x0, box.y0, box.x0, box.y0} : box;
  pixmap.pixels_.resize(static_cast<std::size_t>(box.pixels()));
  pixmap.held_ = *std::move(held);
  return pixmap;
}

bool paint(Rasterizer& shape, FillRule rule, const Source& source, const Clip& clip, Meter& meter,
           Pixmap& to) {
  const IntBox box = clip.box.meet(to.box());
  const Rgba* const color = clip.mask ? nullptr : source.color();
  std::vector<Rgba> colors(color != nullptr ? 0 : static_cast<std::size_t>(box.width()));
  return shape.sweep(rule, [&](std::int32_t y, std::int32_t x,
                               std::span<const std::uint8_t> covered) {
    if (y < box.y0 || y >= box.y1) return;
    const std::int32_t from = std::max(x, box.x0);
    const std::int32_t stop = std::min(x + static_cast<std::int32_t>(covered.size()), box.x1);
    if (from >= stop) return;
    covered =
        covered.subspan(static_cast<std::size_t>(from - x), static_cast<std::size_t>(stop - from));
    if (!meter.spend(covered.size(), source.work())) return;
    Rgba* pixel = &to.row(y)[static_cast<std::size_t>(from - to.box().x0)];
    if (color != nullptr) return blend_color(*color, covered, pixel);
    const std::span<Rgba> out = std::span(colors).first(covered.size());
    source.fill(from, y, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
      unsigned cover = covered[i];
      if (cover == 0) continue;
      if (clip.mask) cover = scaled(cover, clip.mask->at(from + static_cast<std::int32_t>(i), y));
      pixel[i] = cover == 255 && out[i].a == 255 ? out[i] : over(scaled(out[i], cover), pixel[i]);
    }
  });
}

bool composite(const Pixmap& layer, unsigned opacity, Blend blend, const Mask* mask,
               const Clip& clip, Meter& meter, Pixmap& to) {
  const IntBox box = layer.box().meet(clip.box).meet(to.box());
  if (box.is_empty()) return true;
  if (!meter.spend(box.pixels(), blend == Blend::kNormal ? 8 : 64)) return false;
  for (std::int32_t y = box.y0; y < box.y1; ++y) {
    const Rgba* from = &layer.row(y)[static_cast<std::size_t>(box.x0 - layer.box().x0)];
    Rgba* pixel = &to.row(y)[static_cast<std::size_t>(box.x0 - to.box().x0)];
    for (std::int32_t x = box.x0; x < box.x1; ++x, ++from, ++pixel) {
      if (from->a == 0) continue;
      unsigned cover = opacity;
      if (mask != nullptr) cover = scaled(cover, mask->at(x, y));
      if (clip.mask) cover = scaled(cover, clip.mask->at(x, y));
      const Rgba top = scaled(*from, cover);
      *pixel = blend == Blend::kNormal ? over(top, *pixel) : blended(top, *pixel, blend);
    }
  }
  return true;
}

std::shared_ptr<const Mask> mask_of(Rasterizer& shape, FillRule rule, const Clip& clip,
                                    Meter& meter) {
  auto held = held_for(clip.box, 1, meter);
  if (!held) return nullptr;
  auto mask = std::make_shared<Mask>();
  mask->box = clip.box;
  mask->cover.resize(static_cast<std::size_t>(clip.box.pixels()));
  mask->held = *std::move(held);
  const IntBox& box = clip.box;
  const bool is_whole =
      shape.sweep(rule, [&](std::int32_t y, std::int32_t x, std::span<const std::uint8_t> covered) {
        for (std::size_t i = 0; i < covered.size(); ++i) {
          const std::int32_t at = x + static_cast<std::int32_t>(i);
          if (at < box.x0 || at >= box.x1 || y < box.y0 || y >= box.y1) continue;
          const unsigned before = clip.mask ? clip.mask->at(at, y) : 255u;
          mask->cover[index_of(box, at, y)] = scaled(covered[i], before);
        }
      });
  return is_whole ? mask : nullptr;
}

std::shared_ptr<Mask> mask_of(const Pixmap& pixmap, bool is_luminance, Meter& meter) {
  auto held = held_for(pixmap.box(), 4, meter);
  if (!held) return nullptr;
  auto mask = std::make_shared<Mask>();
  mask->box = pixmap.box();
  mask->held = *std::move(held);
  mask->cover.reserve(static_cast<std::size_t>(mask->box.pixels()));
  for (std::int32_t y = mask->box.y0; y < mask->box.y1; ++y) {
    for (const Rgba p : pixmap.row(y)) {
      // The weights of Filter Effects 1, in 1/65536: premultiplied, so that alpha counts.
      const unsigned light = (13933u * p.r + 46871u * p.g + 4732u * p.b + 32768u) >> 16;
      mask->cover.push_back(is_luminance ? static_cast<std::uint8_t>(light) : p.a);
    }
  }
  return mask;
}

}  // namespace lectern::drawing
