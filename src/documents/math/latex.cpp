#include "documents/math/latex.h"

#include <algorithm>
#include <iterator>

#include "base/message.h"
#include "text/utf8.h"

namespace lectern {
namespace {

struct LatexName {
  char32_t character;
  std::string_view latex;
};

/// What LaTeX has names for and fonts of models seldom have letters for.
constexpr LatexName kNames[] = {{U'α', "\\alpha"},
                                {U'β', "\\beta"},
                                {U'γ', "\\gamma"},
                                {U'δ', "\\delta"},
                                {U'ε', "\\epsilon"},
                                {U'ζ', "\\zeta"},
                                {U'η', "\\eta"},
                                {U'θ', "\\theta"},
                                {U'ι', "\\iota"},
                                {U'κ', "\\kappa"},
                                {U'λ', "\\lambda"},
                                {U'μ', "\\mu"},
                                {U'ν', "\\nu"},
                                {U'ξ', "\\xi"},
                                {U'π', "\\pi"},
                                {U'ρ', "\\rho"},
                                {U'σ', "\\sigma"},
                                {U'τ', "\\tau"},
                                {U'υ', "\\upsilon"},
                                {U'φ', "\\varphi"},
                                {U'ϕ', "\\phi"},
                                {U'χ', "\\chi"},
                                {U'ψ', "\\psi"},
                                {U'ω', "\\omega"},
                                {U'Γ', "\\Gamma"},
                                {U'Δ', "\\Delta"},
                                {U'Θ', "\\Theta"},
                                {U'Λ', "\\Lambda"},
                                {U'Ξ', "\\Xi"},
                                {U'Π', "\\Pi"},
                                {U'Σ', "\\Sigma"},
                                {U'Φ', "\\Phi"},
                                {U'Ψ', "\\Psi"},
                                {U'Ω', "\\Omega"},
                                {U'±', "\\pm"},
                                {U'∓', "\\mp"},
                                {U'×', "\\times"},
                                {U'÷', "\\div"},
                                {U'⋅', "\\cdot"},
                                {U'·', "\\cdot"},
                                {U'∙', "\\cdot"},
                                {U'≤', "\\leq"},
                                {U'≥', "\\geq"},
                                {U'≠', "\\neq"},
                                {U'≈', "\\approx"},
                                {U'≡', "\\equiv"},
                                {U'∼', "\\sim"},
                                {U'≅', "\\cong"},
                                {U'∝', "\\propto"},
                                {U'∞', "\\infty"},
                                {U'∂', "\\partial"},
                                {U'∇', "\\nabla"},
                                {U'∈', "\\in"},
                                {U'∉', "\\notin"},
                                {U'∋', "\\ni"},
                                {U'⊂', "\\subset"},
                                {U'⊃', "\\supset"},
                                {U'⊆', "\\subseteq"},
                                {U'⊇', "\\supseteq"},
                                {U'∪', "\\cup"},
                                {U'∩', "\\cap"},
                                {U'∅', "\\emptyset"},
                                {U'∀', "\\forall"},
                                {U'∃', "\\exists"},
                                {U'¬', "\\neg"},
                                {U'∧', "\\wedge"},
                                {U'∨', "\\vee"},
                                {U'→', "\\to"},
                                {U'←', "\\leftarrow"},
                                {U'↔', "\\leftrightarrow"},
                                {U'⇒', "\\Rightarrow"},
                                {U'⇐', "\\Leftarrow"},
                                {U'⇔', "\\Leftrightarrow"},
                                {U'↦', "\\mapsto"},
                                {U'∑', "\\sum"},
                                {U'∏', "\\prod"},
                                {U'∐', "\\coprod"},
                                {U'∫', "\\int"},
                                {U'∬', "\\iint"},
                                {U'∭', "\\iiint"},
                                {U'∮', "\\oint"},
                                {U'⋃', "\\bigcup"},
                                {U'⋂', "\\bigcap"},
                                {U'⋁', "\\bigvee"},
                                {U'⋀', "\\bigwedge"},
                                {U'…', "\\dots"},
                                {U'⋯', "\\cdots"},
                                {U'⋮', "\\vdots"},
                                {U'⋱', "\\ddots"},
                                {U'∘', "\\circ"},
                                {U'∗', "*"},
                                {U'−', "-"},
                                {U'′', "'"},
                                {U'″', "''"},
                                {U'ℏ', "\\hbar"},
                                {U'ℝ', "\\mathbb{R}"},
                                {U'ℕ', "\\mathbb{N}"},
                                {U'ℤ', "\\mathbb{Z}"},
                                {U'ℚ', "\\mathbb{Q}"},
                                {U'ℂ', "\\mathbb{C}"},
                                {U'⟨', "\\langle"},
                                {U'⟩', "\\rangle"},
                                {U'〈', "\\langle"},
                                {U'〉', "\\rangle"},
                                {U'‖', "\\|"},
                                {U'⌊', "\\lfloor"},
                                {U'⌋', "\\rfloor"},
                                {U'⌈', "\\lceil"},
                                {U'⌉', "\\rceil"},
                                {U'√', "\\surd"},
                                {U'⊕', "\\oplus"},
                                {U'⊗', "\\otimes"},
                                {U'⊥', "\\perp"},
                                {U'∥', "\\parallel"},
                                {U'∠', "\\angle"},
                                {U'≪', "\\ll"},
                                {U'≫', "\\gg"},
                                {U'ℓ', "\\ell"},
                                {U'∴', "\\therefore"},
                                {U'∵', "\\because"},
                                {U'°', "^{\\circ}"},
                                {U'\u2061', ""},
                                {U'\u2062', ""},
                                {U'\u2063', ""},
                                {U'\u200B', ""},
                                {U'\u00A0', "~"}};

/// Mathematical alphanumerics (U+1D400) as plain letters: Office writes italics with them.
char32_t plain_letter(char32_t c) {
  if (c == U'\U0001D6A4') return U'i';
  if (c >= 0x1D400 && c <= 0x1D6A3) {
    const auto index = static_cast<unsigned>(c - 0x1D400) % 52;
    return index < 26 ? U'A' + index : U'a' + (index - 26);
  }
  if (c >= 0x1D7CE && c <= 0x1D7FF) return U'0' + static_cast<unsigned>(c - 0x1D7CE) % 10;
  if (c >= 0x1D6A8 && c <= 0x1D7C9) {
    constexpr std::u32string_view kGreek =
        U"ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΘΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂εθκφρπ";
    return kGreek[static_cast<unsigned>(c - 0x1D6A8) % 58];
  }
  if (c == 0x210E) return U'h';
  return c;
}

}  // namespace

void append_latex(std::string& out, std::string_view more) {
  if (more.empty()) return;
  if (!out.empty() && is_latex_letter(more[0])) {
    // No command of ours has a longer name.
    constexpr std::size_t kMostLetters = 32;
    const std::size_t least = out.size() - std::min(out.size(), kMostLetters);
    std::size_t start = out.size();
    while (start > least && is_latex_letter(out[start - 1])) --start;
    if (start > 0 && start < out.size() && out[start - 1] == '\\') out += ' ';
  }
  out += more;
}

std::string latex_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter decoded = utf8_character_at(text, at);
    const char32_t c = plain_letter(decoded.code_point);
    at = decoded.next;
    if (c < 0x80) {
      const char ascii = static_cast<char>(c);
      if (ascii == '{' || ascii == '}' || ascii == '%' || ascii == '#' || ascii == '$' ||
          ascii == '_') {
        out += '\\';
        out += ascii;
      } else if (ascii == '\\') {
        out += "\\backslash ";
      } else if (ascii == '^') {
        out += "\\hat{}";
      } else if (ascii == '~') {
        out += "\\sim ";
      } else if (ascii == '\n' || ascii == '\t') {
        out += ' ';
      } else if (ascii != '&') {
        append_latex(out, std::string_view(&ascii, 1));
      }
      continue;
    }
    const auto* named = std::find_if(std::begin(kNames), std::end(kNames),
                                     [c](const LatexName& n) { return n.character == c; });
    if (named != std::end(kNames)) {
      append_latex(out, named->latex);
    } else {
      append_utf8(c, out);
    }
  }
  return out;
}

