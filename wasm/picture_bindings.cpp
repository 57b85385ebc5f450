// The JavaScript boundary of pictures.wasm, which is no reader but a decoder: the bytes of a file
// come in, pixels go out.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "image/picture_engine.h"

using emscripten::val;

// A JavaScript string from UTF-8 in memory.
EM_JS(emscripten::EM_VAL, lectern_decode_utf8, (const char* data, std::size_t size), {
  return Emval.toHandle(
      new TextDecoder('utf-8', {ignoreBOM : true}).decode(HEAPU8.subarray(data, data + size)));
});

namespace lectern {
namespace {

/// A place in WebAssembly memory as JavaScript knows it: an offset in bytes.
using Address = std::uintptr_t;

val text(std::string_view utf8) {
  return val::take_ownership(lectern_decode_utf8(utf8.data(), utf8.size()));
}

/// Memory for the bytes of a file; 0 when there is not enough.
Address allocate_picture(std::size_t size_bytes) {
  return reinterpret_cast<Address>(std::malloc(size_bytes == 0 ? 1 : size_bytes));
}

void release_picture(Address address) { std::free(reinterpret_cast<void*>(address)); }

/// The picture, or why there is none. Nothing that leaves points into memory.
val decode_picture(Address address, std::size_t size_bytes, const std::string& mime_type,
                   double max_pixels, double max_decoded_bytes, double max_work, double max_side,
                   double max_patches, double patch_side) {
  Limits limits;
  limits.max_pixels = static_cast<std::uint64_t>(max_pixels);
  limits.max_decoded_bytes = static_cast<std::uint64_t>(max_decoded_bytes);
  limits.max_work = static_cast<std::uint64_t>(max_work);
  FitLimits fit;
  fit.max_side = static_cast<std::uint64_t>(max_side);
  fit.max_patches = static_cast<std::uint64_t>(max_patches);
  fit.patch_side = static_cast<std::uint64_t>(patch_side);
  val result = val::object();
  const ByteSpan bytes{reinterpret_cast<const std::uint8_t*>(address), size_bytes};
  const auto decoded = picture_engine()->decode(bytes, mime_type, limits, fit);
  if (!decoded) {
    result.set("code", text(to_string(decoded.error().code)));
    result.set("message", text(decoded.error().message));
    return result;
  }
  const ByteSpan rgba = decoded->pixels.rgba();
  std::string warnings;
  for (const std::string& warning : decoded->facts.warnings) warnings += warning + "\n";
  result.set("width", decoded->pixels.size().width);
  result.set("height", decoded->pixels.size().height);
  const Dimensions full = decoded->facts.full_size.value_or(decoded->pixels.size());
  result.set("fullWidth", full.width);
  result.set("fullHeight", full.height);
  result.set("bitDepth", decoded->facts.bit_depth);
  result.set("alpha", decoded->facts.alpha);
  result.set("warnings", text(warnings));
  result.set("rgba",
             val(emscripten::typed_memory_view(rgba.size(), rgba.data())).call<val>("slice"));
  return result;
}

}  // namespace
}  // namespace lectern

EMSCRIPTEN_BINDINGS(lectern_pictures) {
  emscripten::function("allocate", &lectern::allocate_picture);
  emscripten::function("release", &lectern::release_picture);
  emscripten::function("decodePicture", &lectern::decode_picture);
}
