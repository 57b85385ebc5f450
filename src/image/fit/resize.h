// Scaling down by Lanczos' kernel with three lobes, stretched over all source pixels (so that
// large factors average and never skip), in gamma-encoded values with premultiplied alpha, as
// browsers and providers do it. Never scales up.
#pragma once

#include <memory>
#include <optional>

#include "base/request.h"
#include "image/orient.h"
#include "image/pixels.h"

namespace lectern {

/// Takes the rows of a picture, or of a region of it, and keeps the scaled ones only: memory grows
/// with the target and the width of a row, not with the source.
class ScalingSink final : public RowSink {
 public:
  /// \param region     part of the source to keep; nullopt keeps all of it. It must lie inside.
  /// \param target     size of the result, on neither axis larger than the source or its region.
  /// \param max_bytes  LIMIT_EXCEEDED when the result needs more.
  /// \param orientation  of the source: what is taken is upright.
  ScalingSink(std::optional<PixelRegion> region, Dimensions target, std::uint64_t max_bytes,
              std::uint32_t orientation = 1);
  ~ScalingSink() override;

  Result<void> begin(Dimensions source) override;
  void row(ByteSpan rgba) override;
  void same_row(ByteSpan rgba) override;

  /// The scaled picture, upright. INTERNAL when rows are missing.
  Result<Pixels> take();

 private:
  friend Pixels scaled_over(Pixels pixels, Dimensions target);
  struct Scaler;

  void take_row(ByteSpan rgba, bool is_same);

  std::optional<PixelRegion> region_;
  Dimensions target_;
  std::uint64_t max_bytes_;
  std::uint32_t orientation_;
  std::optional<Pixels> result_;  ///< upright
  std::optional<UprightRows> upright_;
  std::unique_ptr<Scaler> scaler_;  ///< null when the size stays
  std::uint32_t next_row_ = 0;      ///< of the source
  std::uint32_t rows_kept_ = 0;     ///< of the region
};

/// The same for pixels in memory.
Result<Pixels> scaled_pixels(PixelView pixels, Dimensions target, std::uint64_t max_bytes);

/// The same of pixels that are given up, in the memory that they had.
Pixels scaled_over(Pixels pixels, Dimensions target);

}  // namespace lectern
