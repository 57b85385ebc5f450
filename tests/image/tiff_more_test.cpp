// TIFFs that the core leaves to the module of pictures, made by hand.
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

#include "image/tiff/tiff_more.h"
#include "read/read.h"

namespace lectern::testing {
namespace {

struct Field {
  unsigned tag;
  std::uint32_t value;
};

void put_value(std::uint64_t value, unsigned size, ByteVector& to) {
  for (unsigned i = 0; i < size; ++i) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// One strip of 4x2 pixels. Tags ascend; those that are the same for all are added.
ByteVector tiff_with(std::vector<Field> fields, const ByteVector& strip) {
  const std::size_t data_at = 8 + 2 + (fields.size() + 5) * 12 + 4;
  fields.push_back({256, 4});
  fields.push_back({257, 2});
  fields.push_back({273, static_cast<std::uint32_t>(data_at)});
  fields.push_back({278, 2});
  fields.push_back({279, static_cast<std::uint32_t>(strip.size())});
  ByteVector file;
  put_value(0x2A4949, 4, file);
  put_value(8, 4, file);
  put_value(fields.size(), 2, file);
  for (const auto& [tag, value] : fields) {
    put_value(tag, 2, file);
    // Subsampling is two short numbers in one field.
    put_value(tag == 530 ? 3 : 4, 2, file);
    put_value(tag == 530 ? 2 : 1, 4, file);
    put_value(value, 4, file);
  }
  put_value(0, 4, file);
  file.insert(file.end(), strip.begin(), strip.end());
  return file;
}

/// Gray pixels of 8 bits in this compression.
ByteVector gray_in(std::uint32_t compression, const ByteVector& strip) {
  return tiff_with({{258, 8}, {259, compression}, {262, 1}}, strip);
}

ToolResult read_tiff(const ByteVector& file) {
  ReadRequest request;
  request.file_path = "a.tif";
  return read(file, request, {});
}

std::vector<unsigned> reds(const ByteVector& file) {
  const auto picture = decode_tiff_more(file, {});
  if (!picture) FAIL(picture.error().message);
  std::vector<unsigned> reds;
  const ByteSpan rgba = picture->pixels.rgba();
  for (std::size_t at = 0; at < rgba.size(); at += 4) reds.push_back(rgba[at]);
  return reds;
}

std::vector<int> first_pixel(const ByteVector& file) {
  const auto picture = decode_tiff_more(file, {});
  if (!picture) FAIL(picture.error().message);
  const ByteSpan rgba = picture->pixels.rgba();
  return {rgba[0], rgba[1], rgba[2], rgba[3]};
}

const std::vector<unsigned> kGrays = {10, 20, 30, 40, 50, 60, 70, 80};
/// A frame of eight bytes in one raw block.
const ByteVector kZstdGrays = {0x28, 0xB5, 0x2F, 0xFD, 0x20, 8,  0x41, 0, 0,
                               10,   20,   30,   40,   50,   60, 70,   80};
/// The same as an .xz stream.
const ByteVector kXzGrays = {
    0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x01, 0x69, 0x22, 0xDE, 0x36, 0x02, 0x00, 0x21,
    0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2F, 0xE5, 0xA3, 0x01, 0x00, 0x07, 0x0A, 0x14, 0x1E,
    0x28, 0x32, 0x3C, 0x46, 0x50, 0x00, 0xFB, 0xE9, 0x05, 0x15, 0x00, 0x01, 0x1C, 0x08, 0x44,
    0x60, 0x2A, 0xC8, 0x90, 0x42, 0x99, 0x0D, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5A};

}  // namespace

TEST_CASE("a TIFF in Zstandard or LZMA is read") {
  CHECK(reds(gray_in(50000, kZstdGrays)) == kGrays);
  CHECK(reds(gray_in(34925, kXzGrays)) == kGrays);
  const ToolResult result = read_tiff(gray_in(50000, kZstdGrays));
  REQUIRE(result.success);
  CHECK(result.metadata.format == "TIFF");
  CHECK(result.content.starts_with("Read image: a.tif (TIFF, 4x2, "));
}

TEST_CASE("a TIFF in Zstandard or LZMA is refused where its data is cut or changed") {
  for (const auto& [compression, whole] : {std::pair{50000u, kZstdGrays}, {34925u, kXzGrays}}) {
    for (std::size_t size = 1; size < 16; ++size) {
      const ByteVector cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const auto picture = decode_tiff_more(gray_in(compression, cut), {});
      REQUIRE_FALSE(picture.has_value());
      CHECK(picture.error().code == ErrorCode::kCorruptImage);
    }
  }
}

TEST_CASE("a predictor is undone in each of these compressions") {
  CHECK(reds(tiff_with({{258, 8}, {259, 50000}, {262, 1}, {317, 2}}, kZstdGrays)) ==
        std::vector<unsigned>{10, 30, 60, 100, 50, 110, 180, 4});
}

TEST_CASE("L*a*b* of a TIFF is shown as sRGB, white as white and gray as gray") {
  const auto lab = [](std::uint32_t photometric, const ByteVector& color) {
    ByteVector strip;
    for (unsigned i = 0; i < 8; ++i) strip.insert(strip.end(), color.begin(), color.end());
    return tiff_with({{258, 8}, {259, 1}, {262, photometric}, {277, 3}}, strip);
  };
  CHECK(first_pixel(lab(8, {255, 0, 0})) == std::vector<int>{255, 255, 255, 255});
  CHECK(first_pixel(lab(9, {255, 128, 128})) == std::vector<int>{255, 255, 255, 255});
  const std::vector<int> gray = first_pixel(lab(8, {137, 0, 0}));
  CHECK(std::abs(gray[0] - 128) <= 1);
  CHECK(std::abs(gray[0] - gray[2]) <= 1);
  // sRGB red is L* 54.3, a* 80.8, b* 69.9 under D50.
  const std::vector<int> red = first_pixel(lab(8, {138, 81, 70}));
  CHECK(red[0] >= 253);
  CHECK(red[1] <= 12);
  CHECK(red[2] <= 12);
}

TEST_CASE("YCbCr that is not JPEG is read with its colours shared by blocks") {
  // Two blocks of 2x2: light of four pixels, then Cb and Cr of all four.
  const ByteVector strip = {10, 20, 30, 40, 128, 128, 50, 60, 70, 80, 128, 128};
  const ByteVector file =
      tiff_with({{258, 8}, {259, 1}, {262, 6}, {277, 3}, {530, 2 | 2 << 16}}, strip);
  CHECK(reds(file) == std::vector<unsigned>{10, 20, 50, 60, 30, 40, 70, 80});
  const auto cut = decode_tiff_more(
      tiff_with({{258, 8}, {259, 1}, {262, 6}, {277, 3}, {530, 2 | 2 << 16}}, {1, 2, 3}), {});
  CHECK(cut.error().code == ErrorCode::kCorruptImage);
}

TEST_CASE("LogL and LogLuv are shown with their highlights cut, and a warning says so") {
  // Luminance 1 is 64 * 256 in the logarithm; runs of four pixels, high bytes first.
  const ByteVector row = {130, 0x40, 130, 0};
  ByteVector strip = row;
  strip.insert(strip.end(), row.begin(), row.end());
  const ByteVector gray = tiff_with({{258, 16}, {259, 34676}, {262, 32844}}, strip);
  CHECK(first_pixel(gray)[0] >= 254);
  const ToolResult result = read_tiff(gray);
  REQUIRE(result.success);
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{"high dynamic range was cut to that of sRGB"});
  ByteVector colors;
  for (unsigned y = 0; y < 2; ++y) {
    // Equal energy white: u 0.2105, v 0.4737.
    for (const unsigned byte : {0x3Eu, 0u, 86u, 194u}) {
      colors.push_back(130);
      colors.push_back(static_cast<std::uint8_t>(byte));
    }
  }
  const std::vector<int> white =
      first_pixel(tiff_with({{258, 16}, {259, 34676}, {262, 32845}, {277, 3}}, colors));
  // A quarter of the light, whose root is a half.
  for (const int channel : {white[0], white[1], white[2]}) CHECK(std::abs(channel - 128) <= 4);
  CHECK_FALSE(decode_tiff_more(tiff_with({{258, 16}, {259, 34676}, {262, 32844}}, {130}), {}));
}

TEST_CASE("what nobody here reads in a TIFF is refused by name, and pages keep their reasons") {
  const ToolResult refused = read_tiff(gray_in(34712, {1, 2, 3}));
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kUnsupportedFormat);
  CHECK(refused.error->message.find("compression JPEG 2000") != std::string::npos);
  ReadRequest request;
  request.file_path = "a.tif";
  request.pages = {{1, 1}};
  const ToolResult page = read(gray_in(50000, kZstdGrays), request, {});
  REQUIRE(page.error);
  CHECK(page.error->message.find("compression Zstandard") != std::string::npos);
}

}  // namespace lectern::testing
