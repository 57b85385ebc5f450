// Calls each third-party library once: what is encoded must come back when it is decoded.

#include <bzlib.h>
#include <lzma.h>
#include <spng.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

// After <cstdio>, whose FILE it uses.
#include <jpeglib.h>

namespace {

constexpr int kWidth = 64;
constexpr int kHeight = 48;

using Bytes = std::vector<std::uint8_t>;

/// A gradient, RGB.
Bytes make_image() {
  Bytes pixels;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      pixels.push_back(static_cast<std::uint8_t>(x * 4));
      pixels.push_back(static_cast<std::uint8_t>(y * 5));
      pixels.push_back(static_cast<std::uint8_t>(x + y));
    }
  }
  return pixels;
}

bool check_zlib(const Bytes& pixels) {
  uLongf packed_size = compressBound(static_cast<uLong>(pixels.size()));
  Bytes packed(packed_size);
  if (compress(packed.data(), &packed_size, pixels.data(), static_cast<uLong>(pixels.size())) != Z_OK) return false;
  Bytes unpacked(pixels.size());
  uLongf unpacked_size = static_cast<uLongf>(unpacked.size());
  return uncompress(unpacked.data(), &unpacked_size, packed.data(), packed_size) == Z_OK && unpacked == pixels;
}

bool check_spng(const Bytes& pixels) {
  spng_ctx* encoder = spng_ctx_new(SPNG_CTX_ENCODER);
  spng_set_option(encoder, SPNG_ENCODE_TO_BUFFER, 1);
  spng_ihdr header{kWidth, kHeight, 8, SPNG_COLOR_TYPE_TRUECOLOR, 0, 0, 0};
  spng_set_ihdr(encoder, &header);
  int error = spng_encode_image(encoder, pixels.data(), pixels.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  if (error != 0) return false;
  std::size_t size = 0;
  void* png = spng_get_png_buffer(encoder, &size, &error);
  spng_ctx* decoder = spng_ctx_new(0);
  spng_set_png_buffer(decoder, png, size);
  Bytes decoded(pixels.size());
  error = spng_decode_image(decoder, decoded.data(), decoded.size(), SPNG_FMT_RGB8, 0);
  spng_ctx_free(decoder);
  spng_ctx_free(encoder);
  std::free(png);
  return error == 0 && decoded == pixels;
}

bool check_jpeg(const Bytes& pixels) {
  jpeg_error_mgr errors{};
  jpeg_compress_struct encoder{};
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  unsigned char* jpeg = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&encoder, &jpeg, &size);
  encoder.image_width = kWidth;
  encoder.image_height = kHeight;
  encoder.input_components = 3;
  encoder.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, 95, TRUE);
  jpeg_start_compress(&encoder, TRUE);
  Bytes row(kWidth * 3);
  for (int y = 0; y < kHeight; ++y) {
    std::copy_n(pixels.begin() + y * kWidth * 3, kWidth * 3, row.begin());
    JSAMPROW line = row.data();
    jpeg_write_scanlines(&encoder, &line, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);

  jpeg_decompress_struct decoder{};
  decoder.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&decoder);
  jpeg_mem_src(&decoder, jpeg, size);
  jpeg_read_header(&decoder, TRUE);
  jpeg_start_decompress(&decoder);
  int largest_difference = 0;
  for (int y = 0; y < kHeight; ++y) {
    JSAMPROW line = row.data();
    jpeg_read_scanlines(&decoder, &line, 1);
    for (int i = 0; i < kWidth * 3; ++i) {
      const int expected = pixels[static_cast<std::size_t>(y * kWidth * 3 + i)];
      const int difference = std::abs(expected - row[static_cast<std::size_t>(i)]);
      largest_difference = std::max(largest_difference, difference);
    }
  }
  jpeg_finish_decompress(&decoder);
  jpeg_destroy_decompress(&decoder);
  std::free(jpeg);
  return largest_difference <= 16;
}

/// Lossless WebP, 17 x 8 pixels of one colour; written out by hand.
constexpr std::array<std::uint8_t, 34> kWebp = {
    'R', 'I', 'F', 'F', 26, 0, 0, 0, 'W', 'E', 'B', 'P', 'V', 'P', '8', 'L', 13, 0, 0, 0,
    0x2F, 0x10, 0xC0, 0x01, 0x00, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0x00};

