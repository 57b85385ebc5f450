// The first image file directory of a TIFF (TIFF 6.0, sections 2 and 8;
// BigTIFF).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "base/tool_result.h"
#include "image/tiff/tiff_ycbcr.h"

namespace lectern {

enum class TiffCompression : std::uint16_t {
  kNone = 1,
  kCcittRle = 2,
  kCcittGroup3 = 3,
  kCcittGroup4 = 4,
  kLzw = 5,
  kOldJpeg = 6,
  kJpeg = 7,
  kDeflate = 8,
  kPackBits = 32773,
  kOldDeflate = 32946,
  // Beyond the core.
  kLogLuv = 34676,
  kLzma = 34925,
  kZstd = 50000,
};

enum class TiffPhotometric : std::uint16_t {
  kWhiteIsZero = 0,
  kBlackIsZero = 1,
  kRgb = 2,
  kPalette = 3,
  kMask = 4,
  kCmyk = 5,
  kYcbcr = 6,
  // Beyond the core.
  kCieLab = 8,
  kIccLab = 9,
  kLogL = 32844,
  kLogLuv = 32845,
};

enum class TiffAlpha : std::uint8_t { kNone, kPremultiplied, kStraight };

struct TiffImage {
  bool little_endian = true;
  Dimensions size;
  std::uint32_t bits = 1;  ///< of each sample
  std::uint32_t samples = 1;
  bool floating = false;
  TiffCompression compression = TiffCompression::kNone;
  TiffPhotometric photometric = TiffPhotometric::kBlackIsZero;
  TiffAlpha alpha = TiffAlpha::kNone;
  bool planar = false;
  std::uint32_t predictor = 1;
  bool low_bit_first = false;
  std::uint32_t orientation = 1;
  std::uint32_t fax_options = 0;
  Dimensions chunk;  ///< of a tile; or of a strip, whose last one may be shorter
  bool tiled = false;
  std::vector<std::uint64_t> offsets;      ///< of each strip or tile
  std::vector<std::uint64_t> byte_counts;  ///< of each strip or tile
  std::vector<std::uint64_t> color_map;
  ByteSpan jpeg_tables;
  ByteSpan icc;
  ByteSpan old_jpeg;  ///< a whole JPEG stream, if there is one
  std::array<std::vector<std::uint64_t>, 3> old_jpeg_tables;  ///< offsets: quantization, DC, AC
  std::uint32_t subsampling_x = 2;
  std::uint32_t subsampling_y = 2;
  TiffYcbcrLevels ycbcr_levels;
  std::uint64_t pages = 1;

  /// Samples of one pixel in one chunk.
  std::uint32_t samples_together() const { return planar ? 1 : samples; }
  std::uint32_t chunks_across() const { return (size.width + chunk.width - 1) / chunk.width; }
  std::uint32_t chunks_down() const { return (size.height + chunk.height - 1) / chunk.height; }
  /// Strips or tiles, in planar files those of each kind of sample.
  std::uint64_t chunks() const {
    return std::uint64_t{chunks_across()} * chunks_down() * (planar ? samples : 1);
  }
};

/// Where the directories of the pages stand in the file, in their order.
/// CORRUPT_IMAGE.
Result<std::vector<std::uint64_t>> tiff_pages(ByteSpan bytes);
/// Makes a page the first of a file that has it: its directory stands at
/// `offset`.
void begin_tiff_with(std::uint64_t offset, std::span<std::uint8_t> file);

/// CORRUPT_IMAGE, UNSUPPORTED_FORMAT (naming what) or LIMIT_EXCEEDED.
/// \param any  takes compressions and colours that the core does not read as well; the caller looks
///             at them.
Result<TiffImage> read_tiff_directory(ByteSpan bytes, const Limits& limits, bool any = false);

}  // namespace lectern
