// Windows icons and cursors (Microsoft ICONDIR): the largest entry, as PNG or bitmap with a mask.
#pragma once

#include <span>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

inline constexpr std::size_t kIconDirectoryBytes = 6;
inline constexpr std::size_t kIconEntryBytes = 16;

bool sniff_ico(ByteSpan bytes);

/// Decodes the largest entry to prove it. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
Result<ImageInfo> verify_ico(ByteSpan bytes, const Limits& limits);

/// Where the directory entries of the pictures stand in the file, in their order. CORRUPT_IMAGE.
Result<std::vector<std::uint64_t>> icon_pictures(ByteSpan bytes);
/// Makes the picture whose entry stands at `entry` of `icon` the only one of `file`, a copy of it.
void keep_icon_picture(ByteSpan icon, std::uint64_t entry, std::span<std::uint8_t> file);

Result<void> decode_ico(ByteSpan bytes, const Limits& limits, RowSink& sink);

}  // namespace lectern
