#include "image/codecs.h"

#include <algorithm>

#include "image/bmp/bmp.h"
#include "image/bmp/ico.h"
#include "image/gif/gif.h"
#include "image/isobmff/isobmff.h"
#include "image/jpeg/jpeg.h"
#include "image/left_to_module.h"
#include "image/png/apng.h"
#include "image/png/png.h"
#include "image/tiff/tiff.h"
#include "image/webp/webp.h"

namespace lectern {
namespace {

constexpr std::string_view kPngExtensions[] = {"png", "apng"};
constexpr std::string_view kJpegExtensions[] = {"jpg", "jpeg", "jpe", "jfif"};
constexpr std::string_view kGifExtensions[] = {"gif"};
constexpr std::string_view kWebpExtensions[] = {"webp"};
constexpr std::string_view kBmpExtensions[] = {"bmp", "dib"};
constexpr std::string_view kIcoExtensions[] = {"ico", "cur"};
constexpr std::string_view kTiffExtensions[] = {"tif", "tiff"};
constexpr std::string_view kQoiExtensions[] = {"qoi"};
constexpr std::string_view kAvifExtensions[] = {"avif"};
constexpr std::string_view kHeicExtensions[] = {"heic", "heif"};
constexpr std::string_view kPnmExtensions[] = {"pnm", "pbm", "pgm", "ppm", "pam"};
constexpr std::string_view kPcxExtensions[] = {"pcx"};
constexpr std::string_view kTgaExtensions[] = {"tga"};
constexpr std::string_view kJpeg2000Extensions[] = {"jp2", "j2k", "j2c", "jpf", "jpx"};
constexpr std::string_view kJpegXlExtensions[] = {"jxl"};

constexpr ImageCodec kCodecs[] = {
    {ImageFormat::kPng, "PNG", "image/png", kPngExtensions, sniff_png,
     [](ByteSpan bytes, const VerifyOptions& options) { return verify_png(bytes, options.limits); },
     [](ByteSpan bytes, const Limits& limits, Dimensions, RowSink& sink) {
       return decode_png(bytes, limits, sink);
     },
     animate_png, inspect_png,
     [](ByteSpan bytes, const VerifyOptions& options, Dimensions, RowSink& sink, ImageInfo& info) {
       return decode_and_verify_png(bytes, options.limits, sink, info);
     }},
    {ImageFormat::kJpeg, "JPEG", "image/jpeg", kJpegExtensions, sniff_jpeg,
     [](ByteSpan bytes, const VerifyOptions& options) {
       return verify_jpeg(bytes, options.limits, options.lenient);
     },
     decode_jpeg, nullptr, inspect_jpeg,
     [](ByteSpan bytes, const VerifyOptions& options, Dimensions at_least, RowSink& sink,
        ImageInfo& info) {
       return decode_and_verify_jpeg(bytes, options.limits, options.lenient, at_least, sink, info);
     }},
    {ImageFormat::kGif, "GIF", "image/gif", kGifExtensions, sniff_gif,
     [](ByteSpan bytes, const VerifyOptions& options) { return verify_gif(bytes, options.limits); },
     [](ByteSpan bytes, const Limits& limits, Dimensions, RowSink& sink) {
       return decode_gif(bytes, limits, sink);
     },
     animate_gif},
    {ImageFormat::kWebp, "WebP", "image/webp", kWebpExtensions, sniff_webp,
     [](ByteSpan bytes, const VerifyOptions& options) {
       return verify_webp(bytes, options.limits);
     },
     decode_webp, animate_webp},
    {ImageFormat::kBmp, "BMP", "image/bmp", kBmpExtensions, sniff_bmp,
     [](ByteSpan bytes, const VerifyOptions& options) { return verify_bmp(bytes, options.limits); },
     [](ByteSpan bytes, const Limits& limits, Dimensions, RowSink& sink) {
       return decode_bmp(bytes, limits, sink);
     }},
    {ImageFormat::kIco, "ICO", "image/x-icon", kIcoExtensions, sniff_ico,
     [](ByteSpan bytes, const VerifyOptions& options) { return verify_ico(bytes, options.limits); },
     [](ByteSpan bytes, const Limits& limits, Dimensions, RowSink& sink) {
       return decode_ico(bytes, limits, sink);
     }},
    {ImageFormat::kTiff, "TIFF", "image/tiff", kTiffExtensions, sniff_tiff,
     [](ByteSpan bytes, const VerifyOptions& options) {
       return verify_tiff(bytes, options.limits);
     },
     [](ByteSpan bytes, const Limits& limits, Dimensions, RowSink& sink) {
       return decode_tiff(bytes, limits, sink);
     }},
    {ImageFormat::kAvif, "AVIF", "image/avif", kAvifExtensions, sniff_avif,
     [](ByteSpan bytes, const VerifyOptions& options) {
       return inspect_avif(bytes, options.limits);
     },
     nullptr},
    {ImageFormat::kHeic, "HEIC", "image/heic", kHeicExtensions, sniff_heic,
     [](ByteSpan bytes, const VerifyOptions& options) {
       return inspect_heic(bytes, options.limits);
     },
     nullptr},
    {ImageFormat::kOther, "QOI", kQoiMime, kQoiExtensions, sniff_qoi},
    {ImageFormat::kOther, "PNM", kPnmMime, kPnmExtensions, sniff_pnm},
    {ImageFormat::kOther, "PCX", kPcxMime, kPcxExtensions, sniff_pcx},
    {ImageFormat::kOther, "JPEG 2000", kJpeg2000Mime, kJpeg2000Extensions, sniff_jpeg2000},
    {ImageFormat::kOther, "JPEG XL", kJpegXlMime, kJpegXlExtensions, sniff_jpeg_xl},
    {ImageFormat::kOther, "TGA", kTgaMime, kTgaExtensions, sniff_tga},
};

/// Keeps all rows.
class PixelsSink final : public RowSink {
 public:
  explicit PixelsSink(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  Result<void> begin(Dimensions size) override {
    LECTERN_TRY(pixels_, Pixels::create(size, max_bytes_));
    return {};
  }
  void row(ByteSpan rgba) override {
    std::copy(rgba.begin(), rgba.end(), pixels_->row(next_row_++).begin());
  }
  Pixels take() { return *std::move(pixels_); }

 private:
  std::uint64_t max_bytes_;
  std::optional<Pixels> pixels_;
  std::uint32_t next_row_ = 0;
};

}  // namespace

const ImageCodec* codec_for(ByteSpan bytes) {
  const auto* found = std::find_if(std::begin(kCodecs), std::end(kCodecs),
                                   [bytes](const ImageCodec& codec) { return codec.sniff(bytes); });
  return found == std::end(kCodecs) ? nullptr : found;
}

const ImageCodec* codec_named(std::string_view name) {
  const auto* found = std::find_if(std::begin(kCodecs), std::end(kCodecs),
                                   [name](const ImageCodec& codec) { return codec.name == name; });
  return found == std::end(kCodecs) ? nullptr : found;
}

std::span<const ImageCodec> image_codecs() { return kCodecs; }

const ImageCodec& codec_of(ImageFormat format) {
  return *std::find_if(std::begin(kCodecs), std::end(kCodecs),
                       [format](const ImageCodec& codec) { return codec.format == format; });
}

Result<Pixels> decode_pixels(ByteSpan bytes, const ImageCodec& codec, const Limits& limits) {
  PixelsSink sink(limits.max_decoded_bytes);
  LECTERN_CHECK(codec.decode(bytes, limits, {}, sink));
  return sink.take();
}

}  // namespace lectern
