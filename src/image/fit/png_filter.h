// The filter of a PNG's row.
#pragma once

#include <cstddef>

#include "base/bytes.h"

namespace lectern {

enum class PngFilter { kNone, kSub, kUp, kAverage };

/// The filter that leaves the least, counted from 0 in either direction: what libspng would choose
/// of these, in a fraction of the time. \param above  the row before it, of the same length; zeros
/// for the first
PngFilter best_png_filter(ByteSpan above, ByteSpan row, std::size_t pixel_bytes);

}  // namespace lectern
