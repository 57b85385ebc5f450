#include "image/color_profile.h"

namespace lectern {
namespace {

constexpr std::size_t kProfileHeaderBytes = 128;
constexpr std::size_t kColorSpaceAt = 16;
constexpr std::size_t kSignatureAt = 36;

}  // namespace

ColorProfile keep_profile(ByteSpan icc) {
  ColorProfile profile;
  profile.bytes = icc.size();
  if (icc.size() <= kMaxProfileBytes) profile.icc.assign(icc.begin(), icc.end());
  return profile;
}

ProfileColors profile_colors(ByteSpan icc) {
  if (icc.size() < kProfileHeaderBytes || !has_bytes_at(icc, kSignatureAt, "acsp")) {
    return ProfileColors::kOther;
  }
  if (has_bytes_at(icc, kColorSpaceAt, "RGB ")) return ProfileColors::kRgb;
  if (has_bytes_at(icc, kColorSpaceAt, "GRAY")) return ProfileColors::kGray;
  return ProfileColors::kOther;
}

}  // namespace lectern
