// PDFium takes words and lines from neighbouring text objects only. Where it guessed a break and
// the glyphs stand side by side, or guessed none and they do not, their places decide here.
#include "pdf/pdfium_text.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/fpdfapi/font/cpdf_font.h"
#include "core/fpdftext/cpdf_textpage.h"
#include "pdf/glyph_places.h"
#include "pdf/pdfium_font_facts.h"
#include "pdf/pdfium_vertical.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using CharInfo = CPDF_TextPage::CharInfo;

constexpr char32_t kSoftHyphen = 0xAD;

// Shares of the font size.
constexpr float kTouching = 0.08f;
constexpr float kOverlapping = 0.2f;
constexpr float kSameBaseline = 0.12f;
constexpr float kOtherLine = 0.7f;
constexpr float kWide = 0.6f;
constexpr float kSamePlace = 0.05f;
constexpr float kAside = 0.3f;
constexpr float kLeastStep = 0.8f;
constexpr float kMostStep = 1.35f;

bool is_space(char32_t c) {
  return c == ' ' || c == '\t' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Code points that stand for nothing: controls, PDFium's markers, noncharacters, lone surrogates.
bool is_noise(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0xD800 && c <= 0xDFFF) || c == 0xFEFF ||
         (c & 0xFFFE) == 0xFFFE || c > kLastCodePoint;
}

/// Scripts that run from right to left: their glyphs stand the other way round.
bool is_right_to_left(char32_t c) {
  return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFC);
}

/// Whether the second of two East Asian glyphs stands just below the first, in a font for lines, or
/// just beside it, in a font for columns: programs place each glyph to write in the other
/// direction.
bool is_next_in_other_direction(char32_t character, const CharInfo& info, char32_t next_character,
                                const CharInfo& next) {
  if (!is_east_asian(character) || !is_east_asian(next_character)) return false;
  const CPDF_TextObject* object = info.text_object();
  const float size = std::fabs(object->GetFontSize());
  if (size == 0 || object->CountChars() != 1) return false;
  const CFX_Matrix inverse = info.matrix().GetInverse();
  const CFX_PointF from = inverse.Transform(info.origin());
  const CFX_PointF to = inverse.Transform(next.origin());
  float along = (from.y - to.y) / size;
  float across = (to.x - from.x) / size;
  if (object->GetFont()->IsVertWriting()) std::swap(along, across);
  return std::fabs(across) <= kAside && along >= kLeastStep && along <= kMostStep;
}

enum class Neighbours { kUnknown, kJoined, kApart, kOnOtherLines };

/// The same for the first of them in a font for columns, which may be set in lines all the same.
/// Places are in the direction of the glyphs.
Neighbours vertical_neighbours(const CharInfo& first, const CFX_PointF& from,
                               const CFX_PointF& to) {
  const CPDF_TextObject* object = first.text_object();
  const float size = std::fabs(object->GetFontSize());
  const float down = (from.y - to.y) / size;
  if (!(down > 0 && std::fabs(to.x - from.x) <= kAside * size)) return Neighbours::kUnknown;
  const float gap = down + object->GetCharWidth(first.char_code()) / size;
  return gap > kWide ? Neighbours::kApart : Neighbours::kJoined;
}

/// How two glyphs that follow each other stand to each other.
Neighbours neighbours(const CharInfo& left, const CharInfo& right) {
  const CPDF_TextObject* object = left.text_object();
  const float size = std::fabs(object->GetFontSize());
  const CFX_Matrix& matrix = left.matrix();
  const CFX_Matrix& other = right.matrix();
  constexpr float kSameDirection = 0.98f;  // the square of a cosine
  const float product = matrix.a * other.a + matrix.b * other.b;
  const bool same_direction =
      product > 0 && product * product > kSameDirection *
                                             (matrix.a * matrix.a + matrix.b * matrix.b) *
                                             (other.a * other.a + other.b * other.b);
  if (!same_direction || size == 0) return Neighbours::kUnknown;
  const CFX_Matrix inverse = matrix.GetInverse();
  const CFX_PointF from = inverse.Transform(left.origin());
  const CFX_PointF to = inverse.Transform(right.origin());
  if (object->GetFont()->IsVertWriting()) return vertical_neighbours(left, from, to);
  const float across = std::fabs(to.y - from.y) / size;
  const float gap = (to.x - from.x - object->GetCharWidth(left.char_code())) / size;
  if (!std::isfinite(across) || !std::isfinite(gap)) return Neighbours::kUnknown;
  if (across > kOtherLine) return Neighbours::kOnOtherLines;
  if (across <= kSameBaseline && gap >= -kOverlapping && gap <= kTouching)
    return Neighbours::kJoined;
  return gap > kWide ? Neighbours::kApart : Neighbours::kUnknown;
}

class TextBuilder {
 public:
  TextBuilder(const CPDF_Page& page, const std::unordered_set<const CPDF_TextObject*>& hidden)
      : text_page_(&page, /*rtl=*/false),
        order_(reading_order(page, text_page_)),
        box_(page.GetBBox()),
        hidden_(hidden) {}

  PdfiumText run() {
    for (const TextSpan& span : order_) {
      join(span.join);
      add(span);
    }
    return std::move(result_);
  }

 private:
  enum class Break { kNone, kGuessedSpace, kSpace, kLine };

  void join(TextSpan::Join how) {
    is_joined_ = how != TextSpan::Join::kAsGuessed;
    if (how == TextSpan::Join::kSpace) break_ = std::max(break_, Break::kSpace);
    if (how == TextSpan::Join::kOtherLine) break_ = Break::kLine;
  }

