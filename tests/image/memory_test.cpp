// How much memory a proof takes. Counted by the sanitizers' allocator, which sees the libraries'
// allocations too; without it there is nothing to count with.
#include <catch2/catch_test_macros.hpp>

#include "image/codecs.h"
#include "image/fit/encode_jpeg.h"
#include "image/fit/encode_png.h"
#include "image/fit/resize.h"
#include "support/pictures.h"

#if defined(__SANITIZE_ADDRESS__)
#define LECTERN_COUNTS_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LECTERN_COUNTS_MEMORY 1
#endif
#endif

#ifdef LECTERN_COUNTS_MEMORY
#include <algorithm>

// From the sanitizers' allocator_interface.h, which GCC does not install.
extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void*, std::size_t),
                                              void (*released)(const volatile void*));
std::size_t __sanitizer_get_allocated_size(const volatile void* address);
}

namespace lectern::testing {
namespace {

constexpr std::size_t kMib = 1024 * 1024;
constexpr std::size_t kAllowed = 8 * kMib;

std::size_t held_bytes = 0;
std::size_t peak_bytes = 0;

void count_allocation(const volatile void*, std::size_t size) {
  held_bytes += size;
  peak_bytes = std::max(peak_bytes, held_bytes);
}

void count_release(const volatile void* address) {
  const std::size_t size = __sanitizer_get_allocated_size(address);
  held_bytes -= std::min(size, held_bytes);
}

/// Once for all: each further hook would count again.
bool counts() {
  static const int installed =
      __sanitizer_install_malloc_and_free_hooks(count_allocation, count_release);
  return installed != 0;
}

/// Bytes that `work` holds at most, beside what was there before.
template <typename Work>
std::size_t peak_of(Work work) {
  REQUIRE(counts());
  held_bytes = 0;
  peak_bytes = 0;
  work();
  return peak_bytes;
}

void check_proof(const ByteVector& file) {
  const ImageCodec* codec = codec_for(file);
  REQUIRE(codec != nullptr);
  const Limits limits;
  CHECK(peak_of([&] { REQUIRE(codec->verify(file, {limits}).has_value()); }) < kAllowed);
  // The count sees what decoding takes.
  CHECK(peak_of([&] { REQUIRE(decode_pixels(file, *codec, limits).has_value()); }) > kAllowed);
}

}  // namespace

TEST_CASE("the proof of a PNG holds less than 8 MiB beside the file") {
  check_proof(png_of(gradient({3000, 2000})));
}

TEST_CASE("the proof of a baseline JPEG holds less than 8 MiB beside the file") {
  check_proof(jpeg_of(gradient({3000, 2000})));
}

TEST_CASE("a picture is turned upright without a second one in memory") {
  const Pixels stored = gradient({3000, 2000});
  const auto turn = [&stored] {
    ScalingSink sink(std::nullopt, stored.size(), rgba_bytes(stored.size()), 6);
    REQUIRE(sink.begin(stored.size()));
    for (std::uint32_t y = 0; y < 2000; ++y) sink.row(stored.view().row(y));
    REQUIRE(sink.take().has_value());
  };
  CHECK(peak_of(turn) < rgba_bytes(stored.size()) + kMib);
}

TEST_CASE("a JPEG that does not fit is given up before it is there") {
  const Pixels pixels = noise({1200, 3600});
  const ByteVector jpeg = encode_jpeg(pixels.view(), 90).value();
  CHECK(encode_jpeg(pixels.view(), 90, {}, jpeg.size()).value() == jpeg);
  CHECK(encode_jpeg(pixels.view(), 90, {}, jpeg.size() - 1).value().empty());
  const auto all = peak_of([&] { REQUIRE(!encode_jpeg(pixels.view(), 90).value().empty()); });
  const auto some =
      peak_of([&] { REQUIRE(encode_jpeg(pixels.view(), 90, {}, 100'000).value().empty()); });
  CHECK(some + jpeg.size() / 2 < all);
}

TEST_CASE("a picture is written as PNG without a second one in memory") {
  const Pixels pixels = gradient({3000, 2000});
  CHECK(peak_of([&] { REQUIRE(encode_png(pixels.view(), {}).has_value()); }) < kAllowed);
}

}  // namespace lectern::testing

#endif
