// What model providers accept: the one table of their limits for images and PDFs. Every number has
// its source and date beside it, so that it is corrected in one place.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "base/request.h"

namespace lectern {

/// No limit of this kind.
inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

struct ProviderProfile {
  Provider provider;
  /// As in the options: "anthropic".
  std::string_view name;

  // What a picture must fit, or the request is refused.
  bool takes_gif = true;
  bool takes_webp = true;
  /// An animation is taken, if only for its first frame.
  bool takes_animation = true;
  std::uint64_t max_image_base64_bytes = kUnlimited;
  std::uint64_t max_image_side = kUnlimited;  ///< pixels
  /// With more images than this in one request, `many_images_side` holds for each of them.
  std::uint64_t many_images_above = kUnlimited;
  std::uint64_t many_images_side = kUnlimited;  ///< pixels
  std::uint64_t max_images = kUnlimited;        ///< in one request
  std::uint64_t max_request_bytes = kUnlimited;

  // What a picture is scaled down to by the provider anyway; more only costs time.
  std::uint64_t useful_side = kUnlimited;     ///< pixels
  std::uint64_t useful_patches = kUnlimited;  ///< ceil(width / patch) * ceil(height / patch)
  std::uint64_t patch_side = 1;               ///< pixels

  // What a PDF must fit.
  std::uint64_t max_pdf_bytes = kUnlimited;  ///< raw
  std::uint64_t max_pdf_pages = kUnlimited;

  std::string_view source;
  std::string_view date;  ///< when the numbers were collected, year and month
};

std::span<const ProviderProfile> provider_profiles();
const ProviderProfile& profile_of(Provider provider);

}  // namespace lectern
