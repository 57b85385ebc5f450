// Canvases: premultiplied RGBA, and what is drawn into them.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "drawing/raster/rasterizer.h"
#include "drawing/raster/stroke.h"

namespace lectern::drawing {

/// Premultiplied.
struct Rgba {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 0;
};

/// a * b / 255, rounded.
inline std::uint8_t scaled(unsigned a, unsigned b) {
  const unsigned product = a * b + 128;
  return static_cast<std::uint8_t>((product + (product >> 8)) >> 8);
}

/// The four channels in 16 bits each, which are counted all at once.
struct Channels {
  static constexpr std::uint64_t kBytes = 0x00FF00FF00FF00FF;
  std::uint64_t value;

  static Channels of(Rgba c) {
    std::uint32_t packed;
    std::memcpy(&packed, &c, sizeof(packed));
    return {(packed & 0x00FF00FF) | std::uint64_t{packed & 0xFF00FF00} << 24};
  }
  Rgba pixel() const {
    const auto packed = static_cast<std::uint32_t>(value | value >> 24);
    Rgba c;
    std::memcpy(static_cast<void*>(&c), &packed, sizeof(c));
    return c;
  }
  /// As `scaled` of bytes, `k` at most 255.
  Channels scaled(unsigned k) const {
    const std::uint64_t product = value * k + 0x0080008000800080;
    return {(product + (product >> 8 & kBytes)) >> 8 & kBytes};
  }
  /// At most 255 each.
  Channels operator+(Channels other) const {
    const std::uint64_t sum = value + other.value;
    const std::uint64_t above = sum & 0x0100010001000100;
    return {(sum | (above - (above >> 8))) & kBytes};
  }
};

inline Rgba scaled(Rgba c, unsigned k) { return Channels::of(c).scaled(k).pixel(); }
inline Rgba over(Rgba top, Rgba below) {
  return (Channels::of(top) + Channels::of(below).scaled(255u - top.a)).pixel();
}

class Pixmap {
 public:
  Pixmap() = default;
  /// Transparent; nullopt over the limit of memory.
  static std::optional<Pixmap> create(const IntBox& box, Meter& meter);
  const IntBox& box() const { return box_; }
  /// The pixels of a row that lies inside.
  std::span<Rgba> row(std::int32_t y) {
    const auto width = static_cast<std::size_t>(box_.width());
    return std::span(pixels_).subspan(static_cast<std::size_t>(y - box_.y0) * width, width);
  }
  std::span<const Rgba> row(std::int32_t y) const { return const_cast<Pixmap*>(this)->row(y); }
  /// Transparent outside.
  Rgba at(std::int32_t x, std::int32_t y) const {
    if (x < box_.x0 || x >= box_.x1 || y < box_.y0 || y >= box_.y1) return {};
    return row(y)[static_cast<std::size_t>(x - box_.x0)];
  }

 private:
  IntBox box_;
  std::vector<Rgba> pixels_;
  Held held_;
};

/// How much of each pixel shows; nothing outside of its box.
struct Mask {
  IntBox box;
  std::vector<std::uint8_t> cover;
  Held held;

  std::uint8_t at(std::int32_t x, std::int32_t y) const {
    if (x < box.x0 || x >= box.x1 || y < box.y0 || y >= box.y1) return 0;
    return cover[static_cast<std::size_t>(y - box.y0) * static_cast<std::size_t>(box.width()) +
                 static_cast<std::size_t>(x - box.x0)];
  }
};

/// Where may be drawn.
struct Clip {
  IntBox box;
  std::shared_ptr<const Mask> mask;
};

/// The colours of pixels, premultiplied.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  /// Of the pixels from (x, y) on.
  virtual void fill(std::int32_t x, std::int32_t y, std::span<Rgba> out) const = 0;
  /// The colour of all pixels; null when they differ.
  virtual const Rgba* color() const { return nullptr; }
  /// What a pixel of it costs.
  virtual std::uint64_t work() const { return 8; }
};

class SolidSource final : public Source {
 public:
  explicit SolidSource(Rgba color) : color_(color) {}
  void fill(std::int32_t, std::int32_t, std::span<Rgba> out) const override {
    std::fill(out.begin(), out.end(), color_);
  }
  const Rgba* color() const override { return &color_; }
  std::uint64_t work() const override { return 2; }

 private:
  Rgba color_;
};

enum class Blend : std::uint8_t {
  kNormal,
  kMultiply,
  kScreen,
  kOverlay,
  kDarken,
  kLighten,
  kColorDodge,
  kColorBurn,
  kHardLight,
  kSoftLight,
  kDifference,
  kExclusion,
  kHue,
  kSaturation,
  kColor,
  kLuminosity,
};

/// `top` over `below` (Compositing and Blending 1).
Rgba blended(Rgba top, Rgba below, Blend blend);

/// Draws what the rasteriser has collected.
bool paint(Rasterizer& shape, FillRule rule, const Source& source, const Clip& clip, Meter& meter,
           Pixmap& to);
/// Draws a canvas onto another where the clip and the mask let it.
bool composite(const Pixmap& layer, unsigned opacity, Blend blend, const Mask* mask,
               const Clip& clip, Meter& meter, Pixmap& to);
/// The shape as a mask, within `clip` and its mask. Null over a limit.
std::shared_ptr<const Mask> mask_of(Rasterizer& shape, FillRule rule, const Clip& clip,
                                    Meter& meter);
/// Of a canvas: its alpha, or its luminance times alpha.
std::shared_ptr<Mask> mask_of(const Pixmap& pixmap, bool is_luminance, Meter& meter);

}  // namespace lectern::drawing
