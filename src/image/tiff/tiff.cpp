#include "image/tiff/tiff.h"

#include <algorithm>

#include "image/tiff/tiff_decoder.h"
#include "image/tiff/tiff_decompress.h"
#include "image/tiff/tiff_directory.h"
#include "image/tiff/tiff_jpeg.h"

namespace lectern {
namespace {

/// What the core reads.
class CoreParts {
 public:
  static constexpr bool kReadsJpeg = true;

  explicit CoreParts(const TiffImage& image) : image_(image), jpeg_pixels_(image) {}

  Result<ByteVector> samples(ByteSpan stored, Dimensions size, std::size_t row_bytes) const {
    LECTERN_TRY(ByteVector samples, decompress_tiff(stored, image_, size, row_bytes * size.height));
    LECTERN_CHECK(undo_tiff_predictor(samples, image_, row_bytes));
    return samples;
  }

  void convert(std::span<const ByteSpan> rows, bool big_endian,
               std::span<std::uint8_t> rgba) const {
    convert_tiff_row(image_, rows, big_endian, rgba);
  }

  Result<Pixels> jpeg(ByteSpan file, ByteSpan stored, Dimensions size, bool is_shown,
                      const Limits& limits) {
    return decode_tiff_jpeg(file, stored, image_, size, is_shown, jpeg_pixels_, limits);
  }

 private:
  const TiffImage& image_;
  TiffJpegPixels jpeg_pixels_;
};

std::string color_type(const TiffImage& image) {
  const bool alpha = image.alpha != TiffAlpha::kNone;
  switch (image.photometric) {
    case TiffPhotometric::kPalette:
      return "indexed";
    case TiffPhotometric::kRgb:
      return alpha ? "rgba" : "rgb";
    case TiffPhotometric::kCmyk:
      return "cmyk";
    case TiffPhotometric::kYcbcr:
      return "ycbcr";
    default:
      return alpha ? "gray-alpha" : "gray";
  }
}

}  // namespace

Result<ImageInfo> verify_tiff(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const TiffImage image, read_tiff_directory(bytes, limits));
  LECTERN_CHECK(TiffDecoder<CoreParts>(bytes, image, limits).decode(nullptr));
  ImageInfo info;
  info.format = ImageFormat::kTiff;
  info.size = image.size;
  info.bit_depth = image.bits;
  info.color_type = color_type(image);
  info.alpha = image.alpha != TiffAlpha::kNone;
  info.orientation = image.orientation;
  info.frames = image.pages;
  info.profile = keep_profile(image.icc);
  return info;
}

Result<void> decode_tiff(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  LECTERN_TRY(const TiffImage image, read_tiff_directory(bytes, limits));
  return TiffDecoder<CoreParts>(bytes, image, limits).decode(&sink);
}

}  // namespace lectern
