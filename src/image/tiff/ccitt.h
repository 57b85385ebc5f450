// Fax compression of black and white pictures: ITU-T T.4 (group 3, one and two dimensions, and its
// run lengths alone) and T.6 (group 4). No uncompressed mode.
#pragma once

#include "base/error.h"
#include "base/tool_result.h"

namespace lectern {

enum class CcittCoding : std::uint8_t {
  kRunLengths,  ///< each row begins at a byte, without end-of-line codes
  kGroup3,
  kGroup3TwoDimensional,
  kGroup4,
};

struct CcittSettings {
  CcittCoding coding = CcittCoding::kGroup4;
  Dimensions size;
};

/// Rows of one bit a pixel, padded to bytes, the high bit first; 1 is black. CORRUPT_IMAGE when a
/// code is unknown or rows are missing.
Result<ByteVector> decode_ccitt(ByteSpan data, const CcittSettings& settings);

}  // namespace lectern
