#include "image/tiff/tiff_samples.h"

#include <algorithm>
#include <cmath>

#include "base/bit_cast.h"
#include "image/cmyk.h"
#include "image/pixels.h"

namespace lectern {
namespace {

/// IEEE 754 half precision, of which infinity is a large number and no number is 0.
double half_to_double(std::uint32_t bits) {
  const std::uint32_t size = bits & 0x7FFFu;
  if (size > 0x7C00) return 0;
  const std::uint32_t exponent = size >> 10;
  const std::uint32_t whole = (size & 0x3FFu) + (exponent == 0 ? 0 : 0x400u);
  // Double precision counts its exponents from -1023, and halves have 24 more bits.
  const double value = whole * bit_cast<double>(std::uint64_t{std::max(exponent, 1u) + 998} << 52);
  return size == bits ? value : -value;
}

/// The samples of one row by number.
class SampleReader {
 public:
  SampleReader(const TiffImage& image, std::span<const ByteSpan> rows, bool big_endian)
      : rows_(rows),
        bits_(image.bits),
        samples_(image.samples_together()),
        planar_(image.planar),
        floating_(image.floating),
        little_(image.little_endian && !big_endian),
        most_((1u << std::min(bits_, kFewBits)) - 1) {}

  /// The sample's bits.
  std::uint64_t raw(std::size_t x, std::size_t sample) const {
    const ByteSpan row = planar_ ? rows_[sample] : rows_[0];
    const std::size_t index = planar_ ? x : x * samples_ + sample;
    if (bits_ == 8) return row[index];
    if (bits_ % 8 == 0) return whole_bytes(row, index, bits_ / 8);
    std::uint64_t value = 0;
    for (std::uint32_t done = 0, count = 0; done < bits_; done += count) {
      count = std::min(bits_ - done, kFewBits);
      value = value << count | few_bits(row, index * bits_ + done, count);
    }
    return value;
  }

  std::uint8_t byte(std::size_t x, std::size_t sample) const {
    const std::uint64_t value = raw(x, sample);
    if (floating_) return float_to_byte(value);
    if (bits_ == 8) return static_cast<std::uint8_t>(value);
    if (bits_ > kFewBits) return static_cast<std::uint8_t>(value >> (bits_ - 8));
    return to_byte(static_cast<std::uint32_t>(value));
  }

  /// The bytes of all pixels, which are `count` samples each. False where samples are too many,
  /// apart or no whole numbers of few bits.
  bool bytes(std::size_t count, std::span<std::uint8_t> out) const {
    if (planar_ || floating_ || samples_ != count || bits_ > kFewBits) return false;
    const std::uint8_t* next = rows_[0].data();
    if (bits_ == 8) {
      std::copy_n(next, out.size(), out.data());
      return true;
    }
    std::uint32_t held = 0;
    std::uint32_t held_bits = 0;
    for (std::uint8_t& byte : out) {
      for (; held_bits < bits_; held_bits += 8) held = held << 8 | *next++;
      held_bits -= bits_;
      const std::uint32_t value = held >> held_bits & most_;
      const bool is_swapped = little_ && bits_ == 16;
      byte = to_byte(is_swapped ? value >> 8 | (value & 0xFF) << 8 : value);
    }
    return true;
  }

 private:
  std::uint64_t whole_bytes(ByteSpan row, std::size_t index, std::size_t count) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      value = value << 8 | row[index * count + (little_ ? count - 1 - i : i)];
    }
    return value;
  }

  std::uint8_t to_byte(std::uint32_t value) const {
    // A product where a division takes long: the quarter keeps whole numbers on their side.
    return static_cast<std::uint8_t>((value * 0xFF + most_ / 2 + 0.25) * part_);
  }

  /// Those of a row from `first` on, at most kFewBits.
  static std::uint32_t few_bits(ByteSpan row, std::size_t first, std::uint32_t count) {
    const std::size_t at = first / 8;
    const auto byte = [&](std::size_t i) { return i < row.size() ? std::uint32_t{row[i]} : 0u; };
    const std::uint32_t three = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    return three >> (24 - first % 8 - count) & ((1u << count) - 1);
  }

  std::uint8_t float_to_byte(std::uint64_t bits) const {
    double value = 0;
    if (bits_ == 16) {
      value = half_to_double(static_cast<std::uint32_t>(bits));
    } else if (bits_ == 32) {
      value = bit_cast<float>(static_cast<std::uint32_t>(bits));
    } else {
      value = bit_cast<double>(bits);
    }
    if (std::isnan(value)) value = 0;
    return static_cast<std::uint8_t>(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5);
  }

  static constexpr std::uint32_t kFewBits = 16;

  std::span<const ByteSpan> rows_;
  std::uint32_t bits_;
  std::size_t samples_;
  bool planar_;
  bool floating_;
  bool little_;
  std::uint32_t most_;
  double part_ = 1.0 / most_;
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
  const std::uint32_t alpha_at = color_samples(image.photometric);
  const bool has_alpha = image.alpha != TiffAlpha::kNone && image.samples > alpha_at;
  if (is_cmyk) {
    if (!samples.bytes(4, rgba)) {
      for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = samples.byte(i / 4, i % 4);
    }
    show_inks(rgba);
    if (!has_alpha) return;
  }
  for (std::size_t x = 0; x < rgba.size() / kRgbaBytes; ++x) {
    const std::span<std::uint8_t> pixel = rgba.subspan(x * kRgbaBytes, kRgbaBytes);
    convert_pixel(image, samples, x, pixel);
    pixel[3] = 0xFF;
    if (has_alpha) apply_alpha(image.alpha, samples.byte(x, alpha_at), pixel);
  }
}

}  // namespace lectern
