#include "image/fit/encode_fitting.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "base/base64.h"
#include "base/format.h"
#include "image/color_profile.h"
#include "image/fit/encode_jpeg.h"
#include "image/fit/encode_png.h"
#include "image/fit/resize.h"
#include "image/fit/sample.h"

namespace lectern {
namespace {

constexpr int kQualities[] = {90, 80, 65};
/// What the last of them could save at most.
constexpr std::size_t kMostSaved = 4;
constexpr std::uint32_t kMaxJpegSide = 65'500;  ///< libjpeg's
constexpr std::uint32_t kSmallestLongSide = 32;
/// A picture that PNG cannot bring below this part of its RGB bytes is a photograph.
constexpr std::uint64_t kPhotoPart = 2;
/// Pixels of a picture beside which a file of any size has no room.
constexpr std::uint64_t kLargeBytes = std::uint64_t{96} << 20;
/// What a PNG may take beside the largest.
constexpr std::uint64_t kMostBeside = std::uint64_t{32} << 20;
/// A JPEG that takes more than this part of its pixels is no picture.
constexpr std::uint64_t kNoisePart = 2;
/// Rows that tell whether a smaller version of a large picture may fit.
constexpr std::uint32_t kTrialBands = 16;
constexpr std::uint32_t kTrialBandRows = 32;
constexpr std::uint64_t kTriedBytes = std::uint64_t{12} << 20;

bool is_gray(PixelView pixels) {
  for (std::size_t i = 0; i < pixels.rgba.size(); i += kRgbaBytes) {
    const std::uint8_t red = pixels.rgba[i];
    if (pixels.rgba[i + 1] != red || pixels.rgba[i + 2] != red) return false;
  }
  return true;
}

/// What a sample may take of the bytes for all; it may be wrong by a quarter.
std::uint64_t part_of(std::uint64_t bytes, Dimensions sample, Dimensions whole) {
  const std::uint64_t of_rows = bytes / whole.height * sample.height / 4 * 5;
  return sample.width == whole.width ? of_rows : of_rows / whole.width * sample.width;
}

/// What a PNG may take beside the pixels of the picture.
std::uint64_t most_beside(Dimensions size, std::uint64_t max_memory_bytes) {
  return std::max(max_memory_bytes - std::min(rgba_bytes(size), max_memory_bytes), kMostBeside);
}

class Attempt {
 public:
  Attempt(bool photo, const FitLimits& limits, std::uint64_t most_png_bytes, ByteSpan icc)
      : photo_(photo),
        limits_(limits),
        most_png_bytes_(most_png_bytes),
        icc_(icc),
        profile_colors_(profile_colors(icc)) {}

  /// The pixels at this size; no bytes when nothing fits.
  /// \param given  the same pixels, to be written over where no other attempt will need them; null:
  ///               they stay
  /// \param first  of the qualities that may fit
  Result<EncodedImage> at_size(PixelView pixels, Pixels* given = nullptr,
                               std::size_t first = 0) const {
    const bool opaque = is_opaque(pixels.rgba);
    const bool jpeg_possible = opaque && fits_jpeg(pixels.size);
    if (!photo_ || !jpeg_possible) {
      LECTERN_TRY(EncodedImage png, as_png(pixels, opaque, jpeg_possible));
      if (!png.bytes.empty()) return png;
    }
    if (!jpeg_possible) return EncodedImage{};
    const ByteSpan icc = profile_colors_ == ProfileColors::kRgb ? icc_ : ByteSpan{};
    const std::uint64_t most_of_noise = rgba_bytes(pixels.size) / kNoisePart;
    ByteVector jpeg;
    if (given != nullptr && most_bytes() >= most_of_noise) {
      LECTERN_TRY(jpeg, encode_jpeg_over(std::move(*given), kQualities[0], icc, most_of_noise));
      if (jpeg.empty()) {
        return fail(ErrorCode::kLimitExceeded,
                    {"{} pixels are noise: as a JPEG they need more than {,} bytes", pixels.size,
                     most_of_noise});
      }
    } else {
      LECTERN_TRY(jpeg, as_jpeg(pixels, pixels.size, icc, first));
      if (jpeg.empty()) return EncodedImage{};
    }
    return EncodedImage{std::move(jpeg), "image/jpeg", "JPEG", pixels.size, !icc.empty()};
  }

