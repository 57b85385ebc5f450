#include "image/deliver.h"

#include "base/base64.h"
#include "image/encode_png.h"
#include "image/image_reader.h"

namespace lectern {

void ImageBudget::add(const ImageData& image) {
  ++images;
  bytes += base64_size(image.data.bytes().size());
}

Result<DeliveredImage> deliver_image(Media file, const ReadOptions&, ImageBudget) {
  const ByteSpan bytes = file.bytes();
  DeliveredImage delivered{{std::move(file), "", {}}, {}};
  if (sniff_png(bytes)) {
    delivered.image.media_type = "image/png";
  } else if (sniff_jpeg(bytes)) {
    delivered.image.media_type = "image/jpeg";
  } else if (sniff_gif(bytes)) {
    delivered.image.media_type = "image/gif";
  } else if (sniff_webp(bytes)) {
    delivered.image.media_type = "image/webp";
  } else {
    return fail(ErrorCode::kUnsupportedFormat, "not a picture that this build reads");
  }
  return delivered;
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
