// libFuzzer target: any bytes as a picture, through verification, fitting and tiling. Whatever is
// delivered must verify again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "image/codecs.h"
#include "image/fit/deliver.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  ReadOptions options;
  options.limits.max_pixels = 1'000'000;
  options.limits.max_decoded_bytes = 32'000'000;
  options.image.lenient = size % 2 == 0;
  options.image.tile = size % 3 == 0;
  options.provider = size % 5 == 0 ? Provider::kNone : Provider::kAnthropic;
  const ImageCodec* file = codec_for({data, size});
  if (file == nullptr) return 0;
  const auto delivered = deliver_file(Media::view({data, size}), *file, options);
  if (!delivered) return 0;
  for (const DeliveredImage& each : *delivered) {
    const ImageCodec* codec = codec_for(each.image.data.bytes());
    if (codec == nullptr) std::abort();
    if (!codec->verify(each.image.data.bytes(), {options.limits})) std::abort();
  }
  return 0;
}
