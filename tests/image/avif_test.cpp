// AVIF: boxes made by hand around AV1 data that an encoder made (avif_samples.h).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

#include "image/avif/avif.h"
#include "image/avif/to_srgb.h"
#include "image/avif_samples.h"
#include "read/read.h"
#include "support/avif_writer.h"

namespace lectern {
namespace {

using namespace testing;

constexpr std::uint32_t kRed = 0xFF0000FF, kGreen = 0x00FF00FF, kBlue = 0x0000FFFF,
                        kWhite = 0xFFFFFFFF;

template <std::size_t N>
ByteVector bytes_of(const std::uint8_t (&data)[N]) {
  return {std::begin(data), std::end(data)};
}

AvifWriterItem quadrants(std::vector<AvifProp> more = {}) {
  AvifWriterItem item{.data = bytes_of(kQuadrants8),
                      .props = {avif_size(8, 8), avif_colors(1, 13, 0)}};
  item.props.insert(item.props.end(), more.begin(), more.end());
  return item;
}

std::uint32_t pixel(const DecodedPicture& picture, std::uint32_t x, std::uint32_t y) {
  const ByteSpan at = picture.pixels.view().row(y).subspan(std::size_t{x} * 4, 4);
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 |
         at[3];
}

/// The pixels in the corners, row by row.
std::vector<std::uint32_t> corners(const DecodedPicture& picture) {
  const auto [width, height] = picture.pixels.size();
  return {pixel(picture, 0, 0), pixel(picture, width - 1, 0), pixel(picture, 0, height - 1),
          pixel(picture, width - 1, height - 1)};
}

DecodedPicture decoded(const ByteVector& file) {
  auto picture = decode_avif(file, {});
  if (!picture) FAIL(picture.error().message);
  return *std::move(picture);
}

bool is_near(std::uint32_t a, std::uint32_t b, int most) {
  for (const unsigned shift : {0u, 8u, 16u, 24u}) {
    if (std::abs(int((a >> shift) & 255) - int((b >> shift) & 255)) > most) return false;
  }
  return true;
}

using Corners = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("an AVIF of 8, 10 or 12 bits a channel has the same colours") {
  for (const auto& [data, depth] :
       {std::pair{bytes_of(kQuadrants8), 8u}, std::pair{bytes_of(kQuadrants10), 10u},
        std::pair{bytes_of(kQuadrants12), 12u}}) {
    INFO(depth << " bits");
    const DecodedPicture picture =
        decoded(avif_file({{.data = data, .props = {avif_size(8, 8), avif_colors(1, 13, 0)}}}));
    // The encoder was given 8 bits and filled the rest with zeros: its white is not quite white.
    const int most = depth == 8 ? 0 : 1;
    const Corners expected = {kRed, kGreen, kBlue, kWhite};
    for (std::size_t i = 0; i < 4; ++i) CHECK(is_near(corners(picture)[i], expected[i], most));
    CHECK(is_near(pixel(picture, 3, 3), kRed, most));
    CHECK(is_near(pixel(picture, 4, 4), kWhite, most));
    CHECK(picture.facts.bit_depth == depth);
    CHECK_FALSE(picture.facts.alpha);
  }
}

TEST_CASE("an AVIF with chroma of half the size has its colours") {
  const DecodedPicture picture = decoded(avif_file(
      {{.data = bytes_of(kSubsampled), .props = {avif_size(32, 32), avif_colors(1, 13, 6)}}}));
  const Corners expected = {kRed, kGreen, kBlue, kWhite};
  for (std::size_t i = 0; i < 4; ++i) CHECK(is_near(corners(picture)[i], expected[i], 6));
}

TEST_CASE("a gray AVIF is gray") {
  const DecodedPicture picture =
      decoded(avif_file({{.data = bytes_of(kGray), .props = {avif_size(8, 8)}}}));
  for (const std::uint32_t each : corners(picture)) {
    CHECK(is_near(each, (each >> 24) * 0x01010100u | 0xFF, 2));
  }
  CHECK(is_near(pixel(picture, 7, 7), kWhite, 3));
}

TEST_CASE("the alpha of an AVIF is that of its auxiliary picture") {
  AvifWriterItem color{.data = bytes_of(kOpaqueQuadrants),
                       .props = {avif_size(8, 8), avif_colors(1, 13, 0)}};
  const AvifWriterItem alpha{.data = bytes_of(kRightHalfAlpha),
                             .props = {avif_size(8, 8), avif_alpha()},
                             .auxiliary_of = 1};
  const DecodedPicture picture = decoded(avif_file({color, alpha}));
  CHECK(picture.facts.alpha);
  CHECK(corners(picture) == Corners{kRed, 0x00FF0080, kBlue, 0xFFFFFF80});

  // Colours that are multiplied already are divided; more than full becomes full.
  color.premultiplied_by = 2;
  CHECK(corners(decoded(avif_file({color, alpha}))) ==
        Corners{kRed, 0x00FF0080, kBlue, 0xFFFFFF80});
}

TEST_CASE("an AVIF is turned, mirrored and cropped as it says, in the order in which it says so") {
  const auto shown = [](std::vector<AvifProp> props) {
    return corners(decoded(avif_file({quadrants(std::move(props))})));
  };
  CHECK(shown({avif_turn(1)}) == Corners{kGreen, kWhite, kRed, kBlue});
  CHECK(shown({avif_turn(2)}) == Corners{kWhite, kBlue, kGreen, kRed});
  CHECK(shown({avif_turn(3)}) == Corners{kBlue, kRed, kWhite, kGreen});
  CHECK(shown({avif_mirror(0)}) == Corners{kBlue, kWhite, kRed, kGreen});
  CHECK(shown({avif_mirror(1)}) == Corners{kGreen, kRed, kWhite, kBlue});
  CHECK(shown({avif_turn(1), avif_mirror(0)}) == Corners{kRed, kBlue, kGreen, kWhite});

  // There is one of each: what a damaged file repeats is not done again.
  CHECK(shown({avif_turn(1), avif_turn(1)}) == shown({avif_turn(1)}));

  // Of 8x8 the 4x2 pixels around a centre that lies 2 to the left and 3 down.
  const DecodedPicture cut = decoded(avif_file({quadrants({avif_crop(4, 2, -4, 6)})}));
  CHECK(cut.pixels.size() == Dimensions{4, 2});
  CHECK(corners(cut) == Corners{kBlue, kBlue, kBlue, kBlue});
  CHECK(decoded(avif_file({quadrants({avif_crop(4, 2, 40, 0)})})).pixels.size() ==
        Dimensions{8, 8});
}

TEST_CASE("the cells of a grid become one picture, cut to its size") {
  const auto grid = [](std::uint8_t rows, std::uint8_t columns, unsigned width, unsigned height) {
    return BoxBytes()
        .put(0, 2)
        .put(rows - 1u, 1)
        .put(columns - 1u, 1)
        .put(width, 2)
        .put(height, 2)
        .bytes();
  };
  const auto file = [&](const ByteVector& description) {
    return avif_file(
        {{.type = "grid", .data = description, .props = {avif_size(12, 8)}, .made_of = {2, 3}},
         quadrants(),
         quadrants()});
  };
  const DecodedPicture picture = decoded(file(grid(1, 2, 12, 8)));
  CHECK(picture.pixels.size() == Dimensions{12, 8});
  CHECK(corners(picture) == Corners{kRed, kRed, kBlue, kBlue});
  CHECK(pixel(picture, 7, 0) == kGreen);
  CHECK(pixel(picture, 8, 7) == kBlue);
  // Cells that are not there, that do not reach, or of which one would not be seen.
  for (const ByteVector& wrong :
       {grid(2, 2, 12, 8), grid(1, 2, 17, 8), grid(1, 2, 8, 8), grid(2, 1, 8, 8)}) {
    const auto refused = decode_avif(file(wrong), {});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::kCorruptImage);
  }
}

TEST_CASE("an AVIF whose data lie beside its boxes is read") {
  CHECK(corners(decoded(avif_file({quadrants()}, true))) == Corners{kRed, kGreen, kBlue, kWhite});
}

TEST_CASE("an AVIF is refused wherever it is cut") {
  const ByteVector whole = avif_file({quadrants()});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO("cut to " << size);
    const auto refused = decode_avif(ByteSpan(whole).first(size), {});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::kCorruptImage);
  }
}

