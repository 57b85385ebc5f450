// The face that text is drawn in: "Foxit Sans", regular and bold, which PDFium's sources carry as
// CFF (Adobe Technical Note 5176).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "drawing/raster/path.h"

namespace lectern::drawing {

/// A letter of a face, in units of which `Face::kUnits` make the font's size; y goes up.
struct Glyph {
  Path path;
  double advance = 0;
};

class Face {
 public:
  static constexpr double kUnits = 1000;
  static constexpr double kAscent = 0.905;
  static constexpr double kDescent = 0.212;

  /// Its data is read once.
  static const Face& of(bool is_bold);

  /// Nullopt when the face lacks the character.
  std::optional<Glyph> glyph(char32_t character) const;

 private:
  explicit Face(ByteSpan data);
  std::optional<std::size_t> find(char32_t character) const;

  std::vector<ByteSpan> glyphs_;
  std::vector<ByteSpan> local_;
  std::vector<ByteSpan> global_;
  std::vector<char32_t> characters_;  ///< of the glyphs
  double default_width_ = 0;
  double nominal_width_ = 0;
};

/// The bytes of the two faces.
ByteSpan face_data(bool is_bold);

/// What a charstring may call.
struct Subroutines {
  std::span<const ByteSpan> local;
  std::span<const ByteSpan> global;
};
struct Charstring {
  Path path;
  /// More than the nominal width; nullopt for the default.
  std::optional<double> width;
};
/// Runs a Type 2 charstring (Adobe Technical Note 5177). Nullopt when it is damaged.
std::optional<Charstring> run_charstring(ByteSpan code, const Subroutines& subroutines);

}  // namespace lectern::drawing