  void add(const TextSpan& span) {
    char32_t high = 0;
    last_seen_ = nullptr;
    for (std::size_t i = span.first; i < span.first + span.count; ++i) {
      const CharInfo& info = text_page_.GetCharInfo(i);
      auto c = static_cast<char32_t>(info.unicode());
      if (c >= 0xD800 && c <= 0xDBFF) {
        high = c;
        continue;
      }
      if (high != 0 && c >= 0xDC00 && c <= 0xDFFF)
        c = 0x10000 + ((high - 0xD800) << 10) + (c - 0xDC00);
      high = 0;
      add(c, info);
    }
  }

  TexFont tex_font_of(const CharInfo& info) {
    const CPDF_Font* font = info.text_object()->GetFont().Get();
    if (font == nullptr) return TexFont::kNone;
    if (font != font_) {
      font_ = font;
      const auto [known, is_new] = tex_fonts_.emplace(font, TexFont::kNone);
      if (is_new) known->second = tex_font(lower_program_name(*font));
      tex_ = known->second;
    }
    return tex_;
  }

  void add(char32_t c, const CharInfo& info) {
    if (c == '\n') {
      break_ = std::max(break_, Break::kLine);
      return;
    }
    if (is_space(c)) {
      const bool guessed = info.char_type() == CPDF_TextPage::CharType::kGenerated;
      break_ = std::max(break_, guessed ? Break::kGuessedSpace : Break::kSpace);
      return;
    }
    if (info.text_object() == nullptr) return;
    if (const auto sign = tex_sign(tex_font_of(info), info.char_code(), c)) c = *sign;
    if (c == kSoftHyphen || is_noise(c)) return;
    if (hidden_.contains(info.text_object()) || !is_on_page(info)) return;
    // One glyph may stand for several letters, all of them in its place: "ff" is no repetition.
    const bool is_piece =
        info.char_type() == CPDF_TextPage::CharType::kPiece || is_of_same_glyph(info);
    if (!is_piece && is_repeated(c, info)) return;
    write_break(c, info);
    append_utf8(c, result_.text);
    count(info);
    previous_ = &info;
    previous_character_ = c;
  }

  bool is_of_same_glyph(const CharInfo& info) {
    const CharInfo* last = std::exchange(last_seen_, &info);
    return last != nullptr && last->text_object() == info.text_object() &&
           last->char_code() == info.char_code() && last->origin() == info.origin();
  }

  /// Whether it is drawn again in the same place: fake bold, shadows, overprinted copies.
  bool is_repeated(char32_t c, const CharInfo& info) {
    if (info.text_object() != sized_) {
      sized_ = info.text_object();
      size_ = std::fabs(sized_->GetFontSize()) * std::hypot(info.matrix().a, info.matrix().b);
    }
    const CFX_PointF at = info.origin();
    if (!std::isfinite(at.x) || !std::isfinite(at.y)) return false;
    return places_.is_repeated(c, at, kSamePlace * size_);
  }

  bool is_on_page(const CharInfo& info) const {
    const CFX_FloatRect& glyph = info.char_box();
    return box_.Contains(
        CFX_PointF((glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2));
  }

  void write_break(char32_t c, const CharInfo& info) {
    Break chosen = break_;
    const bool is_joined = is_joined_;
    break_ = Break::kNone;
    is_joined_ = false;
    if (previous_ == nullptr) return;
    const bool is_comparable = !is_joined && info.char_type() != CPDF_TextPage::CharType::kPiece &&
                               previous_->char_type() != CPDF_TextPage::CharType::kPiece &&
                               !is_right_to_left(c) && !is_right_to_left(previous_character_);
    if (is_comparable && chosen != Break::kSpace) {
      switch (is_next_in_other_direction(previous_character_, *previous_, c, info)
                  ? Neighbours::kJoined
                  : neighbours(*previous_, info)) {
        case Neighbours::kJoined:
          chosen = Break::kNone;
          break;
        case Neighbours::kApart:
          chosen = std::max(chosen, Break::kGuessedSpace);
          break;
        case Neighbours::kOnOtherLines:
          chosen = Break::kLine;
          break;
        case Neighbours::kUnknown:
          break;
      }
    }
    if (chosen == Break::kLine) {
      result_.text += '\n';
    } else if (chosen != Break::kNone) {
      result_.text += ' ';
    }
  }

  void count(const CharInfo& info) {
    ++result_.characters;
    if (info.char_type() == CPDF_TextPage::CharType::kNotUnicode) ++result_.unmapped_characters;
    if (info.text_object()->GetTextRenderMode() == TextRenderingMode::MODE_INVISIBLE) {
      ++result_.invisible_characters;
    }
  }

  const CPDF_TextPage text_page_;
  const std::vector<TextSpan> order_;
  const CFX_FloatRect box_;
  const std::unordered_set<const CPDF_TextObject*>& hidden_;
  GlyphPlaces places_;
  const CPDF_TextObject* sized_ = nullptr;
  float size_ = 0;  ///< of its letters, on the page
  PdfiumText result_;
  Break break_ = Break::kNone;
  bool is_joined_ = false;           ///< how the next character follows is known
  const CPDF_Font* font_ = nullptr;  ///< the last one, of the kind `tex_`
  TexFont tex_ = TexFont::kNone;
  std::map<const CPDF_Font*, TexFont> tex_fonts_;
  const CharInfo* previous_ = nullptr;
  const CharInfo* last_seen_ = nullptr;  ///< the one before, shown or not
  char32_t previous_character_ = 0;
};

}  // namespace

PdfiumText pdfium_text(CPDF_Page& page, const std::unordered_set<const CPDF_TextObject*>& hidden) {
  place_unseen_text(page);
  return TextBuilder(page, hidden).run();
}

}  // namespace lectern
