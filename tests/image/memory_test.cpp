// How much memory a proof takes. Counted by the sanitizers' allocator, which sees the libraries'
// allocations too; without it there is nothing to count with.
#include <catch2/catch_test_macros.hpp>

#include "image/codecs.h"
#include "image/fit/encode_fitting.h"
#include "image/fit/encode_jpeg.h"
#include "image/fit/encode_png.h"
#include "image/fit/resize.h"
#include "image/orient.h"
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
#include <optional>
#include <utility>

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

TEST_CASE("a picture without room beside it is turned where it is, as it would be elsewhere") {
  for (std::uint32_t orientation = 2; orientation <= 8; ++orientation) {
    const Dimensions size{700, 1300};
    const std::uint64_t bytes = rgba_bytes(size);
    const ByteVector beside = turned_upright(noise(size), orientation, 2 * bytes).value().release();
    Pixels pixels = noise(size);
    std::optional<Pixels> turned;
    CHECK(peak_of([&] { turned = turned_upright(std::move(pixels), orientation, bytes).value(); }) <
          bytes / 16);
    CHECK(turned->size() == upright_size(size, orientation));
    CHECK(turned->release() == beside);
  }
}

TEST_CASE("a JPEG is written over the picture that it is made of") {
  const Pixels pixels = noise({2000, 2000});
  const ByteVector jpeg = encode_jpeg(pixels.view(), 90).value();
  REQUIRE(jpeg.size() > std::size_t{6} << 20);
  const auto over = [&](std::uint64_t most) {
    Pixels given = noise({2000, 2000});
    std::optional<ByteVector> written;
    const auto peak =
        peak_of([&] { written = encode_jpeg_over(std::move(given), 90, {}, most).value(); });
    // The coefficients of a picture of this size are held, too.
    CHECK(peak < 40 * kMib);
    return *std::move(written);
  };
  CHECK(over(jpeg.size()) == jpeg);
  CHECK(over(jpeg.size() - 1).empty());
}

TEST_CASE("large noise takes no memory beside its pixels, as PNG or as JPEG") {
  const Dimensions size{5120, 5120};
  Pixels pixels = noise(size);
  const std::uint64_t most_png = rgba_bytes(size) / 8 * 3;
  CHECK(peak_of([&] { CHECK(encode_png(pixels.view(), {}, most_png).value().empty()); }) <
        16 * kMib);
  CHECK(peak_of([&] {
          const FitLimits unbounded;
          const auto jpeg = encode_fitting(std::move(pixels), false, unbounded, 4 * most_png);
          REQUIRE(jpeg.has_value());
          CHECK(jpeg->mime_type == "image/jpeg");
          CHECK(jpeg->size == size);
        }) < 16 * kMib);
}

TEST_CASE("of wide rows that become columns a few megabytes are held") {
  CHECK(peak_of([] { const UprightRows rows({1'000'000, 64}, 6); }) < 9 * kMib);
}

TEST_CASE("a large picture that is given up becomes a smaller one in the memory that it has") {
  constexpr Dimensions kSize{5120, 5120};
  const std::uint64_t memory = rgba_bytes(kSize) + 16 * kMib;
  FitLimits limits;
  limits.max_base64_bytes = 12 * kMib;
  Pixels pixels = noise(kSize);
  const EncodedImage expected = encode_fitting(pixels.view(), true, limits, memory).value();
  REQUIRE(rgba_bytes(expected.size) > 16 * kMib);
  CHECK(peak_of([&] {
          const auto encoded = encode_fitting(std::move(pixels), true, limits, memory);
          REQUIRE(encoded.has_value());
          CHECK(encoded->size == expected.size);
          CHECK((encoded->bytes == expected.bytes));
        }) < 72 * kMib);  // most of it are the coefficients of the JPEG
}

TEST_CASE("large noise of black and white is refused: its JPEG has more bytes than pixels") {
  Pixels pixels = noise({5120, 5120});
  for (std::uint32_t y = 0; y < 5120; ++y) {
    for (std::uint8_t& byte : pixels.row(y)) byte = byte < 0x80 ? 0 : 0xFF;
  }
  const auto encoded = encode_fitting(std::move(pixels), true, {}, std::uint64_t{256} << 20);
  REQUIRE_FALSE(encoded.has_value());
  CHECK(encoded.error().code == ErrorCode::kLimitExceeded);
}

TEST_CASE("large noise with transparent pixels becomes a smaller PNG with little beside them") {
  constexpr std::uint64_t kMemory = std::uint64_t{128} << 20;
  for (const Dimensions size : {Dimensions{5120, 5120}, {819'200, 32}}) {
    Pixels pixels = noise(size);
    pixels.row(0)[3] = 0;  // which a JPEG cannot hold
    pixels.row(size.height - 1)[3] = 0;
    CHECK(peak_of([&] {
            const auto png = encode_fitting(pixels.view(), true, {}, kMemory);
            REQUIRE(png.has_value());
            CHECK(png->mime_type == "image/png");
            CHECK(rgba_bytes(png->size) <= 32 * kMib);
          }) < 144 * kMib);
  }
}

TEST_CASE("a picture that is too wide for a JPEG becomes one where it is small enough") {
  const Pixels pixels = noise({70'000, 100});
  FitLimits limits;
  limits.max_base64_bytes = std::uint64_t{1} << 20;
  const auto jpeg = encode_fitting(pixels.view(), true, limits, std::uint64_t{64} << 20);
  REQUIRE(jpeg.has_value());
  CHECK(jpeg->mime_type == "image/jpeg");
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
