#include "image/picture_decoders.h"

#include <algorithm>

#include "image/avif/avif.h"
#include "image/jpeg2000/jpeg2000.h"
#include "image/jpegxl/jpegxl.h"
#include "image/left_to_module.h"
#include "image/pcx/pcx.h"
#include "image/pnm/pnm.h"
#include "image/qoi/qoi.h"
#include "image/tga/tga.h"
#include "image/tiff/tiff_more.h"

namespace lectern {
namespace {

/// Of a format that is known by name and size alone.
tl::unexpected<Error> not_decoded(std::string_view name, Dimensions size) {
  if (size.width == 0 || size.height == 0) {
    return fail(ErrorCode::kCorruptImage, {"the headers of the {} do not tell its size", name});
  }
  return fail(ErrorCode::kUnsupportedFormat,
              {"{} ({}) cannot be decoded here; convert it to PNG or JPEG, "
               "or let the host decode it",
               name, size});
}

struct Decoder {
  std::string_view mime_type;
  Result<DecodedPicture> (*decode)(ByteSpan bytes, const Limits& limits);
};

constexpr Decoder kDecoders[] = {
    {"image/avif", decode_avif},
    {"image/tiff", decode_tiff_more},
    {kQoiMime, decode_qoi},
    {kPnmMime, decode_pnm},
    {kTgaMime, decode_tga},
    {kPcxMime, decode_pcx},
    {kJpeg2000Mime,
     [](ByteSpan bytes, const Limits&) -> Result<DecodedPicture> {
       return not_decoded("JPEG 2000", jpeg2000_size(bytes));
     }},
    {kJpegXlMime,
     [](ByteSpan bytes, const Limits&) -> Result<DecodedPicture> {
       return not_decoded("JPEG XL", jpeg_xl_size(bytes));
     }},
};

const Decoder* decoder_of(std::string_view mime_type) {
  const auto* found =
      std::find_if(std::begin(kDecoders), std::end(kDecoders),
                   [mime_type](const Decoder& decoder) { return decoder.mime_type == mime_type; });
  return found == std::end(kDecoders) ? nullptr : found;
}

constexpr PictureEngine kDecodersOfAll = {
    [](std::string_view mime_type) { return decoder_of(mime_type) != nullptr; },
    [](ByteSpan bytes, std::string_view mime_type, const Limits& limits,
       const FitLimits&) -> Result<DecodedPicture> {
      const Decoder* decoder = decoder_of(mime_type);
      if (decoder == nullptr) {
        return fail(ErrorCode::kUnsupportedFormat, {"{} is not decoded here", mime_type});
      }
      return decoder->decode(bytes, limits);
    }};

}  // namespace

const PictureEngine& picture_decoders() { return kDecodersOfAll; }

}  // namespace lectern
