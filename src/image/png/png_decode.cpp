// Pixels of a PNG, by libspng.
#include <spng.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "image/checks.h"
#include "image/expand_rgb.h"
#include "image/png/png.h"
#include "image/png/png_proof.h"

namespace lectern {
namespace {

/// libspng's own errors. Those of the file are the proof's.
tl::unexpected<Error> decoder_failure(int status) {
  return fail(ErrorCode::kCorruptImage, {"png decoder: {}", spng_strerror(status)});
}

/// The file as our libspng reads it (cmake/third_party/spng/inflated.h): the chunks that tell what
/// a row means, and in IDAT chunks the rows as the proof has inflated them. So they are inflated
/// once, and libspng gets nothing that is not proven. All CRCs are 0.
class RowsAsPng {
 public:
  /// `proof` has read its header and nothing more.
  explicit RowsAsPng(PngProof& proof) : proof_(proof) {}

  /// Fills `target`. False at the end of the rows, and after an error.
  bool read(std::span<std::uint8_t> target) {
    while (!target.empty()) {
      if (part_.empty() && !take_next_part()) return false;
      const std::size_t size = std::min(part_.size(), target.size());
      std::copy_n(part_.begin(), size, target.begin());
      part_ = part_.subspan(size);
      target = target.subspan(size);
    }
    return true;
  }

  /// What is wrong with the file, as far as it was read.
  const std::optional<Error>& error() const { return error_; }

 private:
  bool take_next_part() {
    if (rows_.empty()) {
      const Result<ByteSpan> rows = proof_.next_rows();
      if (!rows) error_ = rows.error();
      if (!rows || rows->empty()) return false;
      rows_ = *rows;
      begin_rows();
      part_ = head_;
    } else {
      part_ = std::exchange(rows_, {});
    }
    return true;
  }

  /// Writes what stands in front of the rows.
  void begin_rows() {
    const bool first = head_.empty();
    head_.clear();
    if (first) {
      append("\x89PNG\r\n\x1A\n");
      for (const PngChunk& chunk : proof_.row_format()) {
        begin_chunk(chunk.type, chunk.data.size());
        append(as_chars(chunk.data));
        end_chunk();
      }
    } else {
      end_chunk();
    }
    begin_chunk("IDAT", rows_.size());
  }

  void begin_chunk(std::string_view type, std::size_t size) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      head_.push_back(static_cast<std::uint8_t>(size >> shift));
    }
    append(type);
  }
  void end_chunk() { head_.insert(head_.end(), 4, 0); }
  void append(std::string_view text) { head_.insert(head_.end(), text.begin(), text.end()); }

  PngProof& proof_;
  ByteVector head_;
  ByteSpan rows_;  ///< what follows head_; empty when it is in part_
  ByteSpan part_;  ///< to be read next
  std::optional<Error> error_;
};

int read_stream(spng_ctx*, void* source, void* target, std::size_t size) {
  const bool read =
      static_cast<RowsAsPng*>(source)->read({static_cast<std::uint8_t*>(target), size});
  return read ? 0 : SPNG_IO_EOF;
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

/// \param bytes_per_pixel  that libspng gives: 4, or 3, which it takes twice as long to expand.
Result<void> decode_rows(spng_ctx* context, Dimensions size, std::size_t bytes_per_pixel,
                         RowSink& sink) {
  ByteVector given(std::size_t{size.width} * bytes_per_pixel);
  ByteVector before(given.size());
  ByteVector expanded(bytes_per_pixel == kRgbaBytes ? 0 : std::size_t{size.width} * kRgbaBytes);
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const int status = spng_decode_row(context, given.data(), given.size());
    if (status != 0 && status != SPNG_EOI) return decoder_failure(status);
    // In graphics, many rows come again.
    const bool is_same = y > 0 && is_same_row(given, before);
    if (!is_same && !expanded.empty()) expand_rgb(given, expanded);
    const ByteVector& row = expanded.empty() ? given : expanded;
    is_same ? sink.same_row(row) : sink.row(row);
    std::swap(given, before);
  }
  return {};
}

/// Whether the pixels are three bytes each, and no colour stands for transparency.
bool is_rgb(spng_ctx* context) {
  spng_ihdr header{};
  spng_trns transparency{};
  return spng_get_ihdr(context, &header) == 0 && header.color_type == SPNG_COLOR_TYPE_TRUECOLOR &&
         header.bit_depth == 8 && spng_get_trns(context, &transparency) == SPNG_ECHUNKAVAIL;
}

Result<void> decode(RowsAsPng& source, Dimensions size, bool interlaced, const Limits& limits,
                    RowSink& sink) {
  const std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)> owner(
      spng_ctx_new(SPNG_CTX_IGNORE_ADLER32), spng_ctx_free);
  spng_ctx* const context = owner.get();
  if (context == nullptr) return fail(ErrorCode::kLimitExceeded, "out of memory for decoding");
  spng_set_crc_action(context, SPNG_CRC_USE, SPNG_CRC_USE);
  if (const int status = spng_set_png_stream(context, read_stream, &source)) {
    return decoder_failure(status);
  }
  const bool rgb = !interlaced && is_rgb(context);
  if (const int status =
          spng_decode_image(context, nullptr, 0, rgb ? SPNG_FMT_RGB8 : SPNG_FMT_RGBA8,
                            SPNG_DECODE_TRNS | SPNG_DECODE_PROGRESSIVE)) {
    return decoder_failure(status);
  }
  return interlaced ? decode_interlaced(context, size, limits, sink)
                    : decode_rows(context, size, rgb ? kRgbBytes : kRgbaBytes, sink);
}

}  // namespace

Result<void> decode_and_verify_png(ByteSpan bytes, const Limits& limits, RowSink& sink,
                                   ImageInfo& info) {
  PngProof proof(bytes, limits);
  LECTERN_CHECK(proof.read_header());
  const Dimensions size = proof.info().size;
  LECTERN_CHECK(sink.begin(size));
  RowsAsPng source(proof);
  const Result<void> decoded = decode(source, size, proof.interlaced(), limits, sink);
  if (source.error()) return tl::unexpected(*source.error());
  if (!decoded) return tl::unexpected(decoded.error());
  // libspng stops at the last row.
  LECTERN_CHECK(proof.finish());
  info = proof.info();
  return {};
}

Result<void> decode_png(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  ImageInfo info;
  return decode_and_verify_png(bytes, limits, sink, info);
}

}  // namespace lectern
