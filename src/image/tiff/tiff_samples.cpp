#include "image/tiff/tiff_samples.h"

#include <algorithm>
#include <cmath>

#include "base/bit_cast.h"
#include "image/cmyk.h"
#include "image/pixels.h"

namespace lectern {
namespace {

/// IEEE 754 half precision.
double half_to_double(std::uint32_t bits) {
  const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>(bits >> 10 & 31u);
  const double fraction = static_cast<double>(bits & 0x3FFu) / 1024.0;
  if (exponent == 31) return fraction == 0.0 ? sign * 2.0 : 0.0;  // infinity, not a number
  if (exponent == 0) return sign * fraction / (1 << 14);
  const double scale = exponent < 15 ? 1.0 / (1 << (15 - exponent)) : 1 << (exponent - 15);
  return sign * (1.0 + fraction) * scale;
}

/// The samples of one row by number.
class SampleReader {
 public:
  SampleReader(const TiffImage& image, std::span<const ByteSpan> rows, bool big_endian)
      : image_(image), rows_(rows), little_(image.little_endian && !big_endian) {}

  /// The sample's bits.
  std::uint64_t raw(std::size_t x, std::size_t sample) const {
    const ByteSpan row = image_.planar ? rows_[sample] : rows_[0];
    const std::size_t index = image_.planar ? x : x * image_.samples + sample;
    if (image_.bits == 8) return row[index];
    if (image_.bits % 8 == 0) return whole_bytes(row, index, image_.bits / 8);
    std::uint64_t value = 0;
    std::size_t bit = index * image_.bits;
    for (std::size_t left = image_.bits; left > 0;) {
      const std::size_t in_byte = 8 - bit % 8;
      const std::size_t taken = std::min(left, in_byte);
      const unsigned bits = row[bit / 8] >> (in_byte - taken) & ((1u << taken) - 1);
      value = value << taken | bits;
      bit += taken;
      left -= taken;
    }
    return value;
  }

  std::uint8_t byte(std::size_t x, std::size_t sample) const {
    const std::uint64_t value = raw(x, sample);
    if (image_.floating) return float_to_byte(value);
    if (image_.bits == 8) return static_cast<std::uint8_t>(value);
    if (image_.bits > 16) return static_cast<std::uint8_t>(value >> (image_.bits - 8));
    const std::uint64_t most = (std::uint64_t{1} << image_.bits) - 1;
    return static_cast<std::uint8_t>((value * 0xFF + most / 2) / most);
  }

 private:
  std::uint64_t whole_bytes(ByteSpan row, std::size_t index, std::size_t count) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      value = value << 8 | row[index * count + (little_ ? count - 1 - i : i)];
    }
    return value;
  }

  std::uint8_t float_to_byte(std::uint64_t bits) const {
    double value = 0;
    if (image_.bits == 16) {
      value = half_to_double(static_cast<std::uint32_t>(bits));
    } else if (image_.bits == 32) {
      value = bit_cast<float>(static_cast<std::uint32_t>(bits));
    } else {
      value = bit_cast<double>(bits);
    }
    if (std::isnan(value)) value = 0;
    return static_cast<std::uint8_t>(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5);
  }

  const TiffImage& image_;
  std::span<const ByteSpan> rows_;
  bool little_;
};

std::uint8_t palette_channel(const TiffImage& image, std::uint64_t index, std::size_t channel) {
  const std::size_t entries = image.color_map.size() / 3;
  if (index >= entries) return 0;
  const std::uint64_t value = image.color_map[channel * entries + static_cast<std::size_t>(index)];
  return static_cast<std::uint8_t>((std::min<std::uint64_t>(value, 0xFFFF) * 0xFF + 0x7FFF) /
                                   0xFFFF);
}

std::uint32_t color_samples(TiffPhotometric photometric) {
  switch (photometric) {
    case TiffPhotometric::kRgb:
    case TiffPhotometric::kYcbcr:
      return 3;
    case TiffPhotometric::kCmyk:
      return 4;
    default:
      return 1;
  }
}

void convert_pixel(const TiffImage& image, const SampleReader& samples, std::size_t x,
                   std::span<std::uint8_t> pixel) {
  switch (image.photometric) {
    case TiffPhotometric::kWhiteIsZero:
    case TiffPhotometric::kBlackIsZero:
    case TiffPhotometric::kMask: {
      const bool inverted = image.photometric == TiffPhotometric::kWhiteIsZero;
      const std::uint8_t value = samples.byte(x, 0);
      const auto gray = static_cast<std::uint8_t>(inverted ? 0xFF - value : value);
      std::fill_n(pixel.begin(), 3, gray);
      break;
    }
    case TiffPhotometric::kPalette: {
      const std::uint64_t index = samples.raw(x, 0);
      for (std::size_t i = 0; i < 3; ++i) pixel[i] = palette_channel(image, index, i);
      break;
    }
    case TiffPhotometric::kRgb:
    case TiffPhotometric::kYcbcr:
      for (std::size_t i = 0; i < 3; ++i) pixel[i] = samples.byte(x, i);
      break;
    default:
      break;
  }
}

void apply_alpha(TiffAlpha kind, std::uint8_t alpha, std::span<std::uint8_t> pixel) {
  pixel[3] = alpha;
  if (kind != TiffAlpha::kPremultiplied || alpha == 0) return;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t straight = pixel[i] * 0xFFu / alpha;
    pixel[i] = static_cast<std::uint8_t>(std::min(straight, 0xFFu));
  }
}

}  // namespace

std::size_t tiff_row_bytes(const TiffImage& image, std::uint32_t width) {
  const std::uint64_t bits = std::uint64_t{width} * image.samples_together() * image.bits;
  return static_cast<std::size_t>((bits + 7) / 8);
}

void convert_tiff_row(const TiffImage& image, std::span<const ByteSpan> rows, bool big_endian,
                      std::span<std::uint8_t> rgba) {
  const SampleReader samples(image, rows, big_endian);
  const bool is_cmyk = image.photometric == TiffPhotometric::kCmyk;
  for (std::size_t i = 0; is_cmyk && i < rgba.size(); ++i) rgba[i] = samples.byte(i / 4, i % 4);
  if (is_cmyk) show_inks(rgba);
  const std::uint32_t alpha_at = color_samples(image.photometric);
  const bool has_alpha = image.alpha != TiffAlpha::kNone && image.samples > alpha_at;
  for (std::size_t x = 0; x < rgba.size() / kRgbaBytes; ++x) {
    const std::span<std::uint8_t> pixel = rgba.subspan(x * kRgbaBytes, kRgbaBytes);
    convert_pixel(image, samples, x, pixel);
    pixel[3] = 0xFF;
    if (has_alpha) apply_alpha(image.alpha, samples.byte(x, alpha_at), pixel);
  }
}

}  // namespace lectern
