#include "image/fit/encode_fitting.h"

#include <algorithm>

#include "base/base64.h"
#include "base/format.h"
#include "image/color_profile.h"
#include "image/fit/encode_jpeg.h"
#include "image/fit/encode_png.h"
#include "image/fit/resize.h"

namespace lectern {
namespace {

constexpr int kQualities[] = {90, 80, 65};
/// What the last of them could save at most.
constexpr std::size_t kMostSaved = 4;
constexpr std::uint32_t kMaxJpegSide = 65'500;  ///< libjpeg's
constexpr std::uint32_t kSmallestLongSide = 32;
/// A picture that PNG cannot bring below this part of its RGB bytes is a photograph.
constexpr std::uint64_t kPhotoPart = 2;

bool is_gray(PixelView pixels) {
  for (std::size_t i = 0; i < pixels.rgba.size(); i += kRgbaBytes) {
    const std::uint8_t red = pixels.rgba[i];
    if (pixels.rgba[i + 1] != red || pixels.rgba[i + 2] != red) return false;
  }
  return true;
}

class Attempt {
 public:
  Attempt(bool photo, const FitLimits& limits, ByteSpan icc)
      : photo_(photo), limits_(limits), icc_(icc), profile_colors_(profile_colors(icc)) {}

  /// The pixels at this size; no bytes when nothing fits.
  Result<EncodedImage> at_size(PixelView pixels) const {
    const bool opaque = is_opaque(pixels.rgba);
    const bool jpeg_possible =
        opaque && std::max(pixels.size.width, pixels.size.height) <= kMaxJpegSide;
    if (!photo_ || !jpeg_possible) {
      const ByteSpan icc = png_profile(pixels, opaque);
      const std::uint64_t rgb_bytes = rgba_bytes(pixels.size) / kRgbaBytes * 3;
      // A larger one is no graphic.
      const std::uint64_t photo = std::max<std::uint64_t>(rgb_bytes / kPhotoPart, kSmallPng) - 1;
      const std::uint64_t most = most_bytes();
      LECTERN_TRY(ByteVector png,
                  encode_png(pixels, icc, jpeg_possible ? std::min(photo, most) : most));
      if (!png.empty()) {
        return EncodedImage{std::move(png), "image/png", "PNG", pixels.size, !icc.empty()};
      }
    }
    if (!jpeg_possible) return EncodedImage{};
    const ByteSpan icc = profile_colors_ == ProfileColors::kRgb ? icc_ : ByteSpan{};
    const std::uint64_t most = most_bytes();
    for (const int quality : kQualities) {
      const bool is_last = quality == *std::rbegin(kQualities);
      LECTERN_TRY(ByteVector jpeg,
                  encode_jpeg(pixels, quality, icc, is_last ? most : most * kMostSaved));
      if (jpeg.empty()) break;
      if (jpeg.size() <= most) {
        return EncodedImage{std::move(jpeg), "image/jpeg", "JPEG", pixels.size, !icc.empty()};
      }
    }
    return EncodedImage{};
  }

 private:
  static constexpr std::size_t kSmallPng = 64u << 10;  ///< not worth a loss

  /// Of a file that fits; four times as many are no more than 64 bits.
  std::uint64_t most_bytes() const {
    return std::min(limits_.max_base64_bytes, kUnlimited / kMostSaved) / 4 * 3;
  }

  /// The profile as far as it suits the pixels as a PNG.
  ByteSpan png_profile(PixelView pixels, bool opaque) const {
    const bool gray = profile_colors_ == ProfileColors::kGray && opaque && is_gray(pixels);
    return gray || profile_colors_ == ProfileColors::kRgb ? icc_ : ByteSpan{};
  }

  bool photo_;
  const FitLimits& limits_;
  ByteSpan icc_;
  ProfileColors profile_colors_;
};

}  // namespace

Result<EncodedImage> encode_fitting(PixelView pixels, bool photo, const FitLimits& limits,
                                    std::uint64_t max_memory_bytes, ByteSpan icc) {
  const Attempt attempt(photo, limits, icc);
  LECTERN_TRY(EncodedImage encoded, attempt.at_size(pixels));
  std::uint32_t long_side = std::max(pixels.size.width, pixels.size.height);
  while (encoded.bytes.empty() && long_side > kSmallestLongSide) {
    long_side = long_side / 4 * 3;
    LECTERN_TRY(const Pixels smaller,
                scaled_pixels(pixels, with_long_side(pixels.size, long_side), max_memory_bytes));
    LECTERN_TRY(encoded, attempt.at_size(smaller.view()));
  }
  if (encoded.bytes.empty()) {
    return fail(
        ErrorCode::kLimitExceeded,
        {"no version of the picture fits into the {byte} that are left", limits.max_base64_bytes});
  }
  return encoded;
}

}  // namespace lectern
