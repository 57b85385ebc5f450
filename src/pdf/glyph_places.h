// Where a page's glyphs stand, by which what is drawn twice is recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/fxcrt/fx_coordinates.h"

namespace lectern {

/// A hash table of the places of each character in each cell of a page. A search ends after a fixed
/// number of steps, so a file that chooses places for their hashes costs no more than another: what
/// finds no room is forgotten.
class GlyphPlaces {
 public:
  /// Whether `c` stands already within `near` points of `at`, beside and above; if not, it does
  /// now. Looks no farther than two points.
  bool is_repeated(char32_t c, const CFX_PointF& at, float near);
  void clear();

 private:
  struct Place {
    std::uint64_t key = 0;  ///< 0: free
    CFX_PointF at;
  };

  /// A free slot for a key; null where there is none.
  Place* free_slot(std::uint64_t key);
  void grow();

  std::vector<Place> slots_;  ///< a power of two of them, at least half of them free
  std::size_t count_ = 0;
};

}  // namespace lectern