  /// The first of the qualities at which a picture may fit, by a sample.
  Result<std::size_t> first_quality(PixelView sample, Dimensions whole) const {
    const std::uint64_t most = part_of(most_bytes(), sample.size, whole);
    std::size_t first = 0;
    if (!fits_jpeg(whole)) return first;
    for (; first < std::size(kQualities); ++first) {
      LECTERN_TRY(const ByteVector jpeg, encode_jpeg(sample, kQualities[first], {}, most, whole));
      if (!jpeg.empty()) break;
    }
    return first;
  }

  /// Whether a picture may fit, by a sample; `first` is the first of the qualities, then.
  Result<bool> may_fit(PixelView sample, Dimensions whole, std::size_t& first) const {
    const bool opaque = is_opaque(sample.rgba);
    const bool jpeg_possible = opaque && fits_jpeg(whole);
    Attempt part(photo_, limits_, part_of(most_png_bytes_, sample.size, whole), {});
    part.limits_.max_base64_bytes = part_of(limits_.max_base64_bytes, sample.size, whole);
    first = 0;
    if (jpeg_possible) {
      LECTERN_TRY(const ByteVector jpeg, part.as_jpeg(sample, whole, {}, first));
      if (!jpeg.empty()) return true;
    }
    if (photo_ && jpeg_possible) return false;
    LECTERN_TRY(const EncodedImage png, part.as_png(sample, opaque, jpeg_possible));
    return !png.bytes.empty();
  }

 private:
  Result<EncodedImage> as_png(PixelView pixels, bool opaque, bool jpeg_possible) const {
    const ByteSpan icc = png_profile(pixels, opaque);
    const std::uint64_t rgb_bytes = rgba_bytes(pixels.size) / kRgbaBytes * 3;
    // A larger one is no graphic.
    const std::uint64_t photo = std::max<std::uint64_t>(rgb_bytes / kPhotoPart, kSmallPng) - 1;
    const std::uint64_t most = std::min(most_bytes(), most_png_bytes_);
    LECTERN_TRY(ByteVector png,
                encode_png(pixels, icc, jpeg_possible ? std::min(photo, most) : most));
    return EncodedImage{std::move(png), "image/png", "PNG", pixels.size, !icc.empty()};
  }

  /// Empty where none fits. \param whole  of the picture that they may be a part of
  /// \param quality  the first that is tried; the one that fits, then
  Result<ByteVector> as_jpeg(PixelView pixels, Dimensions whole, ByteSpan icc,
                             std::size_t& quality) const {
    const std::uint64_t most = most_bytes();
    for (; quality < std::size(kQualities); ++quality) {
      const bool is_last = quality + 1 == std::size(kQualities);
      LECTERN_TRY(ByteVector jpeg, encode_jpeg(pixels, kQualities[quality], icc,
                                               is_last ? most : most * kMostSaved, whole));
      if (jpeg.empty()) break;
      if (jpeg.size() <= most) return jpeg;
    }
    quality = std::size(kQualities);
    return ByteVector();
  }

  static constexpr std::size_t kSmallPng = 64u << 10;  ///< not worth a loss

  /// Of a file that fits; four times as many are no more than 64 bits.
  std::uint64_t most_bytes() const {
    return std::min(limits_.max_base64_bytes, kUnlimited / kMostSaved) / 4 * 3;
  }

  static bool fits_jpeg(Dimensions size) {
    return std::max(size.width, size.height) <= kMaxJpegSide;
  }

  /// The profile as far as it suits the pixels as a PNG.
  ByteSpan png_profile(PixelView pixels, bool opaque) const {
    const bool gray = profile_colors_ == ProfileColors::kGray && opaque && is_gray(pixels);
    return gray || profile_colors_ == ProfileColors::kRgb ? icc_ : ByteSpan{};
  }

