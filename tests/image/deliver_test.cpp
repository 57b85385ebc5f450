// What is sent for a picture, by provider.
#include "image/fit/deliver.h"

#include <catch2/catch_test_macros.hpp>

#include "base/base64.h"
#include "base/provider.h"
#include "image/codecs.h"
#include "image/fit/encode_png.h"
#include "read/read.h"
#include "support/pictures.h"

namespace lectern::testing {
namespace {

ReadOptions for_provider(Provider provider) {
  ReadOptions options;
  options.provider = provider;
  return options;
}

DeliveredImage delivered(ByteSpan file, const ReadOptions& options) {
  auto result = deliver_image(Media::view(file), options);
  INFO((result ? "" : result.error().message));
  REQUIRE(result.has_value());
  return *std::move(result);
}

/// The delivered bytes hold a picture of the said type and size.
void check_decodes(const ImageContent& image) {
  const ImageCodec* codec = codec_for(image.data.bytes());
  REQUIRE(codec != nullptr);
  CHECK(codec->mime_type == image.mime_type);
  const auto info = codec->verify(image.data.bytes(), {Limits()});
  REQUIRE(info.has_value());
  CHECK(info->size == image.size);
}

ToolResult read_as(ByteSpan file, std::string name, const ReadOptions& options) {
  ReadRequest request;
  request.file_path = std::move(name);
  return read(file, request, options);
}

ToolResult read_region(ByteSpan file, const PixelRegion& region, const ReadOptions& options) {
  ReadRequest request;
  request.file_path = "a.png";
  request.region = region;
  return read(file, request, options);
}

}  // namespace

TEST_CASE("what fits is delivered byte for byte, without a copy") {
  const ByteVector png = png_of(gradient({300, 200}));
  const DeliveredImage image = delivered(png, for_provider(Provider::kAnthropic));
  CHECK_FALSE(image.changed);
  CHECK(image.image.data.bytes().data() == png.data());
  CHECK(image.image.data.bytes().size() == png.size());
}

TEST_CASE("owned bytes that fit stay owned by the result") {
  const ByteVector png = png_of(gradient({30, 20}));
  auto image = deliver_image(Media::own(png), for_provider(Provider::kAnthropic));
  REQUIRE(image.has_value());
  CHECK(image->image.data.bytes().data() != png.data());
  check_decodes(image->image);
}

TEST_CASE("each provider gets a picture within its limits from generated extremes") {
  const ByteVector files[] = {png_of(plain({8001, 10}, 0x00FF00FF)), png_of(noise({2000, 1500})),
                              jpeg_of(gradient({3000, 2000})), gif_of({50, 40}, 3)};
  for (const ProviderProfile& profile : provider_profiles()) {
    for (const ByteVector& file : files) {
      INFO(profile.name << " " << file.size());
      const ReadOptions options = for_provider(profile.provider);
      const DeliveredImage image = delivered(file, options);
      check_decodes(image.image);
      CHECK(image.image.size.width <= std::min(profile.max_image_side, profile.useful_side));
      CHECK(base64_size(image.image.data.bytes().size()) <= profile.max_image_base64_bytes);
      if (!profile.takes_gif) CHECK(image.image.mime_type != "image/gif");
    }
  }
}

TEST_CASE("bytes that do not fit are stepped down until they do") {
  ReadOptions options = for_provider(Provider::kBedrock);
  options.host.bytes_in_request = 20'000'000 - 100'000;
  const ByteVector png = png_of(noise({1000, 1000}));
  const DeliveredImage image = delivered(png, options);
  CHECK(base64_size(image.image.data.bytes().size()) <= 100'000);
  check_decodes(image.image);
}

TEST_CASE("a turned JPEG is delivered upright to a provider and as it is without one") {
  const ByteVector jpeg = jpeg_of(gradient({60, 40}), 6);
  CHECK_FALSE(delivered(jpeg, for_provider(Provider::kNone)).changed);
  const DeliveredImage image = delivered(jpeg, for_provider(Provider::kAnthropic));
  CHECK(image.changed);
  CHECK(image.image.size == Dimensions{40, 60});
  CHECK(image.scale == 1.0);
}

TEST_CASE("graphics stay PNG and photographs stay JPEG when they are scaled") {
  const ReadOptions options = for_provider(Provider::kAnthropic);
  CHECK(delivered(png_of(plain({3000, 2000}, 0x336699FF)), options).image.mime_type ==
        "image/png");
  CHECK(delivered(jpeg_of(gradient({3000, 2000})), options).image.mime_type == "image/jpeg");
}

TEST_CASE("a damaged JPEG that must be scaled is refused as one that need not be") {
  ByteVector jpeg = jpeg_of(noise({2000, 1000}));
  jpeg.resize(jpeg.size() / 2);
  for (const Provider provider : {Provider::kAnthropic, Provider::kNone}) {
    const auto refused = deliver_image(Media::view(jpeg), for_provider(provider));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::kCorruptImage);
    CHECK(refused.error().message == "Corrupt JPEG data: premature end of data segment");
  }
}

TEST_CASE("a PNG that must be scaled is refused for damage behind its pixels, too") {
  ByteVector png = png_of(gradient({2000, 1000}));
  const std::size_t end = position_of(png, "IEND");
  png[end + 4] ^= 1;
  for (const Provider provider : {Provider::kAnthropic, Provider::kNone}) {
    const auto refused = deliver_image(Media::view(png), for_provider(provider));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::kCorruptImage);
    CHECK(refused.error().message == "IEND crc mismatch at byte " + std::to_string(end - 4));
  }
}

