#include "image/tiff/tiff_more.h"

#include <algorithm>
#include <optional>

#include "image/avif/to_srgb.h"
#include "image/expand_rgb.h"
#include "image/orient.h"
#include "image/tiff/tiff_decoder.h"
#include "image/tiff/tiff_decompress.h"
#include "image/tiff/tiff_unpack.h"

namespace lectern {
namespace {

tl::unexpected<Error> not_supported(std::string_view what) {
  return fail(ErrorCode::kUnsupportedFormat,
              {"TIFF with {} is not supported; convert it to PNG", what});
}

bool is_lab(const TiffImage& image) {
  return image.photometric == TiffPhotometric::kCieLab ||
         image.photometric == TiffPhotometric::kIccLab;
}

bool is_log(const TiffImage& image) { return image.compression == TiffCompression::kLogLuv; }

/// What goes together; everything else is refused by name.
Result<void> check_more(const TiffImage& image) {
  switch (image.compression) {
    case TiffCompression::kNone:
    case TiffCompression::kLzw:
    case TiffCompression::kDeflate:
    case TiffCompression::kOldDeflate:
    case TiffCompression::kPackBits:
    case TiffCompression::kZstd:
    case TiffCompression::kLzma:
      break;
    case TiffCompression::kLogLuv:
      if (image.planar) return not_supported("planes of LogLuv");
      break;
    default:
      // The core has said why.
      return tl::unexpected<Error>(Error{ErrorCode::kUnsupportedFormat, ""});
  }
  const bool logs =
      image.photometric == TiffPhotometric::kLogL || image.photometric == TiffPhotometric::kLogLuv;
  if (logs != is_log(image)) return not_supported("LogLuv in another compression");
  if (is_lab(image) &&
      (image.samples < 3 || image.floating || (image.bits != 8 && image.bits != 16))) {
    return not_supported("L*a*b* of other samples than 8 or 16 bits");
  }
  if (image.photometric == TiffPhotometric::kYcbcr &&
      (image.bits != 8 || image.samples != 3 || image.planar)) {
    return not_supported("YCbCr of other samples than 8 bits");
  }
  return {};
}

class MoreParts {
 public:
  static constexpr bool kReadsJpeg = false;

  explicit MoreParts(const TiffImage& image) : image_(image), colors_(image.ycbcr_levels) {}

  Result<ByteVector> samples(ByteSpan stored, Dimensions size, std::size_t row_bytes) const {
    if (is_subsampled()) return blocks(stored, size);
    LECTERN_TRY(ByteVector samples, unpack_tiff(stored, image_, size, row_bytes * size.height));
    LECTERN_CHECK(undo_predictor(samples, row_bytes));
    return samples;
  }

  void convert(std::span<const ByteSpan> rows, bool big_endian,
               std::span<std::uint8_t> rgba) const {
    if (is_log(image_)) {
      expand_rgb(rows[0], rgba);
      return;
    }
    if (image_.photometric == TiffPhotometric::kYcbcr) {
      for (std::size_t x = 0; x < rgba.size() / kRgbaBytes; ++x) {
        colors_.convert(rows[0].subspan(x * 3).first<3>(),
                        rgba.subspan(x * kRgbaBytes).first<kRgbaBytes>());
      }
      return;
    }
    if (!is_lab(image_)) return convert_tiff_row(image_, rows, big_endian, rgba);
    for (std::size_t x = 0; x < rgba.size() / kRgbaBytes; ++x) {
      const LabColor lab = {sample(rows, x, 0), sample(rows, x, 1), sample(rows, x, 2)};
      const auto color = srgb_of_lab(lab);
      std::copy(color.begin(), color.end(), rgba.subspan(x * kRgbaBytes).begin());
      rgba[x * kRgbaBytes + 3] = 255;
    }
  }

 private:
  bool is_subsampled() const {
    return image_.photometric == TiffPhotometric::kYcbcr &&
           (image_.subsampling_x != 1 || image_.subsampling_y != 1);
  }

  Result<void> undo_predictor(std::span<std::uint8_t> samples, std::size_t row_bytes) const {
    if (is_log(image_)) return {};
    TiffImage as_deflate = image_;
    const bool packed = image_.compression == TiffCompression::kZstd ||
                        image_.compression == TiffCompression::kLzma;
    if (packed) as_deflate.compression = TiffCompression::kDeflate;
    return undo_tiff_predictor(samples, as_deflate, row_bytes);
  }

