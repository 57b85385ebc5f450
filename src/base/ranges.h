// What a request selects: pages, cells, lines, a part of a picture.
#pragma once

#include <cstdint>
#include <optional>

namespace lectern {

/// Inclusive, 1-based; first <= last. "2,7-9" is {2,2},{7,9}.
struct NumberRange {
  std::uint64_t first = 1;  ///< at least 1
  std::uint64_t last = 1;   ///< at least `first`
  /// Member by member.
  bool operator==(const NumberRange&) const = default;
};

/// Lines of a text, 1-based and inclusive. "1-40,900-" is {1,40},{900,}.
struct LineRange {
  std::uint64_t first = 1;                           ///< at least 1
  std::optional<std::uint64_t> last = std::nullopt;  ///< at least `first`; absent: to the end
  /// Member by member.
  bool operator==(const LineRange&) const = default;
};

/// A rectangle in pixels of the upright image; the origin is the upper left corner.
struct PixelRegion {
  std::uint32_t x = 0;       ///< from the left edge
  std::uint32_t y = 0;       ///< from the upper edge
  std::uint32_t width = 0;   ///< at least 1
  std::uint32_t height = 0;  ///< at least 1
  /// Member by member.
  bool operator==(const PixelRegion&) const = default;
};

}  // namespace lectern
