#include "image/avif/yuv_rows.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lectern {
namespace {

constexpr std::int32_t kOne = 1 << 16;
constexpr std::uint32_t kIdentity = 0, kUnknown = 2, kYcgco = 8, kByPrimaries = 12;

/// The weights of red and blue in luma.
struct LumaWeights {
  double red;
  double blue;
};

std::optional<LumaWeights> weights_of(std::uint32_t matrix, std::uint32_t primaries) {
  if (matrix == kByPrimaries) {
    matrix = primaries == 9 ? 9 : primaries == 1 || primaries == 2 ? 1 : primaries;
  }
  switch (matrix) {
    case 1:
      return LumaWeights{0.2126, 0.0722};
    case 4:
      return LumaWeights{0.30, 0.11};
    case kUnknown:
    case 5:
    case 6:
      return LumaWeights{0.299, 0.114};
    case 7:
      return LumaWeights{0.212, 0.087};
    case 9:
      return LumaWeights{0.2627, 0.0593};
    default:
      return std::nullopt;
  }
}

std::int32_t fixed(double value) { return static_cast<std::int32_t>(std::lround(value * kOne)); }

std::uint8_t to_byte(std::int32_t value) {
  return static_cast<std::uint8_t>(std::clamp((value + kOne / 2) >> 16, 0, 255));
}

template <typename Sample>
void load_samples(const std::uint8_t* from, std::span<std::int32_t> to) {
  const auto* samples = reinterpret_cast<const Sample*>(from);
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = samples[i];
}

/// A row of a plane.
void load_row(const Av1Picture& picture, unsigned plane, std::uint32_t y,
              std::span<std::int32_t> to) {
  const Av1Plane from = picture.plane(plane);
  const std::uint8_t* row = from.data + from.stride * std::ptrdiff_t(y);
  if (picture.bit_depth() == 8) {
    load_samples<std::uint8_t>(row, to);
  } else {
    load_samples<std::uint16_t>(row, to);
  }
}

}  // namespace

Result<YuvRows> YuvRows::create(const Av1Picture& picture, const Av1Colors& colors) {
  YuvRows rows(picture);
  const unsigned depth = picture.bit_depth();
  const double most = (1 << depth) - 1;
  const double unit = 1 << (depth - 8);
  const double luma_range = colors.full_range ? most : 219 * unit;
  const double chroma_range = colors.full_range ? most : 224 * unit;
  rows.luma_offset_ = colors.full_range ? 0 : 16 << (depth - 8);
  rows.chroma_offset_ = 1 << (depth - 1);
  rows.luma_factor_ = fixed(255 / luma_range);
  rows.is_rgb_ = colors.matrix == kIdentity && !picture.monochrome();
  rows.is_ycgco_ = colors.matrix == kYcgco;
  if (rows.is_rgb_ && (picture.chroma_shift_x() | picture.chroma_shift_y()) != 0) {
    return fail(ErrorCode::kCorruptImage, "RGB channels of different sizes");
  }
  const std::size_t width = picture.size().width;
  rows.luma_.resize(width);
  if (picture.monochrome()) return rows;
  rows.u_.resize(width);
  rows.v_.resize(width);
  rows.blend_.resize((width + picture.chroma_shift_x()) >> picture.chroma_shift_x());
  if (rows.is_rgb_) return rows;
  const double chroma = 255 / chroma_range;
  if (rows.is_ycgco_) {
    rows.red_v_ = fixed(chroma);
    return rows;
  }
  const auto weights = weights_of(colors.matrix, colors.primaries);
  if (!weights) {
    return fail(
        ErrorCode::kUnsupportedFormat,
        {"AVIF with matrix coefficients {} is not decoded here", std::uint64_t{colors.matrix}});
  }
  const auto& [red, blue] = *weights;
  const double green = 1 - red - blue;
  rows.red_v_ = fixed(2 * (1 - red) * chroma);
  rows.blue_u_ = fixed(2 * (1 - blue) * chroma);
  rows.green_u_ = fixed(2 * (1 - blue) * blue / green * chroma);
  rows.green_v_ = fixed(2 * (1 - red) * red / green * chroma);
  return rows;
}

void YuvRows::load_luma(std::uint32_t y) { load_row(picture_, 0, y, luma_); }

