// What the glyphs of TeX's mathematical fonts show.
#include "pdf/tex_signs.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::testing {

TEST_CASE("a code of TeX's mathematical fonts that passes for a letter is the sign it shows") {
  CHECK(tex_sign(TexFont::kExtension, 'P', U'P') == U'\u2211');
  CHECK(tex_sign(TexFont::kExtension, 'Z', U'Z') == U'\u222B');
  CHECK(tex_sign(TexFont::kExtension, 'p', U'p') == U'\u221A');
  CHECK(tex_sign(TexFont::kSymbols, '0', U'0') == U'\u2032');
  CHECK(tex_sign(TexFont::kSymbols, 'A', U'A') == U'A');
  CHECK(tex_sign(TexFont::kSymbols, 0x7F, 0x7F) == U'\u2660');
  // Pieces of a brace over a formula.
  CHECK(tex_sign(TexFont::kExtension, 'z', U'z') == char32_t{0});
}

TEST_CASE("signs of TeX's other fonts that have no usual name are not lost") {
  CHECK(tex_sign(TexFont::kItalic, 0x0F, 0x0F) == U'\u03F5');
  CHECK(tex_sign(TexFont::kAmsA, '6', U'6') == U'\u2A7D');
  CHECK(tex_sign(TexFont::kAmsA, '|', U'|') == U'\u22BA');
  CHECK(tex_sign(TexFont::kAmsB, 'R', U'R') == U'\u211D');
  CHECK_FALSE(tex_sign(TexFont::kItalic, 'a', U'a').has_value());
  CHECK_FALSE(tex_sign(TexFont::kAmsA, '6', U'\u2264').has_value());
}

TEST_CASE("what the file says of a code of TeX's mathematical fonts is believed") {
  CHECK_FALSE(tex_sign(TexFont::kSymbols, '0', U'\u2033').has_value());
  CHECK_FALSE(tex_sign(TexFont::kExtension, 200, 200).has_value());
  CHECK_FALSE(tex_sign(TexFont::kNone, 'P', U'P').has_value());
}

TEST_CASE("TeX's mathematical fonts are known by their names") {
  CHECK(tex_font("cmsy10") == TexFont::kSymbols);
  CHECK(tex_font("cmbsy7") == TexFont::kSymbols);
  CHECK(tex_font("cmex10") == TexFont::kExtension);
  CHECK(tex_font("cmmib7") == TexFont::kItalic);
  CHECK(tex_font("msam10") == TexFont::kAmsA);
  CHECK(tex_font("msbm10") == TexFont::kAmsB);
  CHECK(tex_font("cmr10") == TexFont::kNone);
}

}  // namespace lectern::testing
