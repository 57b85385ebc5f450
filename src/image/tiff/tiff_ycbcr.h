// YCbCr to RGB with the coefficients and reference levels that a TIFF names (TIFF 6.0, sections 20
// and 21), to the same numbers as libtiff.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace lectern {

struct TiffYcbcrLevels {
  std::array<float, 3> luminance{0.299F, 0.587F, 0.114F};      ///< shares of red, green and blue
  std::array<float, 6> reference{0, 255, 128, 255, 128, 255};  ///< black and white of Y, Cb and Cr

  friend bool operator==(const TiffYcbcrLevels&, const TiffYcbcrLevels&) = default;
};

class TiffYcbcr {
 public:
  /// `levels` may hold any numbers.
  explicit TiffYcbcr(const TiffYcbcrLevels& levels);

  /// Writes the RGBA of one pixel.
  void convert(std::span<const std::uint8_t, 3> ycbcr, std::span<std::uint8_t, 4> rgba) const;

 private:
  using Table = std::array<std::int32_t, 256>;
  Table luminance_;
  Table red_of_cr_;
  Table green_of_cr_;  ///< with kFractionBits more than the others
  Table green_of_cb_;
  Table blue_of_cb_;
};

}  // namespace lectern
