#include "image/checks.h"

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::uint64_t kAnimationFactor = 20;

}  // namespace

std::string to_string(Dimensions size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

Result<void> check_pixels(Dimensions size, const Limits& limits) {
  if (size.width == 0 || size.height == 0) {
    return fail(ErrorCode::kCorruptImage, "the header says " + to_string(size) + " pixels");
  }
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  if (pixels > limits.max_pixels) {
    return fail(ErrorCode::kLimitExceeded, to_string(size) + " is " + with_thousands(pixels) +
                                               " pixels, more than the limit of " +
                                               with_thousands(limits.max_pixels));
  }
  return {};
}

Result<void> check_decoded_bytes(std::uint64_t needed, std::string_view what,
                                 const Limits& limits) {
  if (needed <= limits.max_decoded_bytes) return {};
  return fail(ErrorCode::kLimitExceeded, std::string(what) + " need " + with_thousands(needed) +
                                             " bytes of memory, more than the limit of " +
                                             with_thousands(limits.max_decoded_bytes));
}

Result<void> check_animation_pixels(std::uint64_t all_frames, const Limits& limits) {
  if (all_frames / kAnimationFactor <= limits.max_pixels) return {};
  return fail(ErrorCode::kLimitExceeded, "the animation has more than " +
                                             with_thousands(limits.max_pixels) + " x " +
                                             std::to_string(kAnimationFactor) + " pixels in all");
}

}  // namespace lectern
