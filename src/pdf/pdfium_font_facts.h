// What words are built from: the characters and widths of a font's glyphs, and how it looks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "core/fpdfapi/font/cpdf_font.h"
#include "pdf/tex_signs.h"

namespace lectern {

/// One code of a font.
struct GlyphFacts {
  std::u32string text;  ///< what it stands for; empty when nothing can be said
  float width = 0;      ///< along the line, in ems
  bool space = false;
  bool soft_hyphen = false;
  bool mapped = true;  ///< the file has a Unicode value for it
};

/// A font as a page uses it. Lengths are in ems.
struct FontFacts {
  std::uint16_t number = 0;
  float ascent = 0;
  float descent = 0;  ///< positive
  float scale = 1;    ///< from the font size of the file to the size as a reader sees it
  bool bold = false;
  bool italic = false;
  bool monospace = false;
  bool vertical = false;
  bool pictorial = false;  ///< a font of signs, many of which have no character
  TexFont tex = TexFont::kNone;
  std::map<std::uint32_t, GlyphFacts> glyphs;
  std::array<const GlyphFacts*, 256> glyphs_of_bytes{};  ///< those of them that one byte names
};

/// The font's own name, in lower case and without the tag of a subset ("ABCDEF+").
std::string lower_program_name(const CPDF_Font& font);

/// What a Type 3 font calls the glyph of each code, as PDFium finds it: by its list of differences,
/// a code that is named again has its last name, else by the encoding that this begins with. The
/// list is left out when no work is left.
std::array<ByteString, 256> names_of_codes(const CPDF_Dictionary& font);

/// The fonts of a page, each looked into once.
class FontCatalogue {
 public:
  FontFacts& facts(CPDF_Font& font);
  /// Facts of `code`, which `facts(font)` keeps.
  static const GlyphFacts& glyph(CPDF_Font& font, FontFacts& facts, std::uint32_t code);

 private:
  std::unordered_map<const CPDF_Font*, FontFacts> fonts_;
  std::map<std::string, std::uint16_t> numbers_;
};

}  // namespace lectern
