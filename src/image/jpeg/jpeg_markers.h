// The segments of a JPEG file before its first scan (ITU-T T.81, annex B).
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/tool_result.h"

namespace lectern {

struct JpegHeader {
  Dimensions size;
  std::uint32_t precision_bits = 8;
  std::uint32_t components = 0;
  std::uint32_t adobe_transform = 0;
  bool adobe = false;
  bool progressive = false;
  bool arithmetic = false;
  bool lossless = false;
  bool hierarchical = false;
  std::uint32_t orientation = 1;  ///< EXIF 1-8
  bool exif = false;              ///< EXIF says more than the orientation
  /// The colour profile's parts (ICC.1 annex B.4) in the file's order.
  struct ProfilePart {
    std::uint8_t number = 0;
    ByteSpan data;
  };
  std::vector<ProfilePart> profile_parts;
  /// Bytes that all coefficients take when the picture comes in more than one scan.
  std::uint64_t coefficient_bytes = 0;
  /// All components come in the first scan of a sequential picture.
  bool single_scan = false;
};

/// CORRUPT_IMAGE when there is no frame header or a segment is cut off. `bytes` must outlive the
/// result.
Result<JpegHeader> read_jpeg_header(ByteSpan bytes);

}  // namespace lectern
