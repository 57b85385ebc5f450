// What a picture must look like to fit its provider: which size, which bytes. Pure arithmetic.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "base/provider.h"
#include "base/request.h"
#include "base/tool_result.h"

namespace lectern {

/// What is left for the next picture of a request.
struct FitLimits {
  std::uint64_t max_side = kUnlimited;  ///< pixels
  std::uint64_t max_patches = kUnlimited;
  std::uint64_t patch_side = 1;  ///< pixels
  std::uint64_t max_base64_bytes = kUnlimited;
};

/// Bounds for one more picture after those of the request (`options`) and of this result.
/// `options.image.full_resolution` leaves only what the provider refuses, not what it scales down.
/// LIMIT_EXCEEDED when the request takes no more images or bytes.
Result<FitLimits> fit_limits(const ReadOptions& options, std::uint64_t images_used,
                             std::uint64_t base64_bytes_used);

/// Those of a picture that can be drawn in any size: nothing where parts of it are asked for, which
/// are counted in its own pixels.
FitLimits drawing_limits(const ReadRequest& request, const ReadOptions& options);

/// The largest size of the same shape within the limits; never larger than `size`. The long side is
/// as long as can be, the short side is rounded half to even, as Anthropic does it:
/// 1075x1520 becomes 924x1307 in its standard tier.
Dimensions fitted_size(Dimensions size, const FitLimits& limits);

/// `size` with its long side scaled to `long_side`, which is at least 1 and not longer.
Dimensions with_long_side(Dimensions size, std::uint32_t long_side);

}  // namespace lectern
