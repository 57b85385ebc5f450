#include "pdf/pdfium_fonts.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/fpdfapi/font/cpdf_font.h"
#include "core/fpdfapi/page/cpdf_textobject.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/render/charposlist.h"
#include "core/fxge/cfx_face.h"
#include "core/fxge/cfx_font.h"
#include "core/fxge/text_char_pos.h"
#include "pdf/pdfium_objects.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxNameChars = 60;
/// A subset of a font is named "ABCDEF+Name".
constexpr std::size_t kSubsetPrefix = 7;

/// What no glyph stands for: spaces, controls, marks for direction and joining.
bool is_blank(char32_t c) {
  return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD || (c >= 0x2000 && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202F) || (c >= 0x205F && c <= 0x206F) || c == 0x3000 ||
         c == 0xFEFF || (c >= 0xFE00 && c <= 0xFE0F) || (c & 0xFFFE) == 0xFFFE;
}

/// The font's name in printable ASCII, whatever bytes the file has for it.
std::string shown_name(const CPDF_Font& font) {
  ByteString bytes = font.GetBaseFontName();
  if (bytes.IsEmpty()) bytes = font.GetFontDict()->GetByteStringFor("BaseFont");
  std::string name(bytes.c_str(), bytes.GetLength());
  if (name.size() > kSubsetPrefix && name[kSubsetPrefix - 1] == '+') name.erase(0, kSubsetPrefix);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  if (name.size() > kMaxNameChars) name.resize(kMaxNameChars);
  return name.empty() ? "a font without a name" : name;
}

class MissingGlyphFinder {
 public:
  void add(const CPDF_TextObject& object) {
    const RetainPtr<CPDF_Font> font = object.GetFont();
    const TextRenderingMode mode = object.GetTextRenderMode();
    if (font->IsEmbedded() || mode == TextRenderingMode::MODE_INVISIBLE ||
        mode == TextRenderingMode::MODE_CLIP)
      return;
    Codes& codes = codes_[font];
    for (const std::uint32_t code : object.GetCharCodes()) {
      if (code == CPDF_Font::kInvalidCharCode) continue;
      auto found = codes.missing.find(code);
      if (found == codes.missing.end())
        found = codes.missing.emplace(code, is_missing(*font, code)).first;
      if (found->second) ++codes.count;
    }
  }

  std::vector<MissingGlyphs> result() const {
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [font, codes] : codes_) {
      if (codes.count > 0) counts[shown_name(*font)] += codes.count;
    }
    std::vector<MissingGlyphs> list;
    for (const auto& [font, characters] : counts) list.push_back({font, characters});
    return list;
  }

 private:
  /// As PDFium chooses glyphs when it draws.
  static bool is_missing(CPDF_Font& font, std::uint32_t code) {
    const std::vector<TextCharPos> places = GetCharPosList({&code, 1}, {}, &font, 1);
    if (places.empty() || is_blank(places[0].m_Unicode)) return false;
    const CFX_Font* drawn_with = places[0].m_FallbackFontPosition < 0
                                     ? font.GetFont()
                                     : font.GetFontFallback(places[0].m_FallbackFontPosition);
    if (drawn_with == nullptr || !drawn_with->GetFace()) return true;
    CFX_Face& face = *drawn_with->GetFace();
    const std::uint32_t glyph = places[0].m_GlyphIndex;
    if (glyph == 0 || glyph >= static_cast<std::uint32_t>(face.GetGlyphCount())) return true;
    // Numbers of glyphs that mean those of the font that is not there: the wrong ones are drawn.
    const bool is_own = places[0].m_FallbackFontPosition < 0;
    return font.IsCIDFont() && is_own &&
           static_cast<std::uint32_t>(face.GetCharIndex(places[0].m_Unicode)) != glyph;
  }

  struct Codes {
    std::map<std::uint32_t, bool> missing;
    std::uint64_t count = 0;  ///< of characters that are missing
  };

  std::map<RetainPtr<CPDF_Font>, Codes> codes_;
};

}  // namespace

std::vector<MissingGlyphs> missing_glyphs(const CPDF_Page& page, const PageObjects& annotations,
                                          const CPDF_OCContext& layers) {
  MissingGlyphFinder finder;
  const auto hidden = inspect_objects(page, layers).hidden_text;
  const auto visit = [&](const CPDF_TextObject& object) {
    if (!hidden.contains(&object)) finder.add(object);
  };
  for_each_text(page, visit);
  for (const auto& object : annotations) for_each_text(*object->AsForm()->form(), visit);
  return finder.result();
}

}  // namespace lectern
