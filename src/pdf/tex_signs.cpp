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

static_assert(kSymbols.size() == kCodes && kExtension.size() == kCodes);

}  // namespace

TexFont tex_font(std::string_view name) {
  if (name.starts_with("cmsy") || name.starts_with("cmbsy")) return TexFont::kSymbols;
  return name.starts_with("cmex") ? TexFont::kExtension : TexFont::kNone;
}

std::optional<char32_t> tex_sign(TexFont font, std::uint32_t code, char32_t c) {
  if (font == TexFont::kNone || code >= kCodes || c != code) return std::nullopt;
  const char32_t sign = (font == TexFont::kSymbols ? kSymbols : kExtension)[code];
  return sign == '.' ? 0 : sign;
}

}  // namespace lectern
