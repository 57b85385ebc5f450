// libFuzzer target: any bytes as an AVIF, through its boxes and the AV1 decoder, within small
// limits.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "image/avif/avif.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  Limits limits;
  limits.max_pixels = 250'000;
  limits.max_decoded_bytes = 16'000'000;
  limits.max_work = 100'000'000;
  const auto decoded = decode_avif({data, size}, limits);
  if (!decoded) return 0;
  // What is shown was decoded, and its rows are all there.
  const Dimensions shown = decoded->pixels.size();
  if (std::uint64_t{shown.width} * shown.height > limits.max_pixels) std::abort();
  if (decoded->pixels.rgba().size() != rgba_bytes(shown)) std::abort();
  return 0;
}
