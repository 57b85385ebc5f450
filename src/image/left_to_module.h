// Signatures of the formats that only the module `pictures` decodes. They are in the core, for
// detection.
#pragma once

#include <string_view>

#include "base/bytes.h"

namespace lectern {

inline constexpr std::string_view kPnmMime = "image/x-portable-anymap";
inline constexpr std::string_view kTgaMime = "image/x-tga";
inline constexpr std::string_view kPcxMime = "image/x-pcx";
inline constexpr std::string_view kQoiMime = "image/qoi";
inline constexpr std::string_view kJpeg2000Mime = "image/jp2";
inline constexpr std::string_view kJpegXlMime = "image/jxl";
/// How a TGA of version 2 ends.
inline constexpr std::string_view kTgaEnd{"TRUEVISION-XFILE.\0", 18};

bool sniff_qoi(ByteSpan bytes);
/// P1 to P6 with their two or three numbers, or P7. Texts may begin like this.
bool sniff_pnm(ByteSpan bytes);
bool sniff_pcx(ByteSpan bytes);
/// A header that a TGA could have: not enough to know one by.
bool sniff_tga(ByteSpan bytes);
/// In its boxes, or a bare code stream.
bool sniff_jpeg2000(ByteSpan bytes);
bool sniff_jpeg_xl(ByteSpan bytes);

}  // namespace lectern
