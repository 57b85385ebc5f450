// What the readers of this folder learn about a picture while they prove that it decodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tool_result.h"
#include "image/color_profile.h"

namespace lectern {

enum class ImageFormat : std::uint8_t {
  kPng,
  kJpeg,
  kGif,
  kWebp,
  kBmp,
  kIco,
  kTiff,
  kAvif,
  kHeic,
  kOther  ///< left to the module `pictures`
};

struct ImageInfo {
  ImageFormat format = ImageFormat::kPng;
  /// As stored: EXIF orientation is not applied.
  Dimensions size;
  std::uint32_t bit_depth = 8;  ///< bits of one channel, or of a palette index
  std::string color_type;       ///< "rgb", "rgba", "gray", "gray-alpha", "indexed", "ycbcr", "cmyk"
  bool alpha = false;           ///< at least one pixel may be transparent
  std::uint32_t orientation = 1;  ///< EXIF 1-8; 1 is upright
  std::uint64_t frames = 1;
  std::uint64_t duration_ms = 0;  ///< of one loop of the animation; 0 for a still picture
  /// Decodable here, but some decoder of a provider may refuse the file as it is: it is encoded
  /// anew whenever a provider is set. The reason is one of `warnings`.
  bool fragile = false;
  /// Pixels are missing or wrong (`lenientImages`), or frames that are not shown: the file is never
  /// delivered as it is.
  bool damaged = false;
  /// Bytes of the file behind what is proven.
  std::uint64_t bytes_after = 0;
  /// What they are to be replaced by, where the file is damaged with them.
  std::string_view end_mark;
  /// Photographic: encoded with loss, so that JPEG is no harm to it.
  bool lossy = false;
  /// There is EXIF data that says more than which way up the picture is.
  bool exif = false;
  ColorProfile profile;
  std::vector<std::string> warnings;
};

}  // namespace lectern