bool check_webp() {
  int width = 0;
  int height = 0;
  std::uint8_t* decoded = WebPDecodeRGB(kWebp.data(), kWebp.size(), &width, &height);
  const bool right = decoded != nullptr && width == 17 && height == 8;
  const WebPData data{kWebp.data(), kWebp.size()};
  WebPDemuxer* demuxer = WebPDemux(&data);
  const bool one_frame = demuxer != nullptr && WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT) == 1;
  WebPDemuxDelete(demuxer);
  WebPFree(decoded);
  return right && one_frame;
}

bool check_headers() {
  const auto json = nlohmann::json::parse(R"({"cells": [1, 2]})", nullptr, false);
  const tl::expected<int, std::string> number = 7;
  return !json.is_discarded() && json["cells"].size() == 2 && number.value_or(0) == 7;
}

/// "lectern" and a line feed, by `bzip2`, `xz --lzma2=dict=4KiB` and `zstd`: of these only the decoders are built.
const Bytes kBzip2 = {0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x39, 0x66, 0x8d, 0xdd, 0x00, 0x00, 0x02, 0x41,
    0x80, 0x00, 0x10, 0x0a, 0x05, 0x14, 0x00, 0x20, 0x00, 0x31, 0x0c, 0x01, 0x0d, 0x1e, 0xa7, 0xa8, 0x68, 0x88,
    0xf8, 0xbb, 0x92, 0x29, 0xc2, 0x84, 0x81, 0xcb, 0x34, 0x6e, 0xe8};
const Bytes kXz = {0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x04, 0xe6, 0xd6, 0xb4, 0x46, 0x02, 0x00, 0x21, 0x01, 0x00, 0x00,
    0x00, 0x00, 0x37, 0x27, 0x97, 0xd6, 0x01, 0x00, 0x07, 0x6c, 0x65, 0x63, 0x74, 0x65, 0x72, 0x6e, 0x0a, 0x00,
    0x69, 0x08, 0xc5, 0x94, 0xad, 0x1d, 0xb0, 0x2a, 0x00, 0x01, 0x20, 0x08, 0xbb, 0x19, 0xd9, 0xbb, 0x1f, 0xb6,
    0xf3, 0x7d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5a};
const Bytes kZstd = {0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x41, 0x00, 0x00, 0x6c, 0x65, 0x63, 0x74, 0x65, 0x72, 0x6e, 0x0a, 0x52,
    0x3a, 0x6f, 0xd3};

bool is_text(const Bytes& unpacked, std::size_t size) {
  constexpr std::string_view kText = "lectern\n";
  return size == kText.size() && std::equal(kText.begin(), kText.end(), unpacked.begin());
}

bool check_bzip2() {
  Bytes packed = kBzip2;
  Bytes unpacked(64);
  bz_stream stream{};
  if (BZ2_bzDecompressInit(&stream, 0, 0) != BZ_OK) return false;
  stream.next_in = reinterpret_cast<char*>(packed.data());
  stream.avail_in = static_cast<unsigned>(packed.size());
  stream.next_out = reinterpret_cast<char*>(unpacked.data());
  stream.avail_out = static_cast<unsigned>(unpacked.size());
  const bool ended = BZ2_bzDecompress(&stream) == BZ_STREAM_END;
  BZ2_bzDecompressEnd(&stream);
  return ended && is_text(unpacked, unpacked.size() - stream.avail_out);
}

bool check_lzma() {
  Bytes unpacked(64);
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, UINT64_MAX, 0) != LZMA_OK) return false;
  stream.next_in = kXz.data();
  stream.avail_in = kXz.size();
  stream.next_out = unpacked.data();
  stream.avail_out = unpacked.size();
  const bool ended = lzma_code(&stream, LZMA_RUN) == LZMA_STREAM_END;
  lzma_end(&stream);
  return ended && is_text(unpacked, unpacked.size() - stream.avail_out);
}

bool check_zstd() {
  Bytes unpacked(64);
  const std::size_t size = ZSTD_decompress(unpacked.data(), unpacked.size(), kZstd.data(), kZstd.size());
  return ZSTD_isError(size) == 0 && is_text(unpacked, size);
}

int report(const char* name, bool passed) {
  std::printf("%s %s\n", name, passed ? "ok" : "FAILED");
  return passed ? 0 : 1;
}

}  // namespace

int main() {
  const Bytes pixels = make_image();
  int failures = report("zlib", check_zlib(pixels));
  failures += report("spng", check_spng(pixels));
  failures += report("jpeg", check_jpeg(pixels));
  failures += report("webp", check_webp());
  failures += report("bzip2", check_bzip2());
  failures += report("lzma", check_lzma());
  failures += report("zstd", check_zstd());
  failures += report("headers", check_headers());
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