  bool photo_;
  FitLimits limits_;
  std::uint64_t most_png_bytes_;
  ByteSpan icc_;
  ProfileColors profile_colors_;
};

bool is_large(Dimensions size) { return rgba_bytes(size) >= kLargeBytes; }

/// A sample as it would be in a smaller picture.
Result<Pixels> scaled_sample(PixelView sample, Dimensions size, Dimensions target) {
  const auto part = [](std::uint32_t side, std::uint32_t of, std::uint32_t from) {
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(std::uint64_t{side} * of / from, 1));
  };
  return scaled_pixels(sample,
                       {part(sample.size.width, target.width, size.width),
                        part(sample.size.height, target.height, size.height)},
                       kUnlimited);
}

/// \param given  the same pixels, which nobody else needs; null: they stay
Result<EncodedImage> encode(PixelView pixels, Pixels* given, bool photo, const FitLimits& limits,
                            std::uint64_t max_memory_bytes, ByteSpan icc) {
  const Dimensions whole = pixels.size;
  const bool large = is_large(whole);
  const std::uint64_t most_png = most_beside(whole, max_memory_bytes);
  const Attempt attempt(photo, limits, most_png, icc);
  std::size_t first = 0;
  if (large && limits.max_base64_bytes != kUnlimited) {
    LECTERN_TRY(const Pixels rows, sample_of(pixels, kTrialBands, kTrialBandRows));
    LECTERN_TRY(first, attempt.first_quality(rows.view(), whole));
  }
  LECTERN_TRY(EncodedImage encoded, attempt.at_size(pixels, large ? given : nullptr, first));
  std::optional<Pixels> sample;
  if (large && encoded.bytes.empty()) {
    LECTERN_TRY(sample, sample_of(pixels, kTrialBands, kTrialBandRows));
  }
  std::uint32_t long_side = std::max(whole.width, whole.height);
  while (encoded.bytes.empty() && long_side > kSmallestLongSide) {
    long_side = long_side / 4 * 3;
    const Dimensions size = with_long_side(whole, long_side);
    first = 0;
    // What did not fit beside the pixels alone does with pixels that fit there, too.
    if (large && limits.max_base64_bytes == kUnlimited && rgba_bytes(size) > most_png) continue;
    if (sample && rgba_bytes(size) > kTriedBytes) {
      LECTERN_TRY(const Pixels part, scaled_sample(sample->view(), whole, size));
      LECTERN_TRY(const bool fits, attempt.may_fit(part.view(), size, first));
      if (!fits) continue;
    }
    if (large && given != nullptr && rgba_bytes(whole) + rgba_bytes(size) > max_memory_bytes) {
      *given = scaled_over(std::move(*given), size);
      pixels = given->view();
      LECTERN_TRY(encoded, attempt.at_size(pixels, nullptr, first));
      continue;
    }
    LECTERN_TRY(const Pixels smaller, scaled_pixels(pixels, size, max_memory_bytes));
    LECTERN_TRY(encoded, attempt.at_size(smaller.view(), nullptr, first));
  }
  if (encoded.bytes.empty()) {
    return fail(
        ErrorCode::kLimitExceeded,
        {"no version of the picture fits into the {byte} that are left", limits.max_base64_bytes});
  }
  return encoded;
}

}  // namespace

Result<EncodedImage> encode_fitting(PixelView pixels, bool photo, const FitLimits& limits,
                                    std::uint64_t max_memory_bytes, ByteSpan icc) {
  return encode(pixels, nullptr, photo, limits, max_memory_bytes, icc);
}

Result<EncodedImage> encode_fitting(Pixels pixels, bool photo, const FitLimits& limits,
                                    std::uint64_t max_memory_bytes, ByteSpan icc) {
  return encode(pixels.view(), &pixels, photo, limits, max_memory_bytes, icc);
}

}  // namespace lectern
