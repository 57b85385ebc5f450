// What is refused, and in which words.
#include <catch2/catch_test_macros.hpp>

#include "image/codecs.h"
#include "image/gif/gif.h"
#include "image/jpeg/jpeg.h"
#include "support/pictures.h"

namespace lectern::testing {
namespace {

/// The error's message, or "valid".
std::string verdict(ByteSpan bytes, const Limits& limits = {}) {
  const ImageCodec* codec = codec_for(bytes);
  REQUIRE(codec != nullptr);
  const auto info = codec->verify(bytes, {limits});
  return info ? "valid" : info.error().message;
}

ByteVector cut(ByteVector bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}

}  // namespace

TEST_CASE("a PNG with a wrong checksum is refused at its chunk") {
  ByteVector png = png_of(gradient({20, 10}));
  const std::size_t data = position_of(png, "IDAT");
  png[data + 6] ^= 1;
  CHECK(verdict(png) == "IDAT crc mismatch at byte " + std::to_string(data - 4));
}

TEST_CASE("a PNG that is cut off is refused wherever it is cut") {
  const ByteVector png = png_of(gradient({20, 10}));
  CHECK(verdict(png) == "valid");
  for (std::size_t size = 8; size < png.size(); ++size) {
    INFO("cut to " << size);
    CHECK(verdict(cut(png, size)) != "valid");
  }
}

TEST_CASE("a PNG whose header promises more pixels than it holds is refused") {
  // 65535 x 65535, 8-bit RGB, with its right CRC.
  ByteVector png = png_of(noise({20, 20}));
  const std::size_t header = position_of(png, "IHDR") + 4;
  const std::uint8_t lie[] = {0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF};
  std::copy(std::begin(lie), std::end(lie), png.begin() + static_cast<std::ptrdiff_t>(header));
  CHECK(verdict(png) == "IHDR crc mismatch at byte 8");
  const std::uint8_t crc[] = {0x39, 0x67, 0x4E, 0x07};
  std::copy(std::begin(crc), std::end(crc), png.begin() + static_cast<std::ptrdiff_t>(header + 13));
  CHECK(verdict(png) == "65535x65535 is 4,294,836,225 pixels, more than the limit of 100,000,000");
}

TEST_CASE("the limit of pixels is checked before anything is decoded") {
  Limits limits;
  limits.max_pixels = 199;
  CHECK(verdict(png_of(gradient({20, 10})), limits) ==
        "20x10 is 200 pixels, more than the limit of 199");
  CHECK(verdict(jpeg_of(gradient({20, 10})), limits) ==
        "20x10 is 200 pixels, more than the limit of 199");
  CHECK(verdict(gif_of({20, 10}, 1), limits) == "20x10 is 200 pixels, more than the limit of 199");
}

TEST_CASE("a JPEG with its picture data cut is refused, and accepted on request with a warning") {
  ByteVector jpeg = jpeg_of(noise({64, 64}));
  jpeg.resize(jpeg.size() / 2);
  CHECK(verdict(jpeg) == "Corrupt JPEG data: premature end of data segment");
  const auto lenient = verify_jpeg(jpeg, Limits(), true);
  REQUIRE(lenient.has_value());
  CHECK(lenient->damaged);
  CHECK(lenient->warnings.front() == "Corrupt JPEG data: premature end of data segment");
}

TEST_CASE("a JPEG that lacks its end marker only is accepted with a warning") {
  ByteVector jpeg = jpeg_of(gradient({64, 64}));
  jpeg.resize(jpeg.size() - 2);
  const auto info = verify_jpeg(jpeg, Limits(), false);
  REQUIRE(info.has_value());
  CHECK_FALSE(info->damaged);
  CHECK(info->warnings == std::vector<std::string>{"the end marker is missing"});
}

TEST_CASE("JPEG kinds that cannot be decoded are refused by name") {
  ByteVector jpeg = jpeg_of(gradient({64, 48}));
  const std::size_t frame = position_of(jpeg, "\xFF\xC0");
  jpeg[frame + 4] = 12;
  CHECK(verdict(jpeg) ==
        "12-bit JPEG (64x48) is not supported; convert it to an 8-bit baseline JPEG or a PNG");
  jpeg[frame + 4] = 8;
  jpeg[frame + 1] = 0xC3;
  CHECK(verdict(jpeg) ==
        "lossless JPEG (64x48) is not supported; convert it to an 8-bit baseline JPEG or a PNG");
}

TEST_CASE("a JPEG is decoded at a fraction that is not smaller than asked for") {
  const ByteVector jpeg = jpeg_of(gradient({640, 480}));
  class SizeSink final : public RowSink {
   public:
    Result<void> begin(Dimensions size) override {
      seen = size;
      return {};
    }
    void row(ByteSpan) override {}
    Dimensions seen;
  };
  SizeSink sink;
  REQUIRE(decode_jpeg(jpeg, Limits(), {160, 120}, sink).has_value());
  CHECK(sink.seen == Dimensions{160, 120});
  REQUIRE(decode_jpeg(jpeg, Limits(), {161, 120}, sink).has_value());
  CHECK(sink.seen == Dimensions{320, 240});
}

TEST_CASE("all frames of a GIF are counted and proven") {
  const ByteVector gif = gif_of({9, 7}, 3);
  const auto info = codec_for(gif)->verify(gif, {Limits()});
  REQUIRE(info.has_value());
  CHECK(info->frames == 3);
  CHECK(info->duration_ms == 300);
  const ByteVector endless = cut(gif, gif.size() - 1);
  const auto frames = verify_gif(endless, Limits());
  REQUIRE(frames.has_value());
  CHECK(frames->frames == 3);
  CHECK(frames->warnings ==
        std::vector<std::string>{"what follows frame 3 was left out: the file is cut off at byte " +
                                 std::to_string(endless.size())});
}

TEST_CASE("a GIF frame with too few pixels is refused with both numbers") {
  ByteVector gif = gif_of({2, 2}, 1);
  const std::size_t frame = position_of(gif, std::string_view("\x2C\0\0\0\0\x02\0\x02\0", 9));
  gif[frame + 7] = 9;  // nine rows instead of two
  CHECK(verdict(gif) == "frame 1 at byte " + std::to_string(frame) + " holds 4 of 18 pixels");
}

TEST_CASE("a GIF that ends inside a frame's header is refused") {
  constexpr std::string_view kCut("GIF89a\2\0001\0003\0\377,\0\0\0\0\2", 19);
  const auto info = verify_gif(as_bytes(kCut), Limits{});
  REQUIRE_FALSE(info);
  CHECK(info.error().code == ErrorCode::kCorruptImage);
}

TEST_CASE("a bitmap in an icon that says it is a PNG or a JPEG is refused") {
  // One entry of 1x1; 0x903 bits a pixel would lie far behind the file.
  for (const char compression : {'\4', '\5'}) {
    std::string icon("\0\0\1\0\1\0\1\1\0\0\0\0\0\0\x2C\0\0\0\x16\0\0\0", 22);
    icon += std::string("\x28\0\0\0\1\0\0\0\2\0\0\0\1\0\3\x09", 16) + compression;
    icon.append(22, '\0');
    icon += "\1\2\3\4";
    CHECK(verdict(as_bytes(icon)) == "bitmap of an icon has compression " +
                                         std::to_string(compression) +
                                         ", which only files may have");
  }
}

}  // namespace lectern::testing
