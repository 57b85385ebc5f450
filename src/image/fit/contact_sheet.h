// An animation as one picture: some of its frames side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "image/codecs.h"
#include "image/fit/fit.h"
#include "image/pixels.h"

namespace lectern {

/// One frame of a contact sheet.
struct SheetFrame {
  std::uint64_t number = 1;   ///< in the animation, from 1
  std::uint64_t time_ms = 0;  ///< at which it is first seen
};

/// How a contact sheet is laid out: row by row, with lines of kSheetGap pixels between the cells.
struct SheetLayout {
  std::uint32_t columns = 1;
  Dimensions cell;  ///< of each frame, upright
  std::vector<SheetFrame> frames;
};

inline constexpr std::uint32_t kSheetGap = 4;  ///< pixels

struct ContactSheet {
  SheetLayout layout;
  Pixels pixels;
};

/// Frames evenly spread over the animation, at most 9, the first and the last among them.
/// \param info  of a file with several frames that `codec` has verified; `codec.animate` is set.
/// \returns LIMIT_EXCEEDED, or what decoding a frame gives.
Result<ContactSheet> make_contact_sheet(ByteSpan bytes, const ImageCodec& codec,
                                        const ImageInfo& info, const FitLimits& fit,
                                        const Limits& limits);

}  // namespace lectern
