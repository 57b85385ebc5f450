// Rows of a decoded AV1 picture as RGBA pixels of 8 bits (ITU-T H.273).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "image/avif/av1_picture.h"

namespace lectern {

/// Makes the rows of one picture, in any order; going down is quickest.
class YuvRows {
 public:
  /// UNSUPPORTED_FORMAT for colours that are not made of luma and two differences.
  static Result<YuvRows> create(const Av1Picture& picture, const Av1Colors& colors);

  /// Writes row `y` as opaque RGBA; `rgba` holds the picture's width x 4 bytes.
  void write(std::uint32_t y, std::span<std::uint8_t> rgba);

 private:
  explicit YuvRows(const Av1Picture& picture) : picture_(picture) {}
  void write_gray(std::span<std::uint8_t> rgba);
  void write_color(std::span<std::uint8_t> rgba);
  void write_rgb(std::span<std::uint8_t> rgba);
  void load_luma(std::uint32_t y);
  void load_chroma(unsigned plane, std::uint32_t y, std::vector<std::int32_t>& to);

  const Av1Picture& picture_;
  /// Whole numbers in units of 1/65536 of a step of the result.
  std::int32_t luma_factor_ = 0, red_v_ = 0, green_u_ = 0, green_v_ = 0, blue_u_ = 0;
  std::int32_t luma_offset_ = 0, chroma_offset_ = 0;
  /// The channels are samples as they are: green, blue, red.
  bool is_rgb_ = false;
  bool is_ycgco_ = false;
  std::vector<std::int32_t> luma_, u_, v_, blend_;
};

/// Row `y` of the first plane as alpha: full range or scaled to it.
void write_alpha_row(const Av1Picture& alpha, bool full_range, std::uint32_t y,
                     std::span<std::uint8_t> values);

}  // namespace lectern
