// The frames of an APNG (W3C PNG specification, third edition, sections 11.3.6 and 12.11).
#pragma once

#include <cstdint>
#include <optional>

#include "base/error.h"
#include "base/limits.h"
#include "image/animation.h"

namespace lectern {

/// What an fcTL chunk says.
struct ApngFrameControl {
  std::uint32_t sequence = 0;
  Dimensions size;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint64_t delay_ms = 0;
  std::uint8_t disposal = 0;  ///< 0 to 2: keep, background, previous
  std::uint8_t blending = 0;  ///< 0 or 1: replace, draw over
};

/// Nullopt when the chunk is cut off. The values are as stored.
std::optional<ApngFrameControl> parse_frame_control(ByteSpan chunk_data);

/// Decodes the frames of an APNG that verify_png has accepted, one at a time: LIMIT_EXCEEDED. The
/// default image is one of them only when it has an fcTL.
Result<void> animate_png(ByteSpan bytes, const Limits& limits, FrameSink& sink);

}  // namespace lectern