/// A row of chroma at the width of luma. Between samples that are further apart it goes smoothly:
/// three parts of the nearer one, one of the other.
void YuvRows::load_chroma(unsigned plane, std::uint32_t y, std::vector<std::int32_t>& to) {
  const unsigned shift_x = picture_.chroma_shift_x();
  const unsigned shift_y = picture_.chroma_shift_y();
  if (shift_x == 0) return load_row(picture_, plane, y, to);
  const std::uint32_t height = (picture_.size().height + shift_y) >> shift_y;
  const std::uint32_t near = y >> shift_y;
  load_row(picture_, plane, near, blend_);
  std::int32_t scale = 1;
  if (shift_y != 0) {
    const std::uint32_t far =
        (y & 1) != 0 ? std::min(near + 1, height - 1) : near - std::min<std::uint32_t>(near, 1);
    // The row's own values are kept in `to` for the moment.
    const std::span<std::int32_t> other(to.data(), blend_.size());
    load_row(picture_, plane, far, other);
    for (std::size_t i = 0; i < blend_.size(); ++i) blend_[i] = 3 * blend_[i] + other[i];
    scale = 4;
  }
  const std::size_t last = blend_.size() - 1;
  const std::int32_t half = scale * 2;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::int32_t here = 3 * blend_[i];
    const std::int32_t left = blend_[i == 0 ? 0 : i - 1];
    const std::int32_t right = blend_[i == last ? last : i + 1];
    to[2 * i] = (here + left + half) / (scale * 4);
    if (2 * i + 1 < to.size()) to[2 * i + 1] = (here + right + half) / (scale * 4);
  }
}

void YuvRows::write_gray(std::span<std::uint8_t> rgba) {
  for (std::size_t x = 0; x < luma_.size(); ++x) {
    const std::uint8_t value = to_byte((luma_[x] - luma_offset_) * luma_factor_);
    std::uint8_t* pixel = &rgba[4 * x];
    pixel[0] = pixel[1] = pixel[2] = value;
    pixel[3] = 255;
  }
}

void YuvRows::write_rgb(std::span<std::uint8_t> rgba) {
  for (std::size_t x = 0; x < luma_.size(); ++x) {
    std::uint8_t* pixel = &rgba[4 * x];
    pixel[0] = to_byte((v_[x] - luma_offset_) * luma_factor_);
    pixel[1] = to_byte((luma_[x] - luma_offset_) * luma_factor_);
    pixel[2] = to_byte((u_[x] - luma_offset_) * luma_factor_);
    pixel[3] = 255;
  }
}

void YuvRows::write_color(std::span<std::uint8_t> rgba) {
  for (std::size_t x = 0; x < luma_.size(); ++x) {
    const std::int32_t luma = (luma_[x] - luma_offset_) * luma_factor_;
    const std::int32_t u = u_[x] - chroma_offset_;
    const std::int32_t v = v_[x] - chroma_offset_;
    std::uint8_t* pixel = &rgba[4 * x];
    if (is_ycgco_) {
      const std::int32_t green = u * red_v_;
      const std::int32_t orange = v * red_v_;
      pixel[0] = to_byte(luma - green + orange);
      pixel[1] = to_byte(luma + green);
      pixel[2] = to_byte(luma - green - orange);
    } else {
      pixel[0] = to_byte(luma + v * red_v_);
      pixel[1] = to_byte(luma - u * green_u_ - v * green_v_);
      pixel[2] = to_byte(luma + u * blue_u_);
    }
    pixel[3] = 255;
  }
}

void YuvRows::write(std::uint32_t y, std::span<std::uint8_t> rgba) {
  load_luma(y);
  if (picture_.monochrome()) return write_gray(rgba);
  load_chroma(1, y, u_);
  load_chroma(2, y, v_);
  if (is_rgb_) return write_rgb(rgba);
  write_color(rgba);
}

void write_alpha_row(const Av1Picture& alpha, bool full_range, std::uint32_t y,
                     std::span<std::uint8_t> values) {
  const unsigned depth = alpha.bit_depth();
  const std::int32_t offset = full_range ? 0 : 16 << (depth - 8);
  const std::int32_t factor = fixed(255.0 / (full_range ? (1 << depth) - 1 : 219 << (depth - 8)));
  std::vector<std::int32_t> row(alpha.size().width);
  load_row(alpha, 0, y, row);
  for (std::size_t x = 0; x < values.size(); ++x) values[x] = to_byte((row[x] - offset) * factor);
}

}  // namespace lectern
