// GIF's variant of LZW (CompuServe GIF89a specification, appendix F): variable code length, codes
// packed from the low bit on, deferred clear codes allowed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern {

/// Pixels that the data holds, counted without producing them, up to `most`. CORRUPT_IMAGE when a
/// code points past the table; an end before `most` pixels is no error here.
/// \param data_blocks  sub-blocks with their length bytes.
Result<std::uint64_t> count_gif_pixels(ByteSpan data_blocks, std::uint32_t min_code_bits,
                                       std::uint64_t most);

/// Palette indexes of a frame, in the order of the file (interlaced rows are not sorted). Stops
/// when `indexes` is full. CORRUPT_IMAGE as above, or when the data ends before.
Result<void> decode_gif_pixels(ByteSpan data_blocks, std::uint32_t min_code_bits,
                               std::span<std::uint8_t> indexes);

}  // namespace lectern