TEST_CASE("an AVIF obeys the limits of pixels, memory and work") {
  const ByteVector file = avif_file({quadrants()});
  const auto refusal = [&](const Limits& limits) {
    const auto refused = decode_avif(file, limits);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::kLimitExceeded);
    return refused.error().message;
  };
  CHECK(refusal({.max_pixels = 63}) == "an AV1 frame has more than 63 pixels");
  CHECK(refusal({.max_decoded_bytes = 10'000}).find("bytes of memory") != std::string::npos);
  CHECK(refusal({.max_work = 50'000}).find("units of work") != std::string::npos);
}

TEST_CASE("an AVIF that needs what is not known here is refused by name") {
  const auto unknown = decode_avif(avif_file({quadrants({{"wxyz", {}, true}})}), {});
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().code == ErrorCode::kUnsupportedFormat);
  CHECK(decode_avif(avif_file({quadrants({{"wxyz", {}, false}})}), {}).has_value());
  AvifWriterItem derived = quadrants();
  derived.type = "iovl";
  CHECK(decode_avif(avif_file({derived}), {}).error().message ==
        "AVIF made of other things than AV1 pictures and grids is not decoded here");
}

TEST_CASE("an AVIF that says another size than its data has shows what the data has") {
  AvifWriterItem item = quadrants();
  item.props[0] = avif_size(4'000, 4'000);
  CHECK(decoded(avif_file({item})).pixels.size() == Dimensions{8, 8});
}

TEST_CASE("an AVIF whose items are made of each other ends with a refusal") {
  const ByteVector grid = {0, 0, 0, 0, 0, 8, 0, 8};
  const auto of_itself =
      decode_avif(avif_file({{.type = "grid", .data = grid, .made_of = {1}}}), {});
  REQUIRE_FALSE(of_itself.has_value());
  CHECK(of_itself.error().message == "cell 1 of the grid is no AV1 picture");
  const auto of_each_other =
      decode_avif(avif_file({{.type = "grid", .data = grid, .made_of = {2}},
                             {.type = "grid", .data = grid, .made_of = {1}}}),
                  {});
  REQUIRE_FALSE(of_each_other.has_value());
  CHECK(of_each_other.error().code == ErrorCode::kCorruptImage);
}

TEST_CASE("an AVIF grid whose cell is used several times is refused") {
  const ByteVector row = {0, 0, 0, 1, 0, 16, 0, 8};
  const AvifWriterItem grid{.type = "grid", .data = row, .made_of = {2, 2}};
  const auto twice = decode_avif(avif_file({grid, quadrants()}), {});
  REQUIRE_FALSE(twice.has_value());
  CHECK(twice.error().message == "cell 1 of the grid is used several times");

  const AvifWriterItem first{.type = "grid", .data = row, .made_of = {2, 3}};
  const AvifWriterItem other{.type = "grid", .data = row, .made_of = {3, 2}};
  const auto shared = decode_avif(avif_file({first, quadrants(), quadrants(), other}), {});
  REQUIRE_FALSE(shared.has_value());
  CHECK(decode_avif(avif_file({first, quadrants(), quadrants()}), {}).has_value());
}

TEST_CASE("an AVIF that is turned by what others may leave out is refused") {
  for (AvifProp property : {avif_turn(1), avif_mirror(0), avif_crop(4, 4, 0, 0)}) {
    property.essential = false;
    const auto picture = decode_avif(avif_file({quadrants({property})}), {});
    REQUIRE_FALSE(picture.has_value());
    CHECK(picture.error().message.ends_with("must be marked as essential"));
  }
}

TEST_CASE("an AVIF that is its own alpha is decoded twice and no more") {
  AvifWriterItem item = quadrants({avif_alpha()});
  item.auxiliary_of = 1;
  const auto picture = decode_avif(avif_file({item}), {});
  REQUIRE(picture.has_value());
  CHECK(picture->facts.alpha);
}

TEST_CASE("colours of other spaces become sRGB") {
  // Display P3's (234, 51, 35) is the red of sRGB, and its white is white.
  const auto p3 = ToSrgb::from_codes(12, 13);
  REQUIRE(p3.has_value());
  std::array<std::uint8_t, 8> pixels = {234, 51, 35, 7, 255, 255, 255, 255};
  p3->apply(pixels);
  CHECK(is_near(std::uint32_t{pixels[0]} << 24 | std::uint32_t{pixels[1]} << 16 |
                    std::uint32_t{pixels[2]} << 8,
                0xFF000000, 8));
  CHECK(pixels[3] == 7);
  CHECK(
      std::all_of(pixels.begin() + 4, pixels.end(), [](std::uint8_t each) { return each == 255; }));
  CHECK_FALSE(ToSrgb::from_codes(1, 13).has_value());
  CHECK_FALSE(ToSrgb::from_codes(2, 2).has_value());
  CHECK_FALSE(ToSrgb::from_profile({}).has_value());
  CHECK(decoded(avif_file({{.data = bytes_of(kQuadrants8),
                            .props = {avif_size(8, 8), avif_colors(9, 16, 0)}}}))
            .facts.warnings ==
        std::vector<std::string>{"high dynamic range was compressed to that of sRGB"});
}

TEST_CASE("a read delivers an AVIF, a region of it, or what it lacks") {
  const ByteVector file = avif_file({quadrants()});
  ReadRequest request;
  request.file_path = "a.avif";
  const ToolResult whole = read(file, request, {});
  REQUIRE(whole.success);
  CHECK(whole.metadata.format == "AVIF");
  CHECK(whole.images.front().size == Dimensions{8, 8});
  request.region = PixelRegion{4, 0, 4, 2};
  const ToolResult part = read(file, request, {});
  REQUIRE(part.success);
  CHECK(part.images.front().size == Dimensions{4, 2});
  CHECK(part.content.find("the region 4x2 at 4,0") != std::string::npos);
  request.region = PixelRegion{8, 0, 1, 1};
  CHECK(read(file, request, {}).error->code == ErrorCode::kOutOfRange);
  request.region.reset();
  const ToolResult cut = read(ByteSpan(file).first(file.size() - 9), request, {});
  REQUIRE(cut.error);
  CHECK(cut.error->code == ErrorCode::kCorruptImage);
  CHECK(cut.content ==
        "Failed to process image file: the data of item 1 ends 9 bytes behind the file's end");
}

}  // namespace lectern
