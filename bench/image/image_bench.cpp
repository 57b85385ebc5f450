// Times verification and fitting of pictures. Run through bench/image/run.mjs, which compares with
// other engines; alone: lectern_image_bench RUNS FILE...
// Prints one JSON object a line for each file: milliseconds of processor time, the least of RUNS.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "drawing/drawing.h"
#include "image/codecs.h"
#include "image/fit/deliver.h"
#include "image/fit/fit.h"
#include "image/picture_engine.h"

namespace {

using namespace lectern;

constexpr std::uint64_t kMaxFileBytes = 64 * 1024 * 1024;

template <typename Function>
double least_ms(int runs, Function function) {
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    const std::clock_t start = std::clock();
    function();
    least = std::min(least, static_cast<double>(std::clock() - start) * 1000.0 / CLOCKS_PER_SEC);
  }
  return least;
}

void require(bool worked, const char* path) {
  if (worked) return;
  std::fprintf(stderr, "%s cannot be read\n", path);
  std::exit(1);
}

/// As a reading does with what only a module decodes.
ImageContent fit_decoded(ByteSpan bytes, const ImageCodec* codec, const ReadOptions& options,
                         const char* path) {
  const std::string_view mime_type = codec == nullptr ? kSvgMimeType : codec->mime_type;
  ImageInfo info;
  info.lossy = codec != nullptr;
  auto decoded = picture_engine()->decode(bytes, mime_type, options.limits,
                                          drawing_limits(ReadRequest{}, options));
  require(decoded.has_value(), path);
  info.size = decoded->facts.full_size.value_or(decoded->pixels.size());
  auto delivered = deliver_decoded(decoded->pixels.view(), info, options, std::nullopt);
  require(delivered.has_value(), path);
  return std::move(delivered->front().image);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: lectern_image_bench RUNS FILE...\n", stderr);
    return 2;
  }
  ReadOptions options;
  options.provider = Provider::kAnthropic;
  options.limits.max_image_bytes = kMaxFileBytes;
  const int runs = std::atoi(arguments[1]);
  for (int i = 2; i < count; ++i) {
    const char* path = arguments[i];
    std::ifstream stream(path, std::ios::binary);
    const std::string file((std::istreambuf_iterator<char>(stream)), {});
    const ByteSpan bytes = as_bytes(file);
    const ImageCodec* codec = codec_for(bytes);
    const bool in_core = codec != nullptr && codec->decode != nullptr;
    const double verify =
        in_core
            ? least_ms(runs,
                       [&] { require(codec->verify(bytes, {options.limits}).has_value(), path); })
            : 0;
    std::optional<ImageContent> image;
    const double fit = least_ms(runs, [&] {
      if (!in_core) {
        image = fit_decoded(bytes, codec, options, path);
        return;
      }
      auto delivered = deliver_image(Media::view(bytes), options);
      require(delivered.has_value(), path);
      image = std::move(delivered->image);
    });
    std::printf(
        "{\"verify\":%.2f,\"fit\":%.2f,\"width\":%u,\"height\":%u,\"mediaType\":\"%s\","
        "\"bytes\":%zu}\n",
        verify, fit, image->size.width, image->size.height, image->mime_type.c_str(),
        image->data.bytes().size());
  }
  return 0;
}
