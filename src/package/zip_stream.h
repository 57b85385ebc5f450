// The bytes of one member of a ZIP archive: stored or deflated, checked against the size and the
// CRC-32 that the directory has.
#pragma once

#include <memory>
#include <string_view>

#include "package/package.h"

namespace lectern {

/// General purpose flags (APPNOTE 4.4.4).
inline constexpr std::uint16_t kZipEncrypted = 1;
inline constexpr std::uint16_t kZipSizesBehind = 1 << 3;
inline constexpr std::uint16_t kZipStrong = 1 << 6;
inline constexpr std::uint16_t kZipUtf8 = 1 << 11;

/// ENCRYPTED, UNSUPPORTED_FORMAT.
Result<std::unique_ptr<MemberStream>> open_zip_stream(ByteWindow& window, const Member& member,
                                                      std::string_view password);

}  // namespace lectern
