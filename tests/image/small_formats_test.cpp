// PNM, TGA, PCX, bare bitmaps, icons by size, and what is named by its headers alone: files written
// out by hand.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "image/bmp/dib.h"
#include "image/codecs.h"
#include "image/fit/encode_jpeg.h"
#include "image/jpeg2000/jpeg2000.h"
#include "image/jpegxl/jpegxl.h"
#include "image/pcx/pcx.h"
#include "image/picture_engine.h"
#include "image/pnm/pnm.h"
#include "image/tga/tga.h"
#include "read/read.h"
#include "support/avif_writer.h"

namespace lectern::testing {
namespace {

ByteVector file_of(std::string_view text, const ByteVector& data = {}) {
  ByteVector file(text.begin(), text.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

/// Eight hexadecimal digits a pixel, rows apart by a slash.
std::string shown(const Result<DecodedPicture>& picture) {
  if (!picture) return std::string(picture.error().message);
  std::string text;
  constexpr std::string_view kDigits = "0123456789abcdef";
  const PixelView view = picture->pixels.view();
  for (std::uint32_t y = 0; y < view.size.height; ++y) {
    if (y > 0) text += "/";
    const ByteSpan row = view.row(y);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0 && i % 4 == 0) text += " ";
      text += kDigits[row[i] >> 4];
      text += kDigits[row[i] & 15];
    }
  }
  return text;
}

std::string shown_pnm(std::string_view text, const ByteVector& data = {}) {
  return shown(decode_pnm(file_of(text, data), {}));
}

ToolResult read_named(const ByteVector& file, std::string name,
                      std::vector<NumberRange> pages = {}) {
  ReadRequest request;
  request.file_path = std::move(name);
  request.pages = std::move(pages);
  return read(file, request, {});
}

/// A header of 18 bytes for a picture of 2 by 2.
ByteVector tga_of(std::uint8_t kind, std::uint8_t bits, std::uint8_t descriptor,
                  const ByteVector& data, std::uint8_t colors = 0, std::uint8_t color_bits = 24) {
  ByteVector file = {0,    static_cast<std::uint8_t>(colors > 0),
                     kind, 0,
                     0,    colors,
                     0,    static_cast<std::uint8_t>(colors > 0 ? color_bits : 0),
                     0,    0,
                     0,    0,
                     2,    0,
                     2,    0,
                     bits, descriptor};
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

/// A picture 2 pixels wide and `height` high.
ByteVector pcx_of(std::uint8_t bits, std::uint8_t planes, std::uint8_t row_bytes,
                  const ByteVector& data, std::uint8_t height = 1, std::uint8_t version = 5) {
  ByteVector file(128);
  file[0] = 10;
  file[1] = version;
  file[2] = 1;
  file[3] = bits;
  file[8] = 1;
  file[10] = static_cast<std::uint8_t>(height - 1);
  for (std::uint8_t i = 0; i < 48; ++i) file[16 + i] = i;
  file[65] = planes;
  file[66] = row_bytes;
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

/// A bitmap of 24 bits without a file header, `side` wide and high, all of one gray.
ByteVector dib_of(std::uint8_t side, std::uint8_t gray, std::uint8_t height_factor = 1) {
  ByteVector file(40);
  file[0] = 40;
  file[4] = side;
  file[8] = static_cast<std::uint8_t>(side * height_factor);
  file[12] = 1;
  file[14] = 24;
  const std::size_t stride = (side * 3u + 3) / 4 * 4;
  file.insert(file.end(), stride * side, gray);
  if (height_factor == 2) file.insert(file.end(), 4u * side, 0);
  return file;
}

ByteVector icon_of(const std::vector<std::pair<std::uint8_t, std::uint8_t>>& sizes_and_grays) {
  ByteVector file = {0, 0, 1, 0, static_cast<std::uint8_t>(sizes_and_grays.size()), 0};
  ByteVector pictures;
  for (const auto& [side, gray] : sizes_and_grays) {
    const ByteVector dib = dib_of(side, gray, 2);
    const std::size_t at = 6 + 16 * sizes_and_grays.size() + pictures.size();
    const ByteVector entry = {side,
                              side,
                              0,
                              0,
                              1,
                              0,
                              24,
                              0,
                              0,
                              0,
                              0,
                              0,
                              static_cast<std::uint8_t>(at & 255),
                              static_cast<std::uint8_t>(at >> 8),
                              0,
                              0};
    file.insert(file.end(), entry.begin(), entry.end());
    pictures.insert(pictures.end(), dib.begin(), dib.end());
  }
  file.insert(file.end(), pictures.begin(), pictures.end());
  return file;
}

}  // namespace

TEST_CASE("each kind of PNM gives its pixels") {
  CHECK(shown_pnm("P1\n# two\n2 2\n10\n0 1\n") == "000000ff ffffffff/ffffffff 000000ff");
  CHECK(shown_pnm("P2 2 1 4\n0 4\n") == "000000ff ffffffff");
  CHECK(shown_pnm("P3\n1 1\n255\n10 20 30") == "0a141eff");
  CHECK(shown_pnm("P4\n2 2\n", {0x80, 0x40}) == "000000ff ffffffff/ffffffff 000000ff");
  CHECK(shown_pnm("P5\n2 1\n255\n", {0, 200}) == "000000ff c8c8c8ff");
  CHECK(shown_pnm("P6 1 1 255\n", {1, 2, 3}) == "010203ff");
  CHECK(shown_pnm("P6\n1 1\n65535\n", {0xFF, 0xFF, 0x80, 0, 0, 0}) == "ff8000ff");
  CHECK(shown_pnm("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
                  {1, 2, 3, 4}) == "01020304");
  CHECK(shown_pnm("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n",
                  {0, 1}) == "000000ff ffffffff");
  CHECK(shown_pnm("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 255\nENDHDR\n", {7, 8}) == "07070708");
}

TEST_CASE("a PNM whose data ends early, or says more than it may, is refused") {
  CHECK(shown_pnm("P5\n2 1\n255\n", {0}) == "PNM data of 1 byte cannot hold 2x1 pixels");
  CHECK(shown_pnm("P2 2 1 4\n0 5\n") == "PNM data ends or is damaged in row 1 of 1");
  CHECK(shown_pnm("P5\n2 1\n0\n", {0, 0}) == "PNM header has 0 as the most of a sample");
  CHECK(shown_pnm("P5\n2 1\n70000\n", {0, 0}).starts_with("PNM header has 70000"));
  CHECK(shown_pnm("P5\n2\n") == "PNM header is cut off or damaged");
  CHECK(shown_pnm("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 9\nMAXVAL 255\nENDHDR\n")
            .starts_with("PAM with 9 samples a pixel is not supported"));
  CHECK(decode_pnm(file_of("P5\n4000000000 4000000000\n255\n"), {}).error().code ==
        ErrorCode::kLimitExceeded);
}

TEST_CASE("a text that begins like a PNM stays text unless its name says otherwise") {
  const ByteVector plain = file_of("P3\n1 1\n255\n10 20 30\n");
  CHECK(read_named(plain, "notes.txt").content_type == ContentType::kText);
  CHECK(read_named(plain, "x").content_type == ContentType::kText);
  CHECK(read_named(plain, "x.ppm").content_type == ContentType::kImage);
  CHECK(read_named(file_of("P1 10 20 are the first points.\n"), "plan").content_type ==
        ContentType::kText);
  const ToolResult binary = read_named(file_of("P6\n1 1\n255\n", {0, 1, 2}), "picture");
  REQUIRE(binary.success);
  CHECK(binary.metadata.format == "PNM");
  CHECK(binary.content.starts_with("Read image: picture (PNM, 1x1, 14 bytes)"));
}

TEST_CASE("each kind of TGA gives its pixels, whichever corner they begin at") {
  const ByteVector colors = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  CHECK(shown(decode_tga(tga_of(2, 24, 0x20, colors), {})) ==
        "030201ff 060504ff/090807ff 0c0b0aff");
  CHECK(shown(decode_tga(tga_of(2, 24, 0, colors), {})) == "090807ff 0c0b0aff/030201ff 060504ff");
  CHECK(shown(decode_tga(tga_of(2, 24, 0x30, colors), {})) ==
        "060504ff 030201ff/0c0b0aff 090807ff");
  CHECK(shown(decode_tga(tga_of(3, 8, 0x20, {1, 2, 3, 4}), {})) ==
        "010101ff 020202ff/030303ff 040404ff");
  CHECK(shown(decode_tga(tga_of(1, 8, 0x20, {9, 8, 7, 6, 5, 4, 0, 1, 1, 0}, 2), {})) ==
        "070809ff 040506ff/040506ff 070809ff");
  CHECK(shown(decode_tga(tga_of(10, 24, 0x20, {0x82, 1, 2, 3, 0x00, 4, 5, 6}), {})) ==
        "030201ff 030201ff/030201ff 060504ff");
  CHECK(shown(decode_tga(tga_of(11, 8, 0x20, {0x01, 7, 8, 0x81, 9}), {})) ==
        "070707ff 080808ff/090909ff 090909ff");
  CHECK(shown(decode_tga(tga_of(9, 8, 0x20, {9, 8, 7, 6, 5, 4, 0x83, 1}, 2), {})) ==
        "040506ff 040506ff/040506ff 040506ff");
  CHECK(shown(decode_tga(tga_of(2, 16, 0x20, {0, 0x7C, 0xE0, 0x03, 0x1F, 0, 0xFF, 0x7F}), {})) ==
        "ff0000ff 00ff00ff/0000ffff ffffffff");
}

TEST_CASE("the alpha of a TGA counts where its header has it and some pixel uses it") {
  const ByteVector some = {1, 2, 3, 9, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0};
  CHECK(shown(decode_tga(tga_of(2, 32, 0x28, some), {})).starts_with("03020109 03020100"));
  CHECK(shown(decode_tga(tga_of(2, 32, 0x20, some), {})).starts_with("030201ff 030201ff"));
  const ByteVector none(16);
  CHECK(shown(decode_tga(tga_of(2, 32, 0x28, none), {})).starts_with("000000ff"));
}

TEST_CASE("a TGA is known by its name, or by how it ends, and refused where it is cut off") {
  const ByteVector gray = tga_of(3, 8, 0x20, {1, 2, 3, 4});
  CHECK(read_named(gray, "a.tga").metadata.format == "TGA");
  CHECK(read_named(gray, "a.bin").content_type == ContentType::kBinary);
  ByteVector ended = gray;
  ended.insert(ended.end(), 8, 0);
  constexpr std::string_view kEnd("TRUEVISION-XFILE.\0", 18);
  ended.insert(ended.end(), kEnd.begin(), kEnd.end());
  CHECK(read_named(ended, "a.bin").metadata.format == "TGA");
  for (std::size_t size = 0; size < gray.size(); ++size) {
    INFO("cut to " << size);
    CHECK_FALSE(decode_tga(ByteSpan(gray).first(size), {}).has_value());
  }
  CHECK(shown(decode_tga(tga_of(9, 8, 0x20, {9, 8, 7, 0x83, 5}, 1), {})) ==
        "TGA pixel has colour 5, the palette 1");
  CHECK(read_named(file_of("not a picture at all\n"), "a.tga").error->code ==
        ErrorCode::kCorruptImage);
}

TEST_CASE("each kind of PCX gives its pixels") {
  CHECK(shown(decode_pcx(pcx_of(8, 3, 2, {1, 2, 3, 4, 5, 6}), {})) == "010305ff 020406ff");
  CHECK(shown(decode_pcx(pcx_of(8, 3, 2, {0xC6, 0xC8}), {})) == "c8c8c8ff c8c8c8ff");
  CHECK(shown(decode_pcx(pcx_of(4, 1, 2, {0x1F, 0}), {})) == "030405ff 2d2e2fff");
  CHECK(shown(decode_pcx(pcx_of(2, 1, 2, {0x60, 0}), {})) == "030405ff 060708ff");
  CHECK(shown(decode_pcx(pcx_of(1, 1, 2, {0x40, 0}), {})) == "000102ff 030405ff");
  CHECK(shown(decode_pcx(pcx_of(1, 1, 2, {0x40, 0}, 1, 3), {})) == "000000ff ffffffff");
  CHECK(shown(decode_pcx(pcx_of(1, 4, 2, {0x40, 0, 0x40, 0, 0, 0, 0x40, 0}), {})) ==
        "000102ff 212223ff");
  CHECK(shown(decode_pcx(pcx_of(8, 1, 2, {3, 9}), {})) == "030303ff 090909ff");
  ByteVector vga = pcx_of(8, 1, 2, {0, 1});
  vga.push_back(12);
  for (unsigned i = 0; i < 768; ++i) vga.push_back(static_cast<std::uint8_t>(i + 40));
  CHECK(shown(decode_pcx(vga, {})) == "28292aff 2b2c2dff");
}

TEST_CASE("a PCX is refused where its data ends, or its header cannot be") {
  CHECK(shown(decode_pcx(pcx_of(8, 3, 2, {1, 2, 3, 4, 5}), {})) == "PCX data ends in row 1 of 1");
  CHECK(shown(decode_pcx(pcx_of(8, 3, 1, {1, 2, 3}), {})) ==
        "PCX rows have 1 bytes, 2 pixels need 2");
  CHECK(shown(decode_pcx(pcx_of(2, 3, 2, {}), {})).starts_with("PCX of 3 planes of 2 bits"));
  CHECK(shown(decode_pcx(pcx_of(8, 1, 2, {0xC1}, 200), {})).starts_with("PCX data of 1 byte "));
  CHECK(read_named(pcx_of(8, 3, 2, {1, 2, 3, 4, 5, 6}), "x").metadata.format == "PCX");
}

TEST_CASE("a bitmap without the header of a file is read, whatever it is called") {
  const ToolResult result = read_named(dib_of(4, 77), "clip.dib");
  REQUIRE(result.success);
  CHECK(result.metadata.format == "BMP");
  CHECK(result.metadata.dimensions == Dimensions{4, 4});
  CHECK(read_named(dib_of(4, 77), "CF_DIB").success);
}

TEST_CASE("the pixels of a bitmap follow its palette where its header leaves no room for one") {
  ByteVector dib(40 + 2 * 4 + 4);
  dib[0] = 40;
  dib[4] = dib[8] = dib[12] = dib[14] = 1;
  const auto pixel_bytes_at = [&](std::size_t data_offset) {
    return parse_dib(dib, data_offset, false, {}).value().data.size();
  };
  for (const std::size_t offset : {0u, 4u, 40u, 48u}) CHECK(pixel_bytes_at(offset) == 4);
  CHECK(pixel_bytes_at(50) == 2);
}

TEST_CASE("an icon shows its largest picture, and others by their number") {
  const ByteVector icon = icon_of({{4, 10}, {8, 20}, {2, 30}});
  const ToolResult largest = read_named(icon, "a.ico");
  REQUIRE(largest.success);
  CHECK(largest.images.front().size == Dimensions{8, 8});
  CHECK(largest.metadata.warnings ==
        std::vector<std::string>{
            "only the largest of 3 pictures is delivered; pages selects others"});
  const ToolResult chosen = read_named(icon, "a.ico", {{3, 3}, {1, 1}});
  REQUIRE(chosen.images.size() == 2);
  CHECK(chosen.images[0].size == Dimensions{2, 2});
  CHECK(chosen.images[1].size == Dimensions{4, 4});
  CHECK(chosen.content.starts_with("Read image: a.ico (ICO, 3 pages, "));
  CHECK(read_named(icon, "a.ico", {{4, 4}}).error->code == ErrorCode::kOutOfRange);
  CHECK(read_named(icon_of({{4, 10}}), "a.ico").metadata.warnings.empty());
}

TEST_CASE("a HEIC is shown as the JPEG that it holds, with the scale where both have one shape") {
  const auto heic_with = [](Dimensions preview) {
    const Pixels pixels = Pixels::create(preview, 1u << 20).value();
    return heic_file({{.type = "hvc1", .data = {1, 2, 3}, .props = {avif_size(80, 60)}},
                      {.type = "jpeg", .data = encode_jpeg(pixels.view(), 80).value()}});
  };
  const ToolResult result = read_named(heic_with({40, 30}), "a.heic");
  REQUIRE(result.success);
  CHECK(result.metadata.format == "HEIC");
  CHECK(result.content.starts_with("Read image: a.heic (HEIC, 80x60, "));
  CHECK(result.content.find("delivered 40x30 JPEG, ") != std::string::npos);
  CHECK(result.content.ends_with("; multiply coordinates by 2 to map to the original"));
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{
            "HEIC is not decoded here: this is the preview of 40x30 that the file holds"});
  const ToolResult square = read_named(heic_with({30, 30}), "a.heic");
  REQUIRE(square.success);
  CHECK(square.content.find("multiply") == std::string::npos);
  CHECK_FALSE(square.metadata.scale.has_value());
  ByteVector damaged = heic_with({40, 30});
  damaged.resize(damaged.size() - 40);
  const ToolResult refused = read_named(damaged, "a.heic");
  REQUIRE(refused.error);
  CHECK(refused.error->message.find("HEIC (80x60) cannot be decoded here") != std::string::npos);
}

TEST_CASE("JPEG 2000 and JPEG XL are refused by name, with the size that their headers tell") {
  const ByteVector stream = {0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0,  0, 0, 1, 44,
                             0,    0,    0,    210,  0, 0,  0, 10, 0, 0, 0, 10};
  CHECK(jpeg2000_size(stream) == Dimensions{290, 200});
  ByteVector boxes = file_of(std::string_view("\0\0\0\x0CjP  \r\n\x87\n", 12));
  const std::string_view header("\0\0\0\x1Ejp2h\0\0\0\x16ihdr\0\0\0\x64\0\0\1\x2C\0\3\7\7\0\0", 30);
  boxes.insert(boxes.end(), header.begin(), header.end());
  const ToolResult result = read_named(boxes, "a.jp2");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kUnsupportedFormat);
  CHECK(result.error->message ==
        "Failed to process image file: JPEG 2000 (300x100) cannot be decoded here; convert it to "
        "PNG or JPEG, or let the host decode it");
  // Small: 1, height / 8 - 1 in five bits, ratio 1: as wide as high.
  const ByteVector square = {0xFF, 0x0A, 0x41 | 7 << 1, 0};
  CHECK(jpeg_xl_size(square) == Dimensions{64, 64});
  // Sizes of 9 bits for both: 300 high, 200 wide.
  const std::uint64_t bits = std::uint64_t{299} << 3 | std::uint64_t{199} << 17;
  ByteVector sized = {0xFF, 0x0A};
  for (unsigned i = 0; i < 5; ++i) sized.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  CHECK(jpeg_xl_size(sized) == Dimensions{200, 300});
  CHECK(jpeg_xl_size(ByteSpan(sized).first(3)) == Dimensions{});
  CHECK(read_named(square, "a.jxl").error->message.find("JPEG XL (64x64) cannot be decoded") !=
        std::string::npos);
}

}  // namespace lectern::testing
