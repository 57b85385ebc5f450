// YCbCr to RGB with the coefficients and reference levels that a TIFF names (TIFF 6.0, sections 20
// and 21), to the same numbers as libtiff.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lectern {

class TiffYcbcr {
 public:
  /// \param coefficients  tag 529: the shares of red, green and blue in the luminance.
  /// \param levels        tag 532: black and white of Y, Cb and Cr.
  /// Either may be empty, or of another size than 3 and 6: then the usual ones are taken.
  TiffYcbcr(const std::vector<float>& coefficients, const std::vector<float>& levels);

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
