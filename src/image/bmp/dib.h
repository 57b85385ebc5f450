// Device-independent bitmaps: what a BMP file holds after its file header and an icon holds for
// each size (Microsoft, BITMAPCOREHEADER to BITMAPV5HEADER; OS/2 2.x headers). 1, 4, 8, 16, 24 and
// 32 bits, bit fields, RLE4, RLE8. Not supported: 2 bits, RLE24, Huffman, alpha bit fields of
// Windows CE. Embedded JPEG and PNG are found, not decoded.
#pragma once

#include <array>
#include <cstdint>

#include "base/error.h"
#include "base/limits.h"
#include "image/pixels.h"

namespace lectern {

enum class DibCompression : std::uint8_t { kNone, kRle8, kRle4, kBitFields, kJpeg, kPng };

struct Dib {
  Dimensions size;
  bool top_down = false;
  std::uint32_t bits_per_pixel = 0;
  DibCompression compression = DibCompression::kNone;
  /// Red, green, blue, alpha; 0 where there is none.
  std::array<std::uint32_t, 4> masks{};
  ByteSpan palette;
  std::uint32_t palette_entry_bytes = 4;  ///< blue, green, red and maybe a spare byte
  /// From the first pixel to the end of the bytes.
  ByteSpan data;

  bool has_alpha() const { return masks[3] != 0; }
  /// Bytes of one uncompressed row, padded to four.
  std::size_t row_bytes() const { return (std::size_t{size.width} * bits_per_pixel + 31) / 32 * 4; }
};

/// Parses the header at the start of `bytes`.
/// \param data_offset  of the pixels from the start of `bytes`; if it is in the header or at its
///                     end, they follow the palette.
/// \param icon         the height counts the picture and its mask.
/// CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<Dib> parse_dib(ByteSpan bytes, std::size_t data_offset, bool icon, const Limits& limits);

/// Decodes into `sink`, upright. CORRUPT_IMAGE when pixels are missing. RLE holds one byte a pixel.
Result<void> decode_dib(const Dib& dib, const Limits& limits, RowSink& sink);

}  // namespace lectern
