// libFuzzer target: looks for the picture that takes most work for its bytes, within limits of a
// twentieth of the usual ones.
#include <cstddef>
#include <cstdint>

#include "fuzz/work_counters.h"
#include "image/codecs.h"
#include "image/fit/deliver.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  const WorkCounter counter(size);
  ReadOptions options;
  options.limits.max_pixels = 5'000'000;
  options.limits.max_decoded_bytes = 16'000'000;
  options.limits.max_work = 250'000'000;
  options.provider = Provider::kAnthropic;
  if (const ImageCodec* file = codec_for({data, size}))
    static_cast<void>(deliver_file(Media::view({data, size}), *file, options));
  return 0;
}
