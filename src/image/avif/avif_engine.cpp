// The engine of pictures.wasm, which has no other.
#include "image/avif/avif.h"

namespace lectern {
namespace {

constexpr PictureEngine kOnlyEngine = {
    [](std::string_view mime_type) { return mime_type == "image/avif"; },
    [](ByteSpan bytes, std::string_view, const Limits& limits) {
      return decode_avif(bytes, limits);
    }};

}  // namespace

const PictureEngine* picture_engine() { return &kOnlyEngine; }

}  // namespace lectern
