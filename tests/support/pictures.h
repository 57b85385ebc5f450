// Pictures made in code, so that the tests need no files.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "image/pixels.h"

namespace lectern::testing {

/// A smooth opaque picture in which no two neighbours are equal.
Pixels gradient(Dimensions size);

/// Opaque noise, the same on each call: no encoder makes it small.
Pixels noise(Dimensions size);

/// One colour, R, G, B, A from the high byte down.
Pixels plain(Dimensions size, std::uint32_t color);

ByteVector png_of(const Pixels& pixels);
/// `png` with a further chunk in front of its first chunk of the type `before`.
ByteVector with_chunk(ByteVector png, std::string_view before, std::string_view type,
                      ByteSpan data);
/// \param orientation  EXIF 1-8; 0 writes no EXIF.
ByteVector jpeg_of(const Pixels& pixels, std::uint8_t orientation = 0);

/// A GIF of `frames` frames, each of one colour of a palette of two, uncompressed in its codes.
ByteVector gif_of(Dimensions size, std::uint32_t frames);

/// Where `text` first stands in the bytes; fails the test when it does not.
std::size_t position_of(ByteSpan bytes, std::string_view text);

}  // namespace lectern::testing
