// libFuzzer target: any bytes through the decoders of the module `pictures` but AVIF, which has a
// target of its own, within small limits.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "image/left_to_module.h"
#include "image/picture_engine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  Limits limits;
  limits.max_pixels = 250'000;
  limits.max_decoded_bytes = 16'000'000;
  limits.max_work = 100'000'000;
  constexpr std::string_view kTypes[] = {kPnmMime,     kTgaMime,    kPcxMime,     kQoiMime,
                                         "image/tiff", kJpegXlMime, kJpeg2000Mime};
  for (const std::string_view type : kTypes) {
    const auto decoded = picture_engine()->decode({data, size}, type, limits, {});
    if (!decoded) continue;
    const Dimensions shown = decoded->pixels.size();
    if (std::uint64_t{shown.width} * shown.height > limits.max_pixels) std::abort();
    if (decoded->pixels.rgba().size() != rgba_bytes(shown)) std::abort();
  }
  return 0;
}
