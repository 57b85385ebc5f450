// JPEG inside of TIFF: technical note 2 (compression 7) and the older section 22 (compression 6).
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/pixels.h"
#include "image/tiff/tiff_directory.h"

namespace lectern {

/// How many pixels the JPEG data of all strips or tiles may have by their own headers: a few times
/// those of the picture, whatever a tile's share of them is, and how often they are gone over.
class TiffJpegPixels {
 public:
  explicit TiffJpegPixels(const TiffImage& image);

  /// LIMIT_EXCEEDED when they are too many with those of a JPEG that is `size` large and has so
  /// many scans.
  Result<void> add(Dimensions size, std::uint64_t scans);

 private:
  std::uint64_t most_;
  std::uint64_t seen_ = 0;
  std::uint64_t most_scanned_;
  std::uint64_t scanned_ = 0;
};

/// The picture of one strip or tile. CORRUPT_IMAGE, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
/// \param file      the whole file, for the older kind's tables.
/// \param is_shown  false: it is unpacked as a proof, and one pixel stands for it.
Result<Pixels> decode_tiff_jpeg(ByteSpan file, ByteSpan chunk, const TiffImage& image,
                                Dimensions size, bool is_shown, TiffJpegPixels& pixels,
                                const Limits& limits);

}  // namespace lectern
