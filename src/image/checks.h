// Checks that every picture format shares: sizes against the limits, before memory is taken.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "base/limits.h"
#include "base/tool_result.h"
#include "base/work_budget.h"

namespace lectern {

/// CORRUPT_IMAGE for a side of zero; LIMIT_EXCEEDED above `limits.max_pixels`, and for a side of
/// more than a million, with the numbers.
Result<void> check_pixels(Dimensions size, const Limits& limits);

/// LIMIT_EXCEEDED when decoding must hold more than `limits.max_decoded_bytes` at a time.
/// \param what  what takes the memory: "progressive JPEG coefficients".
Result<void> check_decoded_bytes(std::uint64_t needed, std::string_view what, const Limits& limits);

/// LIMIT_EXCEEDED when the frames of an animation together have more than 20 times
/// `limits.max_pixels`: a small file can hold any number of large empty frames.
Result<void> check_animation_pixels(std::uint64_t all_frames, const Limits& limits);

/// Spends what decoding a frame of an animation and drawing it over the others takes.
/// \param each  what each of its pixels takes, in units of work
Result<void> spend_on_frame(Dimensions size, std::uint64_t each, WorkBudget& work);

}  // namespace lectern
