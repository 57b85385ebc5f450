// libFuzzer target: any bytes as an SVG that is drawn, within small limits.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "drawing/drawing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  Limits limits;
  limits.max_pixels = 250'000;
  limits.max_decoded_bytes = 16'000'000;
  limits.max_work = 50'000'000;
  const auto drawn = draw_svg({data, size}, limits);
  if (!drawn) return 0;
  const Dimensions shown = drawn->pixels.size();
  if (std::uint64_t{shown.width} * shown.height > limits.max_pixels) std::abort();
  if (drawn->pixels.rgba().size() != rgba_bytes(shown)) std::abort();
  return 0;
}
