// Width and height.
#pragma once

#include <cstdint>

namespace lectern {

/// The size of a picture.
struct Dimensions {
  std::uint32_t width = 0;   ///< pixels
  std::uint32_t height = 0;  ///< pixels
  /// Member by member.
  bool operator==(const Dimensions&) const = default;
};

}  // namespace lectern
