// Pixels of a PNG, by libspng.
#include <spng.h>

#include <algorithm>
#include <memory>

#include "image/checks.h"
#include "image/png.h"

namespace lectern {
namespace {

/// Ancillary chunks above this are skipped by libspng: none of them changes a pixel.
constexpr std::size_t kMaxChunkBytes = 1 << 20;

tl::unexpected<Error> decoder_failure(int status) {
  return fail(ErrorCode::kCorruptImage, std::string("png decoder: ") + spng_strerror(status));
}

Result<void> decode_interlaced(spng_ctx* context, Dimensions size, const Limits& limits,
                               RowSink& sink) {
  LECTERN_TRY(Pixels pixels, Pixels::create(size, limits.max_decoded_bytes));
  for (;;) {
    spng_row_info row{};
    int status = spng_get_row_info(context, &row);
    if (status == SPNG_EOI) break;  // the last row of an early pass does not say so itself
    if (status != 0) return decoder_failure(status);
    const std::span<std::uint8_t> target = pixels.row(row.row_num);
    status = spng_decode_row(context, target.data(), target.size());
    if (status == SPNG_EOI) break;
    if (status != 0) return decoder_failure(status);
  }
  for (std::uint32_t y = 0; y < size.height; ++y) sink.row(pixels.row(y));
  return {};
}

Result<void> decode_rows(spng_ctx* context, Dimensions size, RowSink& sink) {
  ByteVector row(std::size_t{size.width} * kRgbaBytes);
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const int status = spng_decode_row(context, row.data(), row.size());
    if (status != 0 && status != SPNG_EOI) return decoder_failure(status);
    sink.row(row);
  }
  return {};
}

}  // namespace

Result<void> decode_png(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  const std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)> owner(
      spng_ctx_new(SPNG_CTX_IGNORE_ADLER32), spng_ctx_free);
  spng_ctx* const context = owner.get();
  if (context == nullptr) return fail(ErrorCode::kLimitExceeded, "out of memory for decoding");
  spng_set_chunk_limits(context, kMaxChunkBytes, 2 * kMaxChunkBytes);
  if (const int status = spng_set_png_buffer(context, bytes.data(), bytes.size())) {
    return decoder_failure(status);
  }
  spng_ihdr header{};
  if (const int status = spng_get_ihdr(context, &header)) return decoder_failure(status);
  const Dimensions size{header.width, header.height};
  LECTERN_CHECK(check_pixels(size, limits));
  LECTERN_CHECK(sink.begin(size));
  if (const int status = spng_decode_image(context, nullptr, 0, SPNG_FMT_RGBA8,
                                           SPNG_DECODE_TRNS | SPNG_DECODE_PROGRESSIVE)) {
    return decoder_failure(status);
  }
  return header.interlace_method == SPNG_INTERLACE_NONE
             ? decode_rows(context, size, sink)
             : decode_interlaced(context, size, limits, sink);
}

}  // namespace lectern