TEST_CASE("transparency of a size that its PNG cannot have is ignored, as decoders do") {
  // Opaque and of three channels.
  const ByteVector png = png_of(noise({2000, 40}));
  REQUIRE(codec_for(png)->verify(png, {Limits()})->color_type == "rgb");
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{2'000'000}}) {
    const ByteVector file = with_chunk(png, "IDAT", "tRNS", ByteVector(size));
    CHECK_FALSE(codec_for(file)->verify(file, {Limits()})->alpha);
    ReadOptions options;
    options.provider = Provider::kAnthropic;
    const auto image = deliver_image(Media::view(file), options);
    REQUIRE(image.has_value());
    CHECK(image->changed);
  }
}

TEST_CASE("a damaged JPEG that is accepted and scaled says so") {
  ByteVector jpeg = jpeg_of(noise({2000, 1000}));
  jpeg.resize(jpeg.size() / 2);
  ReadOptions options = for_provider(Provider::kAnthropic);
  options.image.lenient = true;
  const DeliveredImage image = delivered(jpeg, options);
  CHECK(image.image.size.width == 1568);
  CHECK(image.original.damaged);
  CHECK(image.original.warnings.front() == "Corrupt JPEG data: premature end of data segment");
}

TEST_CASE("a PNG is compressed in the way that suits its picture") {
  constexpr Dimensions kSize{512, 512};
  const std::size_t raw_bytes = kSize.width * kSize.height * 3;
  const auto encoded_bytes = [](const Pixels& pixels) {
    return encode_png(pixels.view(), {}).value().size();
  };
  // Filters would tear apart what comes again.
  Pixels tiles = noise(kSize);
  for (std::uint32_t y = 0; y < kSize.height; ++y) {
    for (std::size_t i = 0; i < tiles.row(y).size(); ++i) {
      tiles.row(y)[i] = tiles.row(y % 16)[i % (16 * kRgbaBytes)];
    }
  }
  CHECK(encoded_bytes(tiles) < raw_bytes / 50);
  // Without filters, colours that change slowly never come again.
  CHECK(encoded_bytes(gradient(kSize)) < raw_bytes / 50);
}

