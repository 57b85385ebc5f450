#include "image/picture_engine.h"

#include "image/avif/avif.h"

namespace lectern {
namespace {

constexpr PictureEngine kEngine = {
    [](std::string_view mime_type) { return mime_type == "image/avif"; },
    [](ByteSpan bytes, std::string_view, const Limits& limits) {
      return decode_avif(bytes, limits);
    }};

}  // namespace

const PictureEngine* picture_engine() { return &kEngine; }

}  // namespace lectern
