#include "image/deliver.h"

#include "base/base64.h"
#include "base/format.h"
#include "image/checks.h"
#include "image/codecs.h"
#include "image/encode_png.h"

namespace lectern {

void ImageBudget::add(const ImageData& image) {
  ++images;
  bytes += base64_size(image.data.bytes().size());
}

Result<DeliveredImage> deliver_image(Media file, const ReadOptions& options, ImageBudget) {
  const ByteSpan bytes = file.bytes();
  const std::uint64_t limit = options.limits.max_image_bytes;
  if (bytes.size() > limit) {
    return fail(ErrorCode::kFileTooLarge, "Image file exceeds " + megabytes_limit(limit) +
                                              "MB limit (actual: " + megabytes(bytes.size()) +
                                              "MB)");
  }
  const ImageCodec* codec = codec_for(bytes);
  if (codec == nullptr) return fail(ErrorCode::kCorruptImage, "not a picture");
  LECTERN_TRY(ImageInfo info, codec->verify(bytes, {options.limits, options.lenient_images}));
  const Dimensions size = info.size;
  return DeliveredImage{{std::move(file), std::string(codec->mime_type), size}, std::move(info)};
}

Result<DeliveredImage> deliver_pixels(PixelView pixels, const ReadOptions&, ImageBudget) {
  if (pixels.rgba.size() != rgba_bytes(pixels.size)) {
    return fail(ErrorCode::kInvalidArgument, "the pixels do not match their dimensions");
  }
  LECTERN_TRY(ByteVector png, encode_png(pixels));
  DeliveredImage delivered{{Media::own(std::move(png)), "image/png", pixels.size}, {}};
  delivered.original.size = pixels.size;
  delivered.changed = true;
  return delivered;
}

}  // namespace lectern
