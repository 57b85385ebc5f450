// What becomes of colour profiles and EXIF when a picture is encoded anew.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "image/codecs.h"
#include "image/fit/deliver.h"
#include "image/fit/encode_jpeg.h"
#include "image/fit/encode_png.h"
#include "support/pictures.h"

namespace lectern::testing {
namespace {

constexpr std::size_t kProfileHeaderBytes = 128;

/// A profile of which only the header means something.
ByteVector profile_for(std::string_view colors, std::size_t size = kProfileHeaderBytes) {
  ByteVector icc(size, std::uint8_t{7});
  const auto put = [&icc](std::size_t at, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) icc[at + i] = static_cast<std::uint8_t>(text[i]);
  };
  put(16, colors);
  put(36, "acsp");
  return icc;
}

DeliveredImage shrunk(ByteSpan file) {
  ReadOptions options;
  options.provider = Provider::kAnthropic;
  auto result = deliver_image(Media::view(file), options);
  REQUIRE(result.has_value());
  REQUIRE(result->changed);
  return *std::move(result);
}

ImageInfo info_of(ByteSpan file) {
  const ImageCodec* codec = codec_for(file);
  REQUIRE(codec != nullptr);
  auto info = codec->verify(file, {Limits()});
  REQUIRE(info.has_value());
  return *std::move(info);
}

bool warns(const DeliveredImage& image, std::string_view text) {
  const std::vector<std::string>& warnings = image.original.warnings;
  return std::find(warnings.begin(), warnings.end(), text) != warnings.end();
}

/// Gray levels from left to right.
Pixels gray_ramp(Dimensions size) {
  Pixels pixels = plain(size, 0x000000FF);
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i % 4 != 3) row[i] = static_cast<std::uint8_t>(i / 4 % 256);
    }
  }
  return pixels;
}

/// EXIF with the orientation and, `with_copyright`, an empty copyright.
ByteVector exif_of(std::uint8_t orientation, bool with_copyright) {
  std::string exif("II*\0\x08\0\0\0", 8);
  exif += with_copyright ? '\x02' : '\x01';
  exif += std::string_view("\0\x12\x01\x03\0\x01\0\0\0", 9);
  exif += static_cast<char>(orientation);
  exif.append(3, '\0');
  if (with_copyright) exif += std::string_view("\x98\x82\x02\0\x01\0\0\0\0\0\0\0", 12);
  exif.append(4, '\0');
  return {as_bytes(exif).begin(), as_bytes(exif).end()};
}

/// A PNG whose orientation stands behind its picture, where PNG allows it.
ByteVector png_with_late_orientation(std::uint8_t orientation) {
  return with_chunk(png_of(gradient({2000, 100})), "IEND", "eXIf", exif_of(orientation, false));
}

ByteVector jpeg_with_copyright(std::uint8_t orientation) {
  ByteVector jpeg = jpeg_of(gradient({2000, 100}));
  const ByteVector exif = exif_of(orientation, true);
  std::string segment("\xFF\xE1\0", 3);
  segment += static_cast<char>(2 + 6 + exif.size());
  segment += std::string_view("Exif\0\0", 6);
  segment += as_chars(exif);
  jpeg.insert(jpeg.begin() + 2, as_bytes(segment).begin(), as_bytes(segment).end());
  return jpeg;
}

}  // namespace

TEST_CASE("an RGB colour profile goes along into the new PNG or JPEG") {
  const ByteVector icc = profile_for("RGB ", 3000);
  const Pixels pixels = gradient({2000, 900});
  const ByteVector files[] = {encode_png(pixels.view(), icc).value(),
                              encode_jpeg(pixels.view(), 90, icc).value()};
  for (const ByteVector& file : files) {
    CHECK(info_of(file).profile.icc == icc);
    const DeliveredImage image = shrunk(file);
    CHECK(info_of(image.image.data.bytes()).profile.icc == icc);
    CHECK(image.original.warnings.empty());
  }
}

TEST_CASE("gray pixels with an RGB profile become an indexed PNG, as PNG wants it") {
  const ByteVector icc = profile_for("RGB ");
  const ByteVector png = encode_png(gray_ramp({300, 20}).view(), icc).value();
  const ImageInfo info = info_of(png);
  CHECK(info.color_type == "indexed");
  CHECK(info.profile.icc == icc);
}

TEST_CASE("a gray profile goes along into a gray PNG, and is named when it cannot") {
  const ByteVector icc = profile_for("GRAY");
  const DeliveredImage kept = shrunk(encode_png(gray_ramp({2000, 20}).view(), icc).value());
  const ImageInfo info = info_of(kept.image.data.bytes());
  CHECK(info.color_type == "gray");
  CHECK(info.profile.icc == icc);
  CHECK(kept.original.warnings.empty());

  const DeliveredImage lost = shrunk(encode_jpeg(gradient({2000, 20}).view(), 90, icc).value());
  CHECK(info_of(lost.image.data.bytes()).profile.bytes == 0);
  CHECK(warns(lost, "the colour profile (128 bytes) was left out"));
}

TEST_CASE("a colour profile above 64 KiB or for other colours is left out with a warning") {
  const Pixels pixels = gradient({2000, 100});
  const ByteVector large = profile_for("RGB ", 100'000);
  const ByteVector files[] = {encode_png(pixels.view(), large).value(),
                              encode_jpeg(pixels.view(), 90, large).value()};
  for (const ByteVector& file : files) {
    const DeliveredImage image = shrunk(file);
    CHECK(info_of(image.image.data.bytes()).profile.bytes == 0);
    CHECK(warns(image, "the colour profile (100,000 bytes) was left out"));
  }
  const ByteVector inks = profile_for("CMYK");
  CHECK(warns(shrunk(encode_jpeg(pixels.view(), 90, inks).value()),
              "the colour profile (128 bytes) was left out"));
}

TEST_CASE("EXIF beyond the orientation is left out with a warning") {
  CHECK(warns(shrunk(jpeg_with_copyright(1)), "EXIF data was left out"));
  const DeliveredImage turned = shrunk(jpeg_with_copyright(6));
  CHECK(warns(turned, "EXIF data was left out; orientation was applied"));
  CHECK(turned.upright == Dimensions{100, 2000});
}

TEST_CASE("an orientation that was applied is nothing lost") {
  CHECK(shrunk(jpeg_of(gradient({2000, 100}), 6)).original.warnings.empty());
}

TEST_CASE("a PNG's orientation is applied wherever the file says it") {
  CHECK(shrunk(png_with_late_orientation(1)).upright == Dimensions{2000, 100});
  const DeliveredImage turned = shrunk(png_with_late_orientation(6));
  CHECK(turned.upright == Dimensions{100, 2000});
  CHECK(turned.original.warnings.empty());
}

}  // namespace lectern::testing
