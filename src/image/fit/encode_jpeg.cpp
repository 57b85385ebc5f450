#include "image/fit/encode_jpeg.h"

#include <algorithm>
#include <utility>

#include "image/jpeg/jpeg_session.h"

namespace lectern {
namespace {

constexpr int kFullColorQuality = 90;
/// Pixels of a picture whose coefficients are held to choose the codes.
constexpr std::uint64_t kMostOptimized = 20'000'000;

/// What libjpeg writes, up to a size.
struct JpegBytes : jpeg_destination_mgr {
  JpegBytes(std::uint64_t most_bytes, ByteVector* given)
      : jpeg_destination_mgr{}, most(most_bytes), picture(given) {
    init_destination = [](j_compress_ptr encoder) { of(encoder).make_room(*encoder); };
    empty_output_buffer = [](j_compress_ptr encoder) -> boolean {
      JpegBytes& written = of(encoder);
      written.is_too_large = written.size() > written.most;
      if (written.is_too_large) static_cast<JpegSession*>(encoder->client_data)->give_up("");
      written.make_room(*encoder);
      return TRUE;
    };
    term_destination = [](j_compress_ptr encoder) {
      JpegBytes& written = of(encoder);
      const std::size_t size = written.size() - written.free_in_buffer;
      if (written.over > 0) written.bytes = std::move(*written.picture);
      written.bytes.resize(size);
      written.over = 0;
      written.is_too_large = size > written.most;
    };
  }

  static JpegBytes& of(j_compress_ptr encoder) { return *static_cast<JpegBytes*>(encoder->dest); }

  std::size_t size() const { return over + bytes.size(); }

  [[gnu::noinline]] void make_room(const jpeg_compress_struct& encoder) {
    constexpr std::size_t kPiece = std::size_t{64} << 10;
    constexpr std::size_t kMuch = std::size_t{4} << 20;
    constexpr std::uint64_t kMost = std::uint64_t{128} << 20;
    const std::size_t size = bytes.size();
    if (picture != nullptr && (size >= kMuch || over > 0)) {
      const std::size_t read =
          std::size_t{encoder.next_scanline} * encoder.image_width * kRgbaBytes;
      if (read >= this->size() + kPiece) return write_over(kPiece);
      if (over > 0) {
        bytes.assign(picture->begin(), picture->begin() + static_cast<std::ptrdiff_t>(over));
        over = 0;
        picture = nullptr;
        return make_room(encoder);
      }
    }
    const std::uint64_t rows_left = encoder.image_height - encoder.next_scanline;
    if (size >= kMuch && size + kPiece > bytes.capacity() && rows_left > 0) {
      // Two copies of much are held as rarely as can be: the rows tell how much comes.
      const std::uint64_t comes = size * rows_left * 9 / 8 / (encoder.next_scanline + 1);
      bytes.reserve(size + kPiece + static_cast<std::size_t>(std::min(comes, kMost)));
    }
    bytes.resize(size + kPiece);
    next_output_byte = &bytes[size];
    free_in_buffer = kPiece;
  }

  /// Goes on in what has been read of the picture.
  void write_over(std::size_t piece) {
    std::copy(bytes.begin(), bytes.end(), picture->begin());
    over += bytes.size();
    bytes = ByteVector();
    next_output_byte = &(*picture)[over];
    free_in_buffer = piece;
    over += piece;
  }

  ByteVector bytes;
  std::uint64_t most;
  ByteVector* picture;   ///< null where it stays
  std::size_t over = 0;  ///< bytes that are written over it
  bool is_too_large = false;
};

struct Compressor {
  Compressor(std::uint64_t most_bytes, ByteVector* given) : written(most_bytes, given) {
    encoder.err = session.manager();
    encoder.client_data = &session;
  }
  ~Compressor() {
    if (created) jpeg_destroy_compress(&encoder);
  }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  JpegSession session;
  jpeg_compress_struct encoder{};
  bool created = false;
  JpegBytes written;
};

Result<ByteVector> encode(PixelView pixels, int quality, ByteSpan icc, std::uint64_t most_bytes,
                          Dimensions whole, ByteVector* given) {
  Compressor compressor(most_bytes, given);
  jpeg_compress_struct& encoder = compressor.encoder;
  bool ok = compressor.session.run([&] {
    jpeg_create_compress(&encoder);
    compressor.created = true;
    encoder.dest = &compressor.written;
    encoder.image_width = pixels.size.width;
    encoder.image_height = pixels.size.height;
    encoder.input_components = static_cast<int>(kRgbaBytes);
    encoder.in_color_space = JCS_EXT_RGBA;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, quality, TRUE);
    // The codes that suit a picture best are known when all of its coefficients are in memory.
    encoder.optimize_coding =
        std::uint64_t{whole.width} * whole.height <= kMostOptimized ? TRUE : FALSE;
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
  if (compressor.written.is_too_large) return ByteVector();
  if (!ok) {
    return fail(ErrorCode::kInternal, {"jpeg encoder: {}", compressor.session.fatal_message()});
  }
  return std::move(compressor.written.bytes);
}

}  // namespace

Result<ByteVector> encode_jpeg(PixelView pixels, int quality, ByteSpan icc,
                               std::uint64_t most_bytes, std::optional<Dimensions> whole) {
  return encode(pixels, quality, icc, most_bytes, whole.value_or(pixels.size), nullptr);
}

Result<ByteVector> encode_jpeg_over(Pixels pixels, int quality, ByteSpan icc,
                                    std::uint64_t most_bytes) {
  const PixelView view = pixels.view();
  ByteVector given = pixels.release();
  return encode(view, quality, icc, most_bytes, view.size, &given);
}

}  // namespace lectern
