// The engine of drawing.wasm, which has no other.
#include "drawing/drawing.h"

namespace lectern {
namespace {

constexpr PictureEngine kOnlyEngine = {
    [](std::string_view mime_type) { return mime_type == kSvgMimeType; },
    [](ByteSpan bytes, std::string_view, const Limits& limits, const FitLimits& fit) {
      return draw_svg(bytes, limits, fit);
    }};

}  // namespace

const PictureEngine* picture_engine() { return &kOnlyEngine; }

}  // namespace lectern
