// The engine of programs that link everything in.
#include "image/picture_engine.h"

#include "drawing/drawing.h"
#include "image/picture_decoders.h"

namespace lectern {
namespace {

constexpr PictureEngine kEngine = {
    [](std::string_view mime_type) {
      return mime_type == kSvgMimeType || picture_decoders().takes(mime_type);
    },
    [](ByteSpan bytes, std::string_view mime_type, const Limits& limits, const FitLimits& fit) {
      return mime_type == kSvgMimeType ? draw_svg(bytes, limits, fit)
                                       : picture_decoders().decode(bytes, mime_type, limits, fit);
    }};

}  // namespace

const PictureEngine* picture_engine() { return &kEngine; }

}  // namespace lectern
