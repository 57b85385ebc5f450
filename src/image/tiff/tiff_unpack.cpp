#include "image/tiff/tiff_unpack.h"

#include <lzma.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/byte_reader.h"
#include "image/tiff/tiff_decompress.h"

namespace lectern {
namespace {

/// What a decoder may take beside the samples: writers choose windows of a strip's size.
constexpr std::uint64_t kMostWindowBytes = std::uint64_t{64} << 20;
constexpr int kMostWindowLog = 26;

tl::unexpected<Error> too_short(std::size_t expected_bytes) {
  return fail(ErrorCode::kCorruptImage,
              {"TIFF strip or tile is damaged, or holds less than its {} bytes", expected_bytes});
}

bool unpack_zstd(ByteSpan chunk, std::span<std::uint8_t> out) {
  ZSTD_DStream* stream = ZSTD_createDStream();
  if (stream == nullptr) return false;
  ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, kMostWindowLog);
  ZSTD_inBuffer input{chunk.data(), chunk.size(), 0};
  ZSTD_outBuffer output{out.data(), out.size(), 0};
  while (output.pos < output.size) {
    const std::size_t before = input.pos + output.pos;
    const std::size_t answer = ZSTD_decompressStream(stream, &output, &input);
    if (ZSTD_isError(answer) != 0 || input.pos + output.pos == before) break;
  }
  ZSTD_freeDStream(stream);
  return output.pos == output.size;
}

bool unpack_lzma(ByteSpan chunk, std::span<std::uint8_t> out) {
  lzma_stream stream = LZMA_STREAM_INIT;
  lzma_ret answer = lzma_stream_decoder(&stream, kMostWindowBytes, 0);
  stream.next_in = chunk.data();
  stream.avail_in = chunk.size();
  stream.next_out = out.data();
  stream.avail_out = out.size();
  while (answer == LZMA_OK && stream.avail_out > 0) answer = lzma_code(&stream, LZMA_RUN);
  lzma_end(&stream);
  return stream.avail_out == 0;
}

/// A byte of each pixel of a row, by runs. \returns false where the data ends.
bool unpack_log_plane(ByteReader& reader, std::span<std::uint32_t> row, unsigned shift) {
  for (std::size_t x = 0; x < row.size();) {
    const auto control = reader.u8();
    if (!control) return false;
    const bool run = *control >= 128;
    const std::size_t count = run ? *control - 126u : *control;
    const auto bytes = reader.take(run ? 1 : count);
    if (!bytes) return false;
    for (std::size_t i = 0; i < count && x < row.size(); ++i, ++x) {
      row[x] |= std::uint32_t{(*bytes)[run ? 0 : i]} << shift;
    }
  }
  return true;
}

double luminance_of(std::uint32_t sign_and_log) {
  const std::uint32_t log = sign_and_log & 0x7FFFu;
  if (log == 0 || (sign_and_log & 0x8000u) != 0) return 0;
  return std::exp2((log + 0.5) / 256.0 - 64.0);
}

std::uint8_t shown_light(double light) {
  return static_cast<std::uint8_t>(std::min(255.0, 256.0 * std::sqrt(std::max(light, 0.0))));
}

std::array<std::uint8_t, 3> shown_log(std::uint32_t value, bool has_colors) {
  if (!has_colors) {
    const std::uint8_t gray = shown_light(std::min(luminance_of(value), 1.0));
    return {gray, gray, gray};
  }
  const double luminance = std::min(luminance_of(value >> 16), 1e6);
  const double u = ((value >> 8 & 255u) + 0.5) / 410.0;
  const double v = ((value & 255u) + 0.5) / 410.0;
  const double scale = 1.0 / (6.0 * u - 16.0 * v + 12.0);
  const double x = 9.0 * u * scale;
  const double y = 4.0 * v * scale;
  const double wide = x / y * luminance;
  const double deep = (1.0 - x - y) / y * luminance;
  return {shown_light(2.690 * wide - 1.276 * luminance - 0.414 * deep),
          shown_light(-1.022 * wide + 1.978 * luminance + 0.044 * deep),
          shown_light(0.061 * wide - 0.224 * luminance + 1.163 * deep)};
}

}  // namespace

Result<ByteVector> unpack_tiff(ByteSpan chunk, const TiffImage& image, Dimensions size,
                               std::size_t expected_bytes) {
  if (image.compression == TiffCompression::kLogLuv) {
    return unpack_log_luv(chunk, image.photometric == TiffPhotometric::kLogLuv, size);
  }
  ByteVector out(expected_bytes);
  bool full = false;
  switch (image.compression) {
    case TiffCompression::kZstd:
      full = unpack_zstd(chunk, out);
      break;
    case TiffCompression::kLzma:
      full = unpack_lzma(chunk, out);
      break;
    default:
      return decompress_tiff(chunk, image, size, expected_bytes);
  }
  if (!full) return too_short(expected_bytes);
  return out;
}

Result<ByteVector> unpack_log_luv(ByteSpan chunk, bool has_colors, Dimensions size) {
  ByteReader reader(chunk);
  ByteVector out;
  out.reserve(std::size_t{size.width} * size.height * 3);
  std::vector<std::uint32_t> row(size.width);
  for (std::uint32_t y = 0; y < size.height; ++y) {
    std::fill(row.begin(), row.end(), 0);
    for (unsigned shift = has_colors ? 32 : 16; shift > 0; shift -= 8) {
      if (!unpack_log_plane(reader, row, shift - 8)) {
        return too_short(std::size_t{size.width} * size.height * 3);
      }
    }
    for (const std::uint32_t value : row) {
      const auto pixel = shown_log(value, has_colors);
      out.insert(out.end(), pixel.begin(), pixel.end());
    }
  }
  return out;
}

}  // namespace lectern
