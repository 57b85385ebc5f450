// Colour profiles (ICC.1:2022) on their way from a file into its new encoding. Profiles are passed
// on, never applied.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace lectern {

/// Larger profiles are not worth a model's bytes.
inline constexpr std::size_t kMaxProfileBytes = 64u << 10;

struct ColorProfile {
  ByteVector icc;           ///< empty when there is none or it has more than kMaxProfileBytes
  std::uint64_t bytes = 0;  ///< of the profile in the file; 0 when there is none
};

/// A copy of `icc` as far as it may be kept.
ColorProfile keep_profile(ByteSpan icc);

enum class ProfileColors : std::uint8_t { kGray, kRgb, kOther };

/// The colours that the profile describes; kOther when its header is damaged.
ProfileColors profile_colors(ByteSpan icc);

}  // namespace lectern
