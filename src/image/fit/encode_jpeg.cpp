#include "image/fit/encode_jpeg.h"

#include <cstdlib>

#include "image/jpeg/jpeg_session.h"

namespace lectern {
namespace {

constexpr int kFullColorQuality = 90;
/// Pixels of a picture whose coefficients are held to choose the codes.
constexpr std::uint64_t kMostOptimized = 20'000'000;

/// libjpeg's compressor with the buffer that it fills.
struct Compressor {
  Compressor() {
    encoder.err = session.manager();
    encoder.client_data = &session;
  }
  ~Compressor() {
    if (created) jpeg_destroy_compress(&encoder);
    std::free(buffer);
  }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  JpegSession session;
  jpeg_compress_struct encoder{};
  bool created = false;
  unsigned char* buffer = nullptr;  // owned, from malloc
  unsigned long size = 0;
};

}  // namespace

Result<ByteVector> encode_jpeg(PixelView pixels, int quality, ByteSpan icc) {
  Compressor compressor;
  jpeg_compress_struct& encoder = compressor.encoder;
  bool ok = compressor.session.run([&] {
    jpeg_create_compress(&encoder);
    compressor.created = true;
    jpeg_mem_dest(&encoder, &compressor.buffer, &compressor.size);
    encoder.image_width = pixels.size.width;
    encoder.image_height = pixels.size.height;
    encoder.input_components = static_cast<int>(kRgbaBytes);
    encoder.in_color_space = JCS_EXT_RGBA;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, quality, TRUE);
    // The codes that suit a picture best are known when all of its coefficients are in memory.
    encoder.optimize_coding =
        std::uint64_t{pixels.size.width} * pixels.size.height <= kMostOptimized ? TRUE : FALSE;
    if (quality >= kFullColorQuality) {
      encoder.comp_info[0].h_samp_factor = 1;
      encoder.comp_info[0].v_samp_factor = 1;
    }
    jpeg_start_compress(&encoder, TRUE);
    if (!icc.empty()) {
      jpeg_write_icc_profile(&encoder, icc.data(), static_cast<unsigned int>(icc.size()));
    }
  });
  for (std::uint32_t y = 0; ok && y < pixels.size.height; ++y) {
    auto* row = const_cast<JSAMPROW>(pixels.row(y).data());  // libjpeg only reads it
    ok = compressor.session.run([&] { jpeg_write_scanlines(&encoder, &row, 1); });
  }
  ok = ok && compressor.session.run([&] { jpeg_finish_compress(&encoder); });
  if (!ok) {
    return fail(ErrorCode::kInternal, {"jpeg encoder: {}", compressor.session.fatal_message()});
  }
  return ByteVector(compressor.buffer, compressor.buffer + compressor.size);
}

}  // namespace lectern
