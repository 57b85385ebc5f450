// From TIFF samples of any size to RGBA8 (TIFF 6.0, sections 3-8, 16-19).
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "image/tiff/tiff_directory.h"

namespace lectern {

/// Bytes of one row of a strip or tile: rows begin at whole bytes.
std::size_t tiff_row_bytes(const TiffImage& image, std::uint32_t width);

/// Converts one row. Signed samples are taken by their bits, as libtiff does it; floating point is
/// cut to 0-1. Colours are not managed.
/// \param rows  the row's samples: one span, or one for each plane. Big endian when
///              `big_endian` says so, else in the file's order.
/// \param rgba  four bytes for each pixel to convert.
void convert_tiff_row(const TiffImage& image, std::span<const ByteSpan> rows, bool big_endian,
                      std::span<std::uint8_t> rgba);

}  // namespace lectern
