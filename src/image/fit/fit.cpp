#include "image/fit/fit.h"

#include <algorithm>

#include "base/format.h"

namespace lectern {
namespace {

/// numerator / denominator, a half to the even neighbour, at least 1.
std::uint32_t rounded_side(std::uint64_t numerator, std::uint64_t denominator) {
  const std::uint64_t whole = numerator / denominator;
  const std::uint64_t twice_rest = numerator % denominator * 2;
  const bool up = twice_rest > denominator || (twice_rest == denominator && whole % 2 == 1);
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, whole + (up ? 1 : 0)));
}

bool fits(Dimensions size, const FitLimits& limits) {
  const auto patches = [&](std::uint64_t side) {
    return (side + limits.patch_side - 1) / limits.patch_side;
  };
  return std::max(size.width, size.height) <= limits.max_side &&
         patches(size.width) * patches(size.height) <= limits.max_patches;
}

}  // namespace

Result<FitLimits> fit_limits(const ReadOptions& options, std::uint64_t images_used,
                             std::uint64_t base64_bytes_used) {
  const ProviderProfile& profile = profile_of(options.provider);
  const std::uint64_t images = options.host.images_in_request + images_used;
  if (images >= profile.max_images) {
    return fail(
        ErrorCode::kLimitExceeded,
        {"the request holds {image} already, the most that {} takes", images, profile.name});
  }
  const std::uint64_t bytes = options.host.bytes_in_request + base64_bytes_used;
  if (bytes >= profile.max_request_bytes) {
    return fail(ErrorCode::kLimitExceeded, {"the request holds {byte} already, {} takes {,}", bytes,
                                            profile.name, profile.max_request_bytes});
  }
  FitLimits limits;
  limits.max_side = profile.max_image_side;
  if (images + 1 > profile.many_images_above) {
    limits.max_side = std::min(limits.max_side, profile.many_images_side);
  }
  if (!options.image.full_resolution) {
    limits.max_side = std::min(limits.max_side, profile.useful_side);
    limits.max_patches = profile.useful_patches;
    limits.patch_side = profile.patch_side;
  }
  limits.max_base64_bytes =
      std::min(profile.max_image_base64_bytes, profile.max_request_bytes - bytes);
  return limits;
}

FitLimits drawing_limits(const ReadRequest& request, const ReadOptions& options) {
  if (request.region || options.image.tile) return {};
  return fit_limits(options, 0, 0).value_or(FitLimits{});
}

Dimensions with_long_side(Dimensions size, std::uint32_t long_side) {
  const std::uint32_t longest = std::max(size.width, size.height);
  const std::uint64_t shortest = std::min(size.width, size.height);
  const std::uint32_t short_side = rounded_side(shortest * long_side, longest);
  return size.width >= size.height ? Dimensions{long_side, short_side}
                                   : Dimensions{short_side, long_side};
}

Dimensions fitted_size(Dimensions size, const FitLimits& limits) {
  if (fits(size, limits)) return size;
  std::uint32_t low = 1;  // the longest long side known to fit
  std::uint32_t high = std::max(size.width, size.height);
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (fits(with_long_side(size, middle), limits) ? low : high) = middle;
  }
  return with_long_side(size, low);
}

}  // namespace lectern
