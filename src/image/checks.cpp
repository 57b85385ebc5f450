#include "image/checks.h"

#include <algorithm>

namespace lectern {
namespace {

/// What libpng takes by default. A row is held whole, and so is what its pixels weigh in a smaller
/// picture.
constexpr std::uint32_t kMostSide = 1'000'000;
constexpr std::uint64_t kAnimationFactor = 20;
/// To begin a frame, in units of work.
constexpr std::uint64_t kFrameWork = 10'000;

}  // namespace

Result<void> check_pixels(Dimensions size, const Limits& limits) {
  if (size.width == 0 || size.height == 0) {
    return fail(ErrorCode::kCorruptImage, {"the header says {} pixels", size});
  }
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  if (pixels > limits.max_pixels) {
    return fail(ErrorCode::kLimitExceeded,
                {"{} is {,} pixels, more than the limit of {,}", size, pixels, limits.max_pixels});
  }
  if (std::max(size.width, size.height) > kMostSide) {
    return fail(ErrorCode::kLimitExceeded,
                {"{} has more than {,} pixels on a side", size, kMostSide});
  }
  return {};
}

Result<void> check_decoded_bytes(std::uint64_t needed, std::string_view what,
                                 const Limits& limits) {
  if (needed <= limits.max_decoded_bytes) return {};
  return fail(ErrorCode::kLimitExceeded, {"{} need {,} bytes of memory, more than the limit of {,}",
                                          what, needed, limits.max_decoded_bytes});
}

Result<void> check_animation_pixels(std::uint64_t all_frames, const Limits& limits) {
  if (all_frames / kAnimationFactor <= limits.max_pixels) return {};
  return fail(ErrorCode::kLimitExceeded, {"the animation has more than {,} x {} pixels in all",
                                          limits.max_pixels, kAnimationFactor});
}

Result<void> spend_on_frame(Dimensions size, std::uint64_t each, WorkBudget& work) {
  constexpr std::string_view kWhat = "the frames of the animation";
  LECTERN_CHECK(work.spend(kWhat, 1, kFrameWork));
  return work.spend(kWhat, std::uint64_t{size.width} * size.height, each);
}

}  // namespace lectern