  /// Rows of whole pixels out of blocks that share their colours.
  Result<ByteVector> blocks(ByteSpan stored, Dimensions size) const {
    const std::size_t wide = image_.subsampling_x;
    const std::size_t high = image_.subsampling_y;
    const std::size_t across = (size.width + wide - 1) / wide;
    const std::size_t down = (size.height + high - 1) / high;
    const std::size_t block = wide * high + 2;
    LECTERN_TRY(const ByteVector stored_blocks,
                unpack_tiff(stored, image_, size, across * down * block));
    ByteVector samples(std::size_t{size.width} * size.height * 3);
    for (std::size_t y = 0; y < size.height; ++y) {
      for (std::size_t x = 0; x < size.width; ++x) {
        const std::uint8_t* from = &stored_blocks[(y / high * across + x / wide) * block];
        std::uint8_t* pixel = &samples[(y * size.width + x) * 3];
        pixel[0] = from[y % high * wide + x % wide];
        pixel[1] = from[block - 2];
        pixel[2] = from[block - 1];
      }
    }
    return samples;
  }

  /// L* from 0 to 100, a* and b* from -128 to 127.
  double sample(std::span<const ByteSpan> rows, std::size_t x, std::size_t channel) const {
    const ByteSpan row = image_.planar ? rows[channel] : rows[0];
    const std::size_t index = image_.planar ? x : x * image_.samples + channel;
    double value = 0;
    if (image_.bits == 8) {
      value = row[index];
    } else {
      const std::uint8_t first = row[index * 2];
      const std::uint8_t second = row[index * 2 + 1];
      value = (image_.little_endian ? first + 256.0 * second : 256.0 * first + second) / 256.0;
    }
    if (channel == 0) return value * 100.0 / (image_.bits == 8 ? 255.0 : 65535.0 / 256.0);
    if (image_.photometric == TiffPhotometric::kIccLab) return value - 128.0;
    return value < 128.0 ? value : value - 256.0;
  }

  const TiffImage& image_;
  TiffYcbcr colors_;
};

/// Rows one after the other, turned upright.
class PictureRows final : public RowSink {
 public:
  PictureRows(std::uint32_t orientation, std::uint64_t max_bytes)
      : orientation_(orientation), max_bytes_(max_bytes) {}
  Result<void> begin(Dimensions size) override {
    LECTERN_TRY(pixels_, Pixels::create(upright_size(size, orientation_), max_bytes_));
    rows_.emplace(size, orientation_);
    return {};
  }
  void row(ByteSpan rgba) override { rows_->put(rgba, *pixels_); }
  Pixels take() { return *std::move(pixels_); }

 private:
  std::uint32_t orientation_;
  std::uint64_t max_bytes_;
  std::optional<Pixels> pixels_;
  std::optional<UprightRows> rows_;
};

}  // namespace

Result<DecodedPicture> decode_tiff_more(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(TiffImage image, read_tiff_directory(bytes, limits, true));
  LECTERN_CHECK(check_more(image));
  DecodedFacts facts;
  facts.bit_depth = image.bits;
  if (is_lab(image) && image.alpha != TiffAlpha::kNone) {
    image.alpha = TiffAlpha::kNone;
    facts.warnings.emplace_back("the transparency was left out");
  }
  if (is_log(image)) {
    facts.warnings.emplace_back("high dynamic range was cut to that of sRGB");
    // As it comes out of its compression.
    image.bits = 8;
    image.samples = 3;
    image.floating = false;
    image.alpha = TiffAlpha::kNone;
    image.predictor = 1;
  }
  PictureRows rows(image.orientation, limits.max_decoded_bytes);
  Limits left = limits;
  left.max_decoded_bytes -= std::min(rgba_bytes(image.size), left.max_decoded_bytes / 4 * 3);
  LECTERN_CHECK(TiffDecoder<MoreParts>(bytes, image, left).decode(&rows));
  facts.alpha = image.alpha != TiffAlpha::kNone;
  if (image.pages > 1) {
    add_to(facts.warnings, {"only the first of {page} is delivered", image.pages});
  }
  Pixels pixels = rows.take();
  if (image.photometric == TiffPhotometric::kRgb && !image.icc.empty()) {
    const auto conversion = ToSrgb::from_profile(image.icc);
    for (std::uint32_t y = 0; conversion && y < pixels.size().height; ++y) {
      conversion->apply(pixels.row(y));
    }
    if (!conversion) {
      add_to(facts.warnings,
             {"the colour profile ({byte}) was left out", std::uint64_t{image.icc.size()}});
    }
  }
  return DecodedPicture{std::move(pixels), std::move(facts)};
}

}  // namespace lectern
