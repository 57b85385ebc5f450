// Pictures in which something small stands for much work.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "image/codecs.h"
#include "image/fit/deliver.h"
#include "support/pictures.h"

namespace lectern {
namespace {

void append_u16(std::uint32_t value, ByteVector& out) {
  out.push_back(static_cast<std::uint8_t>(value));
  out.push_back(static_cast<std::uint8_t>(value >> 8));
}

void append_u32(std::uint32_t value, ByteVector& out) {
  append_u16(value & 0xFFFF, out);
  append_u16(value >> 16, out);
}

struct Strips {
  std::uint32_t count = 1;
  std::uint32_t rows = 1;  ///< in each
  std::uint32_t width = 8;
  std::uint32_t compression = 1;
  bool has_byte_counts = true;
  bool share = true;  ///< all name the same bytes; else each the next `data.size() / count` ones
};

/// A gray TIFF of strips.
ByteVector tiff_of(const ByteVector& data, const Strips& strips) {
  const auto data_bytes = static_cast<std::uint32_t>(data.size());
  const std::uint32_t each = strips.share ? data_bytes : data_bytes / strips.count;
  const std::uint32_t lists_at = 8 + data_bytes;
  const std::uint32_t directory_at = lists_at + 8 * strips.count;
  ByteVector file{'I', 'I', '*', 0};
  append_u32(directory_at, file);
  file.insert(file.end(), data.begin(), data.end());
  for (std::uint32_t i = 0; i < strips.count; ++i)
    append_u32(8 + (strips.share ? 0 : i * each), file);
  for (std::uint32_t i = 0; i < strips.count; ++i) append_u32(each, file);
  struct Entry {
    std::uint32_t tag, count, value;
  };
  std::vector<Entry> entries{{256, 1, strips.width},
                             {257, 1, strips.count * strips.rows},
                             {258, 1, 8},
                             {259, 1, strips.compression},
                             {262, 1, 1},
                             {273, strips.count, strips.count == 1 ? 8 : lists_at},
                             {277, 1, 1},
                             {278, 1, strips.rows}};
  if (strips.has_byte_counts) {
    entries.push_back({279, strips.count, strips.count == 1 ? each : lists_at + 4 * strips.count});
  }
  append_u16(static_cast<std::uint32_t>(entries.size()), file);
  for (const Entry& entry : entries) {
    append_u16(entry.tag, file);
    append_u16(4, file);
    append_u32(entry.count, file);
    append_u32(entry.value, file);
  }
  append_u32(0, file);
  return file;
}

Result<ImageInfo> verify(const ByteVector& file, const Limits& limits = {}) {
  const ImageCodec* codec = codec_for(file);
  REQUIRE(codec != nullptr);
  return codec->verify(file, {limits});
}

/// PackBits that says nothing, `bytes` times, and then a row of eight pixels.
ByteVector empty_pack_bits(std::size_t bytes) {
  ByteVector data(bytes, 0x80);
  data.insert(data.end(), {0xF9, 0x07});
  return data;
}

void append_segment(std::uint8_t mark, const ByteVector& data, ByteVector& file) {
  file.insert(file.end(), {0xFF, mark, 0, static_cast<std::uint8_t>(data.size() + 2)});
  file.insert(file.end(), data.begin(), data.end());
}

/// A gray JPEG of 64 x 64 pixels, and so many scans that add a bit to each of their coefficients.
ByteVector jpeg_of_scans(int scans) {
  ByteVector file{0xFF, 0xD8};
  ByteVector quantization(65, 1);
  quantization[0] = 0;
  append_segment(0xDB, quantization, file);
  append_segment(0xC2, {8, 0, 64, 0, 64, 1, 1, 0x11, 0}, file);
  // One code of a bit each: nothing, and a run of 64 blocks.
  ByteVector codes(18);
  codes[1] = 1;
  append_segment(0xC4, codes, file);
  codes[0] = 0x10;
  codes[17] = 0x60;
  append_segment(0xC4, codes, file);
  append_segment(0xDA, {1, 1, 0, 0, 0, 0}, file);
  file.insert(file.end(), 8, 0);
  for (int scan = 0; scan <= scans; ++scan) {
    const std::uint8_t bits = scan == 0 ? 0x01 : 0x10;
    append_segment(0xDA, {1, 1, 0, 1, 63, bits}, file);
    file.push_back(0x01);
  }
  file.insert(file.end(), {0xFF, 0xD9});
  return file;
}

}  // namespace

TEST_CASE("strips of a TIFF that name several times the file's bytes are refused undecoded") {
  const Result<ImageInfo> info =
      verify(tiff_of(empty_pack_bits(20'000), {.count = 100, .compression = 32773}));
  REQUIRE_FALSE(info);
  CHECK(info.error().code == ErrorCode::kLimitExceeded);
  CHECK(info.error().message ==
        "the TIFF's strips or tiles are 100 and name 2,000,200 bytes, the file holds 20,924: more "
        "than 4 times as many");
}

TEST_CASE("strips of a TIFF may share their bytes, as blank ones do") {
  CHECK(verify(tiff_of(ByteVector(8, 7), {.count = 1'000})));
  CHECK(verify(tiff_of(empty_pack_bits(0), {.count = 1'000, .compression = 32773})));
}

TEST_CASE("strips of a TIFF and the picture that they make are in memory together") {
  const ByteVector file = tiff_of(ByteVector(64 * 32), {.count = 2, .rows = 32, .width = 64});
  ReadOptions options;
  options.limits.max_decoded_bytes = 64 * 64 * kRgbaBytes + 3'000;
  CHECK(deliver_image(Media::view(file), options).has_value());
  options.limits.max_decoded_bytes = 64 * 64 * kRgbaBytes;
  CHECK(deliver_image(Media::view(file), options).has_value());
  const ByteVector high = tiff_of(ByteVector(64 * 80), {.count = 1, .rows = 80, .width = 64});
  options.limits.max_decoded_bytes = 64 * 80 * kRgbaBytes;
  const auto delivered = deliver_image(Media::view(high), options);
  REQUIRE_FALSE(delivered.has_value());
  CHECK(delivered.error().code == ErrorCode::kLimitExceeded);
}

TEST_CASE("a strip of a TIFF whose size is not told goes as far as the next one") {
  const Result<ImageInfo> info =
      verify(tiff_of(ByteVector(800, 7), {.count = 100, .has_byte_counts = false, .share = false}));
  REQUIRE(info);
  CHECK(info->size == Dimensions{8, 100});
  CHECK_FALSE(verify(tiff_of(empty_pack_bits(20'000),
                             {.count = 100, .compression = 32773, .has_byte_counts = false})));
}

TEST_CASE("a TIFF that takes more work than the limit is refused") {
  Limits limits;
  limits.max_work = 100'000;
  const Result<ImageInfo> info = verify(tiff_of(ByteVector(8, 7), {.count = 1'000}), limits);
  REQUIRE_FALSE(info);
  CHECK(info.error().code == ErrorCode::kLimitExceeded);
  CHECK(info.error().message ==
        "the TIFF's strips or tiles take 5,000,000 units of work, more than the 100,000 that are "
        "left for it (maxWork)");
}

TEST_CASE("the JPEG data of a TIFF's strip may not be far larger than the strip") {
  // A header of 60,000 x 60,000 pixels, without data.
  ByteVector jpeg{0xFF, 0xD8, 0xFF, 0xC0, 0x00, 0x0B, 0x08, 0xEA, 0x60, 0xEA,
                  0x60, 0x01, 0x01, 0x11, 0x00, 0xFF, 0xDA, 0x00, 0x08, 0x01,
                  0x01, 0x00, 0x00, 0x3F, 0x00, 0x00, 0xFF, 0xD9};
  const Result<ImageInfo> info = verify(tiff_of(jpeg, {.compression = 7}));
  REQUIRE_FALSE(info);
  CHECK(info.error().code == ErrorCode::kLimitExceeded);
  CHECK(info.error().message ==
        "the JPEG data of the TIFF's strips or tiles has more than 1,000,032 pixels");
}

TEST_CASE("a JPEG of many scans that look at all coefficients is refused") {
  CHECK(verify(jpeg_of_scans(100)));
  const Result<ImageInfo> info = verify(jpeg_of_scans(1'500));
  REQUIRE_FALSE(info);
  CHECK(info.error().code == ErrorCode::kLimitExceeded);
  CHECK(info.error().message == "jpeg decoder: more scans than an honest picture has");
}

TEST_CASE("the scans of all JPEGs in the strips of a TIFF are counted together") {
  const auto strips_of = [](int scans) {
    ByteVector data;
    const ByteVector jpeg = jpeg_of_scans(scans);
    for (int strip = 0; strip < 64; ++strip) data.insert(data.end(), jpeg.begin(), jpeg.end());
    return tiff_of(data, {.count = 64, .width = 64, .compression = 7, .share = false});
  };
  CHECK(verify(strips_of(8)));
  const Result<ImageInfo> info = verify(strips_of(100));
  REQUIRE_FALSE(info);
  CHECK(info.error().code == ErrorCode::kLimitExceeded);
  CHECK(info.error().message ==
        "the JPEG data of the TIFF's strips or tiles has more than 16,016,384 pixels in all scans");
}

TEST_CASE("what pictures of a result take is counted, whether they can be used or not") {
  ReadOptions options;
  options.limits.max_work = 300'000;
  const ImageBudget used;
  const ByteVector good = testing::png_of(testing::gradient({8, 8}));
  CHECK(deliver_image(Media::view(good), options, used));
  CHECK_FALSE(deliver_image(Media::own(jpeg_of_scans(1'500)), options, used));
  const auto delivered = deliver_image(Media::view(good), options, used);
  REQUIRE_FALSE(delivered);
  CHECK(delivered.error().message == "the pictures before it took what work one read may take");
  CHECK(deliver_image(Media::view(good), options, {}));
}

TEST_CASE("a picture of more than a million pixels on a side is refused") {
  // A bitmap of run lengths that say that it ends.
  ByteVector file{'B', 'M', 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0};
  append_u32(1'000'001, file);
  file.insert(file.end(), {1, 0, 8, 0, 1, 0, 0, 0});
  file.insert(file.end(), 20, 0);
  file.insert(file.end(), {0, 1});
  const Result<ImageInfo> info = verify(file);
  REQUIRE_FALSE(info);
  CHECK(info.error().code == ErrorCode::kLimitExceeded);
  CHECK(info.error().message == "1x1000001 has more than 1,000,000 pixels on a side");
}

TEST_CASE("the directories of a TIFF are counted without a look at what they hold") {
  ByteVector file = tiff_of(ByteVector(8, 7), {});
  const std::uint32_t second = static_cast<std::uint32_t>(file.size());
  for (int i = 0; i < 4; ++i) {
    file[second - 4 + static_cast<std::uint32_t>(i)] = static_cast<std::uint8_t>(second >> (8 * i));
  }
  append_u16(1, file);
  file.insert(file.end(), 12, 0);
  append_u32(0, file);
  const Result<ImageInfo> info = verify(file);
  REQUIRE(info);
  CHECK(info->frames == 2);
  file.resize(file.size() - 4);  // its end is missing, but its entry is there
  CHECK(verify(file)->frames == 2);
  file.resize(file.size() - 1);
  CHECK(verify(file)->frames == 1);
}

TEST_CASE("a sequence of pictures whose duration is cut off has none") {
  const auto box = [](const std::string& type, const std::string& data) {
    std::string header{0, 0, 0, static_cast<char>(8 + data.size())};
    return header + type + data;
  };
  const std::string zeros(4, '\0');
  const std::string size = box("ispe", zeros + std::string("\0\0\0\x08\0\0\0\x08", 8));
  const std::string associations = box("ipma", zeros + std::string("\0\0\0\1\0\1\1\1", 8));
  const std::string meta = box("meta", zeros + box("pitm", zeros + std::string("\0\1", 2)) +
                                           box("iprp", box("ipco", size) + associations));
  // Version 1: creation and change of eight bytes, the time scale, and no duration.
  const std::string header =
      box("mdhd", std::string("\1\0\0\0", 4) + std::string(16, '\0') + std::string("\0\0\0\1", 4));
  const std::string handler = box("hdlr", zeros + zeros + "pict");
  const std::string text =
      box("ftyp", "avis" + zeros) + meta + box("moov", box("trak", box("mdia", handler + header)));
  const Result<ImageInfo> info = verify(ByteVector(text.begin(), text.end()));
  REQUIRE(info);
  CHECK(info->duration_ms == 0);
}

}  // namespace lectern
