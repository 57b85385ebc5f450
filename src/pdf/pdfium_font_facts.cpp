#include "pdf/pdfium_font_facts.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/format.h"
#include "base/message.h"
#include "core/fpdfapi/font/cpdf_cidfont.h"
#include "core/fpdfapi/font/cpdf_fontencoding.h"
#include "core/fpdfapi/font/cpdf_type3font.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdftext/unicodenormalizationdata.h"
#include "text/utf8.h"
#include "work.h"

namespace lectern {
namespace {

constexpr float kThousandths = 1000;
// Metrics that a reader would see through are replaced by those of usual fonts.
constexpr float kLeastAscent = 0.6f;
constexpr float kMostAscent = 1.1f;
constexpr float kUsualAscent = 0.8f;
constexpr float kLeastDescent = 0.1f;
constexpr float kMostDescent = 0.4f;
constexpr float kUsualDescent = 0.2f;
/// A Type 3 font's em may be any number of units: its letters are this part of it.
constexpr float kLettersOfEm = 1.1f;
constexpr int kFixedPitch = 1 << 0;
constexpr int kItalicFlag = 1 << 6;
constexpr int kForceBold = 1 << 18;
constexpr std::uint16_t kMaxFonts = 0xFFFF;

bool is_space_character(char32_t c) {
  return c == ' ' || c == '\t' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Code points that stand for nothing a reader sees.
bool is_no_character(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0xD800 && c <= 0xDFFF) || c == 0xFEFF ||
         (c & 0xFFFE) == 0xFFFE || c > kLastCodePoint;
}

/// Presentation forms of Latin ligatures, Hebrew and Arabic letters as the letters they are.
void append_letters(char32_t c, std::u32string& text) {
  const bool is_form = (c >= 0xFB00 && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFC);
  const std::uint32_t entry = is_form ? kUnicodeDataNormalization[c] : 0;
  if (entry == 0) {
    text += c;
    return;
  }
  if (entry >= 0x8000) {
    text += kUnicodeDataNormalizationMap1[entry - 0x8000];
    return;
  }
  std::size_t at = entry & 0x0FFF;
  std::size_t count = entry >> 12;
  const auto append = [&](const auto& map) {
    if (entry >> 12 == 4) count = map[at++];
    for (; count > 0 && at < map.size(); --count) text += map[at++];
  };
  if (count == 2)
    append(kUnicodeDataNormalizationMap2);
  else if (count == 3)
    append(kUnicodeDataNormalizationMap3);
  else
    append(kUnicodeDataNormalizationMap4);
}

std::u32string code_points(const WideString& wide) {
  std::u32string text;
  char32_t high = 0;
  for (const wchar_t unit : wide) {
    auto c = static_cast<char32_t>(unit);
    if (c >= 0xD800 && c <= 0xDBFF) {
      high = c;
      continue;
    }
    if (high != 0 && c >= 0xDC00 && c <= 0xDFFF)
      c = 0x10000 + ((high - 0xD800) << 10) + (c - 0xDC00);
    high = 0;
    if (!is_no_character(c)) append_letters(c, text);
  }
  return text;
}

/// Some programs write a usual width for the widest letters and move what follows: the ink of a
/// glyph tells where it really ends. Slanted letters lean over the next one.
float shown_width(CPDF_Font& font, const FontFacts& facts, const GlyphFacts& glyph,
                  std::uint32_t code) {
  constexpr float kBeyond = 0.18f;
  constexpr std::u32string_view kWideLetters = U"mwMW";
  if (facts.italic || facts.vertical || glyph.text.size() != 1 || !font.IsEmbedded() ||
      kWideLetters.find(glyph.text[0]) == std::u32string_view::npos)
    return glyph.width;
  const float ink = static_cast<float>(font.GetCharBBox(code).right) / kThousandths;
  return ink > glyph.width + kBeyond && ink < 2 ? ink : glyph.width;
}

float glyph_width(CPDF_Font& font, std::uint32_t code) {
  if (font.IsVertWriting()) {
    const CPDF_CIDFont* cid_font = font.AsCIDFont();
    return -static_cast<float>(cid_font->GetVertWidth(cid_font->CIDFromCharCode(code))) /
           kThousandths;
  }
  return static_cast<float>(font.GetCharWidthF(code)) / kThousandths;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

/// Whether letters that are narrow and wide in other fonts have the same width.
bool has_one_width(CPDF_Font& font) {
  if (font.IsCIDFont() || font.IsType3Font()) return false;
  const auto widths = [&font](std::string_view letters, int& least, int& most) {
    for (const char letter : letters) {
      const auto width = static_cast<int>(font.GetCharWidthF(static_cast<unsigned char>(letter)));
      if (width <= 0) continue;
      least = std::min(least, width);
      most = std::max(most, width);
    }
  };
  constexpr int kNone = 1 << 20;
  int least = kNone;
  int narrow = 0;
  widths("ijlt", least, narrow);
  int wide_least = kNone;
  int wide = 0;
  widths("mwMW", wide_least, wide);
  return narrow > 0 && narrow == wide && least == wide_least && least == narrow;
}

/// Without the tag of a subset ("ABCDEF+").
std::string program_name(const CPDF_Font& font) {
  std::string name = font.GetBaseFontName().c_str();
  constexpr std::size_t kTag = 6;
  if (name.size() > kTag && name[kTag] == '+') name.erase(0, kTag + 1);
  return name;
}

/// Replaces a character that is nothing but the code of a sign in a font of TeX.
void correct_tex_sign(TexFont font, std::uint32_t code, std::u32string& text) {
  if (text.size() > 1) return;
  const std::optional<char32_t> sign = tex_sign(font, code, text.empty() ? code : text[0]);
  if (!sign) return;
  text.clear();
  if (*sign != 0) text += *sign;
}

float within(float value, float least, float most, float usual) {
  return value >= least && value <= most ? value : usual;
}

/// The encoding that a font's begins with.
FontEncoding first_encoding(const CPDF_Object& encoding) {
  const CPDF_Dictionary* const differing = encoding.AsDictionary();
  const ByteString name =
      differing != nullptr ? differing->GetByteStringFor("BaseEncoding") : encoding.GetString();
  if (name == "WinAnsiEncoding") return FontEncoding::kWinAnsi;
  if (name == "MacRomanEncoding") return FontEncoding::kMacRoman;
  if (name == "PDFDocEncoding") return FontEncoding::kPdfDoc;
  if (differing == nullptr)
    return name == "MacExpertEncoding" ? FontEncoding::kWinAnsi : FontEncoding::kBuiltin;
  return name == "MacExpertEncoding" ? FontEncoding::kMacExpert : FontEncoding::kStandard;
}

}  // namespace

std::array<ByteString, 256> names_of_codes(const CPDF_Dictionary& font) {
  std::array<ByteString, 256> names;
  const RetainPtr<const CPDF_Object> encoding = font.GetDirectObjectFor("Encoding");
  if (!encoding) return names;
  const FontEncoding first = first_encoding(*encoding);
  for (std::uint32_t code = 0; code < names.size() && first != FontEncoding::kBuiltin; ++code)
    names[code] = CharNameFromPredefinedCharSet(first, static_cast<std::uint8_t>(code));
  const CPDF_Dictionary* const differing = encoding->AsDictionary();
  const RetainPtr<const CPDF_Array> differences =
      differing != nullptr ? differing->GetArrayFor("Differences") : nullptr;
  constexpr std::uint64_t kWorkOfName = 40;
  if (!differences || !lectern_pdfium::spend(kWorkOfName * differences->size())) return names;
  std::uint32_t code = 0;
  const CPDF_ArrayLocker entries(differences);
  for (const RetainPtr<CPDF_Object>& each : entries) {
    const RetainPtr<const CPDF_Object> entry = each->IsReference() ? each->GetDirect() : each;
    if (!entry) continue;
    if (!entry->IsName()) {
      code = static_cast<std::uint32_t>(entry->GetInteger());
      continue;
    }
    if (code < names.size()) names[code] = entry->GetString();
    ++code;
  }
  return names;
}

std::string lower_program_name(const CPDF_Font& font) { return ascii_lower(program_name(font)); }

FontFacts& FontCatalogue::facts(CPDF_Font& font) {
  const auto [entry, is_new] = fonts_.try_emplace(&font);
  FontFacts& facts = entry->second;
  if (!is_new) return facts;
  const std::string name = program_name(font);
  const std::string lower = ascii_lower(name);
  const std::string key = name.empty() ? compose({"#{}", fonts_.size()}) : name;
  const auto next = static_cast<std::uint16_t>(std::min<std::size_t>(numbers_.size(), kMaxFonts));
  facts.number = numbers_.try_emplace(key, next).first->second;
  const int flags = font.GetFontFlags();
  facts.bold = lower.ends_with("-medi") ||
               contains_any(lower, {"bold", "black", "heavy", "-demi", "-bd", "cmbx", "cmssbx"}) ||
               (flags & kForceBold) != 0;
  facts.italic = contains_any(lower, {"italic", "oblique", "cmti", "cmsl", "-it", "reguital"}) ||
                 (flags & kItalicFlag) != 0;
  facts.monospace =
      (flags & kFixedPitch) != 0 ||
      contains_any(lower, {"courier", "mono", "consol", "menlo", "cmtt", "typewriter", "fixed"}) ||
      has_one_width(font);
  facts.pictorial = contains_any(lower, {"wingding", "webding", "dingbat"});
  facts.tex = tex_font(lower);
  facts.vertical = font.IsVertWriting();
  if (font.IsType3Font()) {
    const float height = static_cast<float>(font.GetFontBBox().Height()) / kThousandths;
    const float size = std::fabs(height) / kLettersOfEm;
    if (std::isfinite(size) && size > 0 && (size < 0.5f || size > 2)) facts.scale = size;
    facts.ascent = kUsualAscent;
    facts.descent = kUsualDescent;
    return facts;
  }
  facts.ascent = within(static_cast<float>(font.GetTypeAscent()) / kThousandths, kLeastAscent,
                        kMostAscent, kUsualAscent);
  facts.descent = within(-static_cast<float>(font.GetTypeDescent()) / kThousandths, kLeastDescent,
                         kMostDescent, kUsualDescent);
  return facts;
}

const GlyphFacts& FontCatalogue::glyph(CPDF_Font& font, FontFacts& facts, std::uint32_t code) {
  const bool is_byte = code < facts.glyphs_of_bytes.size();
  if (is_byte && facts.glyphs_of_bytes[code] != nullptr) return *facts.glyphs_of_bytes[code];
  const auto [entry, is_new] = facts.glyphs.try_emplace(code);
  GlyphFacts& glyph = entry->second;
  if (is_byte) facts.glyphs_of_bytes[code] = &glyph;
  if (!is_new) return glyph;
  const WideString unicode = font.UnicodeFromCharCode(code);
  glyph.width = glyph_width(font, code);
  if (unicode.IsEmpty()) {
    glyph.mapped = false;
    if (!is_no_character(code)) glyph.text = std::u32string(1, code);
  } else {
    glyph.text = code_points(unicode);
    // A sign that the file gives a control character for is seen all the same.
    if (glyph.text.empty() && facts.pictorial && glyph.width > 0) glyph.text = U"\u2022";
  }
  correct_tex_sign(facts.tex, code, glyph.text);
  // What has a width but neither a character nor ink can be nothing but a space.
  glyph.space = glyph.text.empty() && glyph.width > 0 && !facts.vertical && !font.IsType3Font() &&
                font.IsEmbedded() && font.GetCharBBox(code).IsEmpty();
  if (!glyph.text.empty() &&
      std::all_of(glyph.text.begin(), glyph.text.end(), is_space_character)) {
    glyph.space = true;
    glyph.text.clear();
  }
  std::erase_if(glyph.text, is_space_character);
  glyph.soft_hyphen = glyph.text == U"\u00AD";
  glyph.width = shown_width(font, facts, glyph, code);
  return glyph;
}

}  // namespace lectern
