#include "pdf/tex_signs.h"

namespace lectern {
namespace {

constexpr std::uint32_t kCodes = 128;

/// cmsy: what is not a letter.
constexpr std::u32string_view kSymbols =
    U"−·×∗÷⋄±∓⊕⊖⊗⊘⊙○◦•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻"
    U"←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽̸↦∀∃¬∅ℜℑ⊤⊥"
    U"ℵABCDEFGHIJKLMNOPQRSTUVWXYZ∪∩⊎∧∨"
    U"⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√⨿∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠";

/// cmex; '.' stands for pieces of braces that lie over or under a formula.
constexpr std::u32string_view kExtension =
    U"()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\"
    U"()[]⌊⌋⌈⌉{}⟨⟩/\\/\\⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪⏐"
    U"⎝⎠⎜⎟⟨⟩⊔⊔∮∮⊙⊙⊕⊕⊗⊗∑∏∫⋃⋂⊎⋀⋁∑∏∫⋃⋂⊎⋀⋁"
    U"∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}√√√√⎷⏐⎾‖↑↓....⇑⇓";

/// Codes and their signs: of the other fonts only what has no usual name.
constexpr std::u32string_view kItalic =
    U"\x0Fϵ\x24ϖ\x25ϱ\x28↼\x29↽\x2A⇀\x2B⇁\x2E▷\x2F◁\x3F⋆\x5B♭\x5C♮\x5D♯\x60ℓ\x7Cȷ";
constexpr std::u32string_view kAmsA =
    U"\x03□\x04■\x06◊\x07⧫\x0A⇌\x0F⊨\x20⇝\x25≿\x26≳\x27⪆\x28⊸\x29∴\x2A∵\x2C≜\x2D≾\x2E≲\x2F⪅"
    U"\x34≼\x35≦\x36⩽\x37≶\x3C≽\x3D≧\x3E⩾\x3F≷\x40⊏\x41⊐\x42⊳\x43⊲\x44⊵\x45⊴\x46★\x4D△\x4E▲"
    U"\x58✓\x5C∠\x62⋐\x63⋑\x6E⋘\x6F⋙\x7B∁\x7C⊺";
constexpr std::u32string_view kAmsB =
    U"\x02≰\x03≱\x04≮\x05≯\x0C⪇\x0D⪈\x1C≁\x1D≇\x28⊊\x29⊋\x2A⊈\x2B⊉\x2C∦\x2D∤\x30⊬\x32⊭\x3F∅"
    U"\x40∄\x43ℂ\x48ℍ\x4Eℕ\x50ℙ\x51ℚ\x52ℝ\x5Aℤ\x6E⋉\x6F⋊\x75≊\x7Bϰ\x7Dℏ\x7Eℏ";

static_assert(kSymbols.size() == kCodes && kExtension.size() == kCodes);

std::u32string_view pairs_of(TexFont font) {
  if (font == TexFont::kItalic) return kItalic;
  return font == TexFont::kAmsA ? kAmsA : kAmsB;
}

}  // namespace

TexFont tex_font(std::string_view name) {
  if (name.starts_with("cmsy") || name.starts_with("cmbsy")) return TexFont::kSymbols;
  if (name.starts_with("cmmi")) return TexFont::kItalic;
  if (name.starts_with("msam")) return TexFont::kAmsA;
  if (name.starts_with("msbm")) return TexFont::kAmsB;
  return name.starts_with("cmex") ? TexFont::kExtension : TexFont::kNone;
}

std::optional<char32_t> tex_sign(TexFont font, std::uint32_t code, char32_t c) {
  if (font == TexFont::kNone || code >= kCodes || c != code) return std::nullopt;
  if (font > TexFont::kExtension) {
    const std::u32string_view pairs = pairs_of(font);
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
      if (pairs[i] == code) return pairs[i + 1];
    }
    return std::nullopt;
  }
  const char32_t sign = (font == TexFont::kSymbols ? kSymbols : kExtension)[code];
  return sign == '.' ? 0 : sign;
}

}  // namespace lectern
