// Pictures of binary Office files (BLIPs, [MS-ODRAW] 2.2.23).
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern {

/// Where the bytes of a picture are.
struct OfficeBlip {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  /// Deflated, as metafiles are.
  bool is_packed = false;
  /// A bitmap without the header of a file.
  bool is_bare_bitmap = false;
};

/// The record of a picture at `offset`; nothing when another one stands there.
std::optional<OfficeBlip> blip_at(ByteSpan bytes, std::uint64_t offset);

/// The picture as a file, or its first `max_bytes` when `whole` is false.
/// \returns LIMIT_EXCEEDED, or CORRUPT_DOCUMENT with the bare reason.
Result<ByteVector> blip_file(ByteSpan bytes, const OfficeBlip& blip, std::uint64_t max_bytes,
                             bool whole);

}  // namespace lectern
