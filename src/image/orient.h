// Turning pictures upright by their EXIF orientation (CIPA DC-008 2023, tag 0x0112).
#pragma once

#include <cstdint>
#include <span>

#include "base/request.h"
#include "image/pixels.h"

namespace lectern {

/// The size of the upright picture.
Dimensions upright_size(Dimensions stored, std::uint32_t orientation);

/// The part of the stored picture that shows `region` of the upright one. `region` must lie inside.
PixelRegion stored_region(PixelRegion region, Dimensions stored, std::uint32_t orientation);

/// Writes the rows of a stored picture, from its top to its bottom, where they are upright. Rows
/// that become columns are written several at once: one pixel of each at a time would be a jump in
/// memory for every pixel.
class UprightRows {
 public:
  UprightRows(Dimensions stored, std::uint32_t orientation);

  /// Room for the next row, which is to be filled before it is `written`.
  /// \param upright  of upright_size(stored, orientation), the same each time
  std::span<std::uint8_t> room(Pixels& upright);
  void written(Pixels& upright);
  /// The same for a row that is there.
  void put(ByteSpan row, Pixels& upright);

 private:
  void write_columns(Pixels& upright) const;

  Dimensions stored_;
  std::uint32_t orientation_;
  std::uint32_t next_ = 0;     ///< of the stored rows
  std::uint32_t held_ = 1;     ///< rows that are written at once
  std::uint32_t waiting_ = 0;  ///< rows before it that are not written yet
  ByteVector rows_;            ///< room for them
};

/// The upright picture; `pixels` itself for orientation 1. \param max_bytes  for both: where they
/// do not fit beside each other, the picture is turned where it is, which takes several times as
/// long.
Result<Pixels> turned_upright(Pixels pixels, std::uint32_t orientation, std::uint64_t max_bytes);

}  // namespace lectern
