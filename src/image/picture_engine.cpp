#include "image/picture_engine.h"

#include "drawing/drawing.h"
#include "image/avif/avif.h"

namespace lectern {
namespace {

constexpr PictureEngine kEngine = {
    [](std::string_view mime_type) {
      return mime_type == "image/avif" || mime_type == kSvgMimeType;
    },
    [](ByteSpan bytes, std::string_view mime_type, const Limits& limits) {
      return mime_type == kSvgMimeType ? draw_svg(bytes, limits) : decode_avif(bytes, limits);
    }};

}  // namespace

const PictureEngine* picture_engine() { return &kEngine; }

}  // namespace lectern