std::string latex_accent(std::string_view character, const std::string& inside, bool is_below) {
  struct Accent {
    std::string_view character;
    std::string_view latex;
  };
  constexpr Accent kAccents[] = {{"\xCC\x82", "\\hat"},
                                 {"^", "\\hat"},
                                 {"\xCC\x83", "\\tilde"},
                                 {"~", "\\tilde"},
                                 {"\xCC\x84", "\\bar"},
                                 {"\xCC\x85", "\\overline"},
                                 {"¯", "\\bar"},
                                 {"‾", "\\overline"},
                                 {"\xCC\x87", "\\dot"},
                                 {"˙", "\\dot"},
                                 {"\xCC\x88", "\\ddot"},
                                 {"¨", "\\ddot"},
                                 {"\xCC\x8C", "\\check"},
                                 {"ˇ", "\\check"},
                                 {"\xCC\x81", "\\acute"},
                                 {"´", "\\acute"},
                                 {"\xCC\x80", "\\grave"},
                                 {"`", "\\grave"},
                                 {"\xCC\x86", "\\breve"},
                                 {"˘", "\\breve"},
                                 {"\xE2\x83\x97", "\\vec"},
                                 {"→", "\\vec"},
                                 {"\xE2\x83\x9B", "\\dddot"},
                                 {"\xCC\xB2", "\\underline"},
                                 {"_", "\\underline"},
                                 {"⏞", "\\overbrace"},
                                 {"⏟", "\\underbrace"}};
  for (const Accent& accent : kAccents) {
    if (accent.character != character) continue;
    std::string_view latex = accent.latex;
    if (is_below && (latex == "\\bar" || latex == "\\overline")) latex = "\\underline";
    return compose({"{}{{{}}", latex, inside});
  }
  if (character.empty()) return inside;
  return compose(
      {"{}{{{}}{{{}}", is_below ? "\\underset" : "\\overset", latex_text(character), inside});
}

}  // namespace lectern
