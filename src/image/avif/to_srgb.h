// Colours of other spaces as sRGB: what an ICC profile or the codes of ITU-T H.273 say. Whole
// numbers throughout, so that every host gives the same pixels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace lectern {

/// Three curves to light, a matrix, and back.
class ToSrgb {
 public:
  /// By an ICC profile of three curves and a matrix, or of one gray curve; nullopt for other ones.
  static std::optional<ToSrgb> from_profile(ByteSpan icc);
  /// By the codes of primaries and transfer; nullopt where nothing has to be done, or the codes are
  /// not known.
  static std::optional<ToSrgb> from_codes(std::uint32_t primaries, std::uint32_t transfer);

  /// Converts RGBA pixels in place.
  void apply(std::span<std::uint8_t> rgba) const;
  /// True when no colour changes by more than one step.
  bool is_identity() const;

 private:
  using Curve = std::array<std::uint16_t, 256>;
  void set_matrix(const std::array<double, 9>& matrix);

  std::array<Curve, 3> to_light_ = {};
  /// In units of 1/4096.
  std::array<std::int32_t, 9> matrix_ = {};
};

/// A colour of CIE L*a*b* under D50: L* from 0 to 100.
struct LabColor {
  double lightness = 0;
  double a = 0;
  double b = 0;
};

std::array<std::uint8_t, 3> srgb_of_lab(const LabColor& lab);

/// True for the transfers of high dynamic range, whose highlights are compressed.
bool is_high_dynamic_range(std::uint32_t transfer);

}  // namespace lectern