TEST_CASE("a damaged JPEG that is accepted is never sent as it is") {
  ByteVector jpeg = jpeg_of(noise({64, 64}));
  jpeg.resize(jpeg.size() / 2);
  ReadOptions options;
  options.image.lenient = true;
  const DeliveredImage image = delivered(jpeg, options);
  CHECK(image.changed);
  check_decodes(image.image);
}

TEST_CASE("an animation becomes its first frame where the provider takes none") {
  const ByteVector gif = gif_of({50, 40}, 3);
  CHECK_FALSE(delivered(gif, for_provider(Provider::kAnthropic)).changed);
  const DeliveredImage image = delivered(gif, for_provider(Provider::kOpenAi));
  CHECK(image.image.mime_type == "image/png");
  CHECK(image.original.warnings.back() == "only the first of 3 frames is delivered");
}

TEST_CASE("pixels must match their dimensions") {
  const Pixels pixels = gradient({10, 10});
  const auto refused = deliver_pixels({pixels.rgba(), {10, 11}}, ReadOptions());
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::kInvalidArgument);
}

TEST_CASE("the content of a read names the picture, what was delivered and the scale") {
  const ByteVector png = png_of(plain({3136, 1568}, 0x336699FF));
  const ToolResult result = read_as(png, "docs/chart.png", for_provider(Provider::kAnthropic));
  REQUIRE(result.success);
  const Dimensions size = result.images[0].size;
  CHECK(size == Dimensions{1568, 784});
  CHECK(result.content == "Read image: chart.png (PNG, 3136x1568, " +
                              std::to_string((png.size() + 512) / 1024) +
                              " KB); delivered 1568x784 PNG, " +
                              std::to_string((result.images[0].data.bytes().size() + 512) / 1024) +
                              " KB; multiply coordinates by 2 to map to the original");
  CHECK(result.metadata.original_dimensions == Dimensions{3136, 1568});
  CHECK(result.metadata.dimensions == Dimensions{1568, 784});
  CHECK(result.metadata.scale == 2.0);
}

TEST_CASE("a region is delivered at its full size with its place") {
  const ReadOptions options = for_provider(Provider::kAnthropic);
  const ByteVector png = png_of(gradient({4000, 3000}));
  const ToolResult result = read_region(png, {100, 50, 400, 300}, options);
  REQUIRE(result.success);
  CHECK(result.images[0].size == Dimensions{400, 300});
  CHECK(result.content.find("delivered the region 400x300 at 100,50 as 400x300 ") !=
        std::string::npos);
  CHECK(result.content.ends_with("; add 100,50 to map to the original"));
  const ToolResult outside = read_region(png, {4000, 0, 1, 1}, options);
  CHECK(outside.error->code == ErrorCode::kOutOfRange);
}

TEST_CASE("a tall screenshot can be read in tiles") {
  ReadOptions options = for_provider(Provider::kAnthropic);
  options.image.tile = true;
  const ByteVector png = png_of(plain({2984, 8340}, 0xFFFFFFFF));
  const ToolResult result = read_as(png, "shot.png", options);
  REQUIRE(result.success);
  CHECK(result.images.size() > 4);
  CHECK(result.images.size() <= options.limits.max_images);
  CHECK(result.parts.size() == 1 + 2 * result.images.size());
  for (const ImageContent& image : result.images) check_decodes(image);
}

TEST_CASE("a failure says that it is about the image, in the contract's words") {
  ByteVector png = png_of(noise({20, 20}));
  png.resize(60);
  const ToolResult result = read_as(png, "a.png", ReadOptions());
  CHECK_FALSE(result.success);
  CHECK(result.images.empty());
  CHECK(result.error->code == ErrorCode::kCorruptImage);
  CHECK(result.content.starts_with("Failed to process image file: IDAT chunk of "));
  ReadOptions options;
  options.limits.max_image_bytes = 30;
  CHECK(read_as(png, "a.png", options).error->code == ErrorCode::kFileTooLarge);
}

}  // namespace lectern::testing
