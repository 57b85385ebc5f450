#include "image/bmp/bmp.h"

#include "base/byte_reader.h"
#include "image/bmp/dib.h"
#include "image/jpeg/jpeg.h"
#include "image/png/png.h"

namespace lectern {
namespace {

constexpr std::size_t kFileHeaderBytes = 14;
constexpr std::size_t kDataOffsetAt = 10;

Result<Dib> read_dib(ByteSpan bytes, const Limits& limits) {
  if (is_bare_bitmap(bytes)) return parse_dib(bytes, 0, false, limits);
  ByteReader reader(bytes);
  if (!reader.seek(kDataOffsetAt)) {
    return fail(ErrorCode::kCorruptImage, "bitmap file header is cut off");
  }
  const auto data_offset = reader.u32_le();
  if (!data_offset) return fail(ErrorCode::kCorruptImage, "bitmap file header is cut off");
  const std::size_t offset = *data_offset <= kFileHeaderBytes ? 0 : *data_offset - kFileHeaderBytes;
  return parse_dib(bytes.subspan(kFileHeaderBytes), offset, false, limits);
}

}  // namespace

Result<ImageInfo> verify_bmp(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const Dib dib, read_dib(bytes, limits));
  ImageInfo info;
  info.format = ImageFormat::kBmp;
  info.size = dib.size;
  info.bit_depth = dib.bits_per_pixel > 8 ? 8 : dib.bits_per_pixel;
  info.color_type = dib.bits_per_pixel <= 8 ? "indexed" : dib.has_alpha() ? "rgba" : "rgb";
  info.alpha = dib.has_alpha();
  NullSink sink;
  LECTERN_CHECK(decode_bmp(bytes, limits, sink));
  return info;
}

Result<void> decode_bmp(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  LECTERN_TRY(const Dib dib, read_dib(bytes, limits));
  if (dib.compression == DibCompression::kPng) {
    return decode_png(dib.data, limits, sink);
  }
  if (dib.compression == DibCompression::kJpeg) {
    LECTERN_CHECK(verify_jpeg(dib.data, limits, false));
    return decode_jpeg(dib.data, limits, {}, sink);
  }
  return decode_dib(dib, limits, sink);
}

}  // namespace lectern
