// Compressed text and colour profiles inside a PNG (zTXt, iTXt, iCCP): are they small enough for
// the decoders that unpack them?
#pragma once

#include <cstdint>

#include "image/png/png_chunks.h"

namespace lectern {

/// Bytes that `chunk` inflates to, counted up to `most` + 1; 0 when it is not compressed.
/// Nullopt when its data is damaged, which decoders treat differently.
std::optional<std::uint64_t> inflated_text_bytes(const PngChunk& chunk, std::uint64_t most);

/// The colour profile of an iCCP chunk; empty when its data is damaged or unpacks to more than
/// `most` bytes.
ByteVector inflated_profile(const PngChunk& chunk, std::uint64_t most);

}  // namespace lectern
