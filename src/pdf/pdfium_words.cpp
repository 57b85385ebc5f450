#include "pdf/pdfium_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "core/fpdfapi/page/cpdf_contentmarks.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fxcrt/fx_unicode.h"
#include "pdf/accents.h"
#include "pdf/leftward_text.h"
#include "pdf/pdfium_strings.h"
#include "pdf/pdfium_vertical.h"
#include "text/utf8.h"
#include "work.h"

namespace lectern {
namespace {

// Shares of the font size.
constexpr float kWordGap = 0.15f;
/// Where spaces are written out, gaps are no spaces unless they are large.
constexpr float kWordGapBesideSpaces = 0.28f;
constexpr float kOverlap = -0.5f;
constexpr float kSameBase = 0.12f;
constexpr float kRaised = 0.75f;
constexpr float kMoved = 0.3f;
constexpr float kMostStacked = 1.3f;
constexpr float kSameGlyphPlace = 0.05f;
constexpr float kSameFontSize = 0.03f;
/// Character spacing above this part of the font size sets glyphs apart on purpose.
constexpr float kMostTracking = 0.6f;
/// How far glyphs of a column may be beside and below their places.
constexpr float kInColumn = 0.1f;
constexpr float kBelowColumn = 0.5f;
constexpr std::size_t kMaxReplacement = 32;
constexpr std::size_t kMostMarks = 4;  ///< of one letter

struct Axes {
  CFX_PointF along;
  CFX_PointF across;
};

Axes axes_of(WordDirection direction) {
  switch (direction) {
    case WordDirection::kRight:
      return {{1, 0}, {0, 1}};
    case WordDirection::kDown:
      return {{0, 1}, {-1, 0}};
    case WordDirection::kLeft:
      return {{-1, 0}, {0, -1}};
    case WordDirection::kUp:
      return {{0, -1}, {1, 0}};
  }
  return {{1, 0}, {0, 1}};
}

float product(CFX_PointF one, CFX_PointF other) { return one.x * other.x + one.y * other.y; }

WordDirection direction_of(float x, float y) {
  if (std::fabs(x) >= std::fabs(y)) return x >= 0 ? WordDirection::kRight : WordDirection::kLeft;
  return y >= 0 ? WordDirection::kDown : WordDirection::kUp;
}

WordDirection turned_right(WordDirection direction) {
  return static_cast<WordDirection>((static_cast<int>(direction) + 1) % 4);
}

char32_t mirrored(char32_t c) {
  return static_cast<char32_t>(pdfium::unicode::GetMirrorChar(static_cast<wchar_t>(c)));
}

std::uint32_t rgb_of(const CPDF_TextObject& object, TextRenderingMode mode) {
  if (!object.color_state().HasRef()) return 0;
  constexpr FX_COLORREF kWhite = 0xFFFFFF;
  const FX_COLORREF fill = object.color_state().GetFillColorRef();
  const bool outlined = mode == TextRenderingMode::MODE_STROKE ||
                        (mode == TextRenderingMode::MODE_FILL_STROKE && fill == kWhite);
  const FX_COLORREF color = outlined ? object.color_state().GetStrokeColorRef() : fill;
  return (color & 0xFF) << 16 | (color & 0xFF00) | (color >> 16 & 0xFF);
}

bool is_transparent(const CPDF_TextObject& object) {
  constexpr float kSeen = 0.05f;
  return object.general_state().HasRef() && object.general_state().GetFillAlpha() < kSeen &&
         object.general_state().GetStrokeAlpha() < kSeen;
}

bool is_artifact(const CPDF_ContentMarks& marks) {
  for (std::size_t i = 0; i < marks.CountItems(); ++i) {
    if (marks.GetItem(i)->GetName() == "Artifact") return true;
  }
  return false;
}

struct Replacement {
  const void* mark = nullptr;
  std::u32string text;
};

/// The ActualText of the innermost marked content that has one, when it is one word.
Replacement replacement_of(const CPDF_ContentMarks& marks) {
  for (std::size_t i = marks.CountItems(); i > 0; --i) {
    const CPDF_ContentMarkItem* item = marks.GetItem(i - 1);
    const RetainPtr<const CPDF_Dictionary> parameters = item->GetParam();
    if (!parameters || !parameters->KeyExist("ActualText")) continue;
    const WideString wide = text_for(*parameters, "ActualText", kMaxReplacement);
    Replacement found{item, {}};
    if (wide.GetLength() > kMaxReplacement) return {};
    for (const wchar_t unit : wide) {
      const auto c = static_cast<char32_t>(unit);
      if (c <= ' ' || (c >= 0xD800 && c <= 0xDFFF) || c > kLastCodePoint) return {};
      found.text += c;
    }
    if (found.text.empty()) return {};
    return found;
  }
  return {};
}

}  // namespace

void WordBuilder::add(const CPDF_TextObject& object, const CFX_Matrix& to_page) {
  const RetainPtr<CPDF_Font> font = object.GetFont();
  if (!font) return;
  FontFacts& facts = fonts_.facts(*font);
  const CFX_Matrix matrix = object.GetTextMatrix() * to_page;
  const float font_size = object.GetFontSize();
  const float sign = font_size < 0 ? -1 : 1;
  const float along_scale = std::hypot(matrix.a, matrix.b) * std::fabs(font_size);
  const float em = std::hypot(matrix.c, matrix.d) * std::fabs(font_size) * facts.scale;
  if (!(along_scale > 0 && em > 0 && std::isfinite(along_scale) && std::isfinite(em))) return;

  Style style;
  style.direction = direction_of(sign * matrix.a, sign * matrix.b);
  if (facts.vertical) style.direction = turned_right(style.direction);
  const Axes axes = axes_of(style.direction);
  style.font = facts.number;
  style.size = em;
  style.ascent = facts.vertical ? 0.5f : facts.ascent;
  style.descent = facts.vertical ? 0.5f : facts.descent;
  const TextRenderingMode mode = object.GetTextRenderMode();
  style.bold = facts.bold || mode == TextRenderingMode::MODE_FILL_STROKE;
  style.italic = facts.italic;
  style.monospace = facts.monospace;
  style.invisible = mode == TextRenderingMode::MODE_INVISIBLE || is_transparent(object);
  style.rgb = rgb_of(object, mode);
  const CPDF_ContentMarks& marks = *object.GetContentMarks();
  style.marked_content = marks.GetMarkedContentID();
  style.artifact = is_artifact(marks);
  const Replacement replacement = replacement_of(marks);
  style.replaced = replacement.mark;

  const std::vector<std::uint32_t>& codes = object.GetCharCodes();
  const std::vector<float>& places = object.GetCharPositions();
  const bool has_spaces = std::any_of(codes.begin(), codes.end(), [&](std::uint32_t code) {
    return code != CPDF_Font::kInvalidCharCode && FontCatalogue::glyph(*font, facts, code).space;
  });
  const float unit = facts.vertical ? em : along_scale;
  const float tracking =
      std::clamp(object.text_state().GetCharSpace() / std::fabs(font_size), 0.0f, kMostTracking);
  const float wide = (has_spaces ? kWordGapBesideSpaces : kWordGap) + tracking;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == CPDF_Font::kInvalidCharCode) continue;
    const GlyphFacts& glyph = FontCatalogue::glyph(*font, facts, codes[i]);
    if (glyph.space) {
      after_space_ = true;
      continue;
    }
    const std::u32string* text = &glyph.text;
    if (replacement.mark != nullptr) {
      const bool is_first = !has_style_ || style_.replaced != replacement.mark;
      replacements_.push_back(is_first ? replacement.text : std::u32string());
      text = &replacements_.back();
    } else if (glyph.text.size() > 1 &&
               !lectern_pdfium::hold_in_page(2 * (glyph.text.size() - 1))) {
      return;
    }
    const float place = i == 0 ? 0 : places[i - 1];
    const CFX_PointF origin =
        matrix.Transform(facts.vertical ? CFX_PointF(0, place) : CFX_PointF(place, 0));
    if (!std::isfinite(origin.x) || !std::isfinite(origin.y)) continue;
    style.base = product(origin, axes.across);
    const float start = product(origin, axes.along);
    const float width = glyph.width * unit;
    Glyph placed{text, start, start + std::max(width, 0.0f), false};
    placed.soft_hyphen = *text == U"\u00AD";
    const PageBox box = box_of(style, placed.start, placed.end);
    const float x = (box.left + box.right) / 2;
    const float y = (box.top + box.bottom) / 2;
    if (x < 0 || y < 0 || x > page_.width || y > page_.height) {
      ++counts_.outside;
      continue;
    }
    if (!text->empty() && places_.is_repeated((*text)[0], origin, kSameGlyphPlace * em)) {
      ++counts_.repeated;
      continue;
    }
    counts_.characters += text->size();
    if (!glyph.mapped) counts_.unmapped += text->size();
    if (style.invisible) counts_.invisible += text->size();
    if (text->size() == 1 && is_leftward_mark((*text)[0])) {
      if (marks_.size() == kMostMarks) place_marks();
      if (marks_.empty()) mark_style_ = style;
      marks_.push_back(placed);
      continue;
    }
    if (!marks_.empty()) place_marks_beside(placed, style);
    Style own = style;
    turn_into_column(placed, own);
    add_glyph(placed, own, wide);
    has_style_ = true;
  }
}

void WordBuilder::place_marks_beside(Glyph& letter, const Style& style) {
  const bool begins = glyphs_.empty() || after_space_ || style.direction != style_.direction;
  const float place = marks_.front().start;
  const bool is_near = place > letter.start - style.size / 2 &&
                       place < letter.end + style.size / 4 &&
                       std::fabs(mark_style_.base - style.base) < style.size;
  if (!is_near || !is_leftward(*letter.text) || !(begins || letter.start > glyphs_.back().start)) {
    place_marks();
    return;
  }
  replacements_.push_back(*letter.text);
  for (const Glyph& mark : marks_) replacements_.back() += *mark.text;
  letter.text = &replacements_.back();
  marks_.clear();
}

void WordBuilder::place_marks() {
  std::vector<Glyph> marks;
  marks.swap(marks_);
  if (marks.empty()) return;
  if (glyphs_.empty() || !is_leftward(*glyphs_.back().text) ||
      glyphs_.back().text->size() > kMostMarks) {
    for (const Glyph& mark : marks) add_glyph(mark, mark_style_, kWordGap);
    return;
  }
  replacements_.push_back(*glyphs_.back().text);
  for (const Glyph& mark : marks) replacements_.back() += *mark.text;
  glyphs_.back().text = &replacements_.back();
}

void WordBuilder::turn_into_column(Glyph& glyph, Style& style) {
  if (style.direction != WordDirection::kRight || glyphs_.empty() || glyph.text->size() != 1 ||
      !is_east_asian((*glyph.text)[0]) ||
      std::fabs(style.size - style_.size) > kSameFontSize * style.size)
    return;
  Glyph below = glyph;
  Style column = style;
  set_upright(below, column);
  if (style_.direction == WordDirection::kRight) {
    Glyph above = glyphs_[0];
    if (glyphs_.size() > 1 || after_space_ || above.text->size() != 1 ||
        !is_east_asian((*above.text)[0]))
      return;
    Style above_style = style_;
    set_upright(above, above_style);
    if (std::fabs(column.base - above_style.base) > kInColumn * style.size ||
        std::fabs(below.start - above.end) > kInColumn * style.size)
      return;
    glyphs_[0] = above;
    style_ = above_style;
    start_ = above.start;
    end_ = above.end;
    joined_ = false;
  } else if (style_.direction != WordDirection::kDown ||
             std::fabs(column.base - style_.base) > kBelowColumn * style.size ||
             std::fabs(below.start - end_) > kBelowColumn * style.size) {
    return;
  }
  glyph = below;
  style = column;
}

void WordBuilder::set_upright(Glyph& glyph, Style& style) {
  const float middle = style.base + (style.descent - style.ascent) / 2 * style.size;
  style.base = -(glyph.start + glyph.end) / 2;
  glyph.start = middle - style.size / 2;
  glyph.end = middle + style.size / 2;
  style.ascent = 0.5f;
  style.descent = 0.5f;
  style.direction = WordDirection::kDown;
}

void WordBuilder::add_glyph(const Glyph& glyph, const Style& style, float wide) {
  bool touches = false;
  bool continues = false;
  if (!glyphs_.empty() && !after_space_ && style.direction == style_.direction) {
    const float size = std::max(style.size, style_.size);
    const bool leftward = is_leftward(*glyph.text) || is_leftward(*glyphs_.back().text);
    float gap = (glyph.start - end_) / size;
    if (leftward && glyph.start < start_) gap = (start_ - glyph.end) / size;
    if (leftward && glyph.start >= start_ && glyph.end <= end_) gap = 0;
    const float drop = std::fabs(style.base - style_.base) / size;
    // A letter below its accent.
    if (gap < kOverlap && glyph.start >= start_ - size && glyphs_.back().text->size() == 1 &&
        combining_mark((*glyphs_.back().text)[0]) != 0)
      gap = 0;
    // What is raised as it is, in the same font and size, is no exponent but a word of its own.
    const bool is_moved = drop > kMoved && style.font == style_.font &&
                          std::fabs(style.size - style_.size) <= kSameFontSize * size;
    touches = gap >= kOverlap && gap <= wide && drop <= (is_moved ? 0 : kRaised);
    // An index below an exponent.
    if (!touches && gap < 0 && drop > kSameBase && drop <= kMostStacked && glyph.start >= start_)
      touches = true;
    continues = touches && drop <= kSameBase && style.font == style_.font &&
                std::fabs(style.size - style_.size) <= kSameFontSize * size &&
                style.invisible == style_.invisible && style.artifact == style_.artifact &&
                style.marked_content == style_.marked_content && style.rgb == style_.rgb;
    if (style.replaced != nullptr && style.replaced == style_.replaced) continues = true;
  }
  if (!continues) {
    end_word();
    joined_ = touches;
    style_ = style;
    start_ = glyph.start;
    end_ = glyph.end;
  }
  after_space_ = false;
  start_ = std::min(start_, glyph.start);
  end_ = std::max(end_, glyph.end);
  style_.replaced = style.replaced;
  glyphs_.push_back(glyph);
  if (!continues && touches && style.direction == WordDirection::kRight)
    take_accent_before(glyphs_.back());
}

PageBox WordBuilder::box_of(const Style& style, float start, float end) {
  const Axes axes = axes_of(style.direction);
  const float top = style.base - style.ascent * style.size;
  const float bottom = style.base + style.descent * style.size;
  const float x0 = start * axes.along.x + top * axes.across.x;
  const float y0 = start * axes.along.y + top * axes.across.y;
  const float x1 = end * axes.along.x + bottom * axes.across.x;
  const float y1 = end * axes.along.y + bottom * axes.across.y;
  return {std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1)};
}

void WordBuilder::end_word() {
  if (glyphs_.empty()) return;
  const bool leftward = std::any_of(glyphs_.begin(), glyphs_.end(),
                                    [](const Glyph& glyph) { return is_leftward(*glyph.text); });
  if (leftward) {
    std::stable_sort(glyphs_.begin(), glyphs_.end(),
                     [](const Glyph& one, const Glyph& other) { return one.start > other.start; });
    // Runs of digits and Latin letters keep their own direction.
    for (std::size_t first = 0; first < glyphs_.size(); ++first) {
      std::size_t last = first;
      while (last < glyphs_.size() && keeps_rightward(last)) ++last;
      std::reverse(glyphs_.begin() + static_cast<std::ptrdiff_t>(first),
                   glyphs_.begin() + static_cast<std::ptrdiff_t>(last));
      first = last;
    }
  }
  put_accents_on_letters();
  std::u32string drawn;
  for (const Glyph& glyph : glyphs_) drawn += *glyph.text;
  // Programs name brackets by what they look like, or by what they mean.
  if (leftward) std::transform(drawn.begin(), drawn.end(), drawn.begin(), mirrored);
  const bool mirrors = leftward && !has_turned_brackets(drawn);
  PageWord word;
  for (const Glyph& glyph : glyphs_) {
    for (const char32_t c : *glyph.text) {
      const bool is_last = &glyph == &glyphs_.back();
      if (glyph.soft_hyphen) {
        if (is_last)
          word.soft_hyphen = true;
        else if (glyph.end > glyph.start)
          word.text += '-';
      } else {
        append_utf8(mirrors ? mirrored(c) : c, word.text);
      }
    }
  }
  const Axes axes = axes_of(style_.direction);
  word.box = box_of(style_, start_, end_);
  word.baseline = style_.base * (axes.across.x + axes.across.y);
  word.font_size = style_.size;
  word.font = style_.font;
  word.bold = style_.bold;
  word.italic = style_.italic;
  word.monospace = style_.monospace;
  word.invisible = style_.invisible;
  word.artifact = style_.artifact;
  word.rgb = style_.rgb;
  word.direction = style_.direction;
  word.marked_content = style_.marked_content;
  word.joined = joined_;
  glyphs_.clear();
  if (word.soft_hyphen && word.text.empty()) {
    if (joined_ && !page_.words.empty()) {
      page_.words.back().soft_hyphen = true;
      return;
    }
    word.text = "-";
    word.soft_hyphen = false;
  }
  if (!word.text.empty()) page_.words.push_back(std::move(word));
}

bool WordBuilder::keeps_rightward(std::size_t i) const {
  const auto first_of = [this](std::size_t k) {
    return k < glyphs_.size() && !glyphs_[k].text->empty() ? (*glyphs_[k].text)[0] : U' ';
  };
  const auto is_digit = [](char32_t c) { return (c >= '0' && c <= '9') || is_arabic_digit(c); };
  const char32_t c = first_of(i);
  if (is_digit(c)) return true;
  if (c == '.' || c == ',' || c == '/' || c == ':')
    return is_digit(first_of(i - 1)) && is_digit(first_of(i + 1));
  return !is_leftward(*glyphs_[i].text) && c < 0x590 &&
         (c > 0x7F || std::isalnum(static_cast<int>(c)) != 0);
}

void WordBuilder::put_accents_on_letters() {
  for (std::size_t i = 0; i + 1 < glyphs_.size(); ++i) {
    Glyph& glyph = glyphs_[i];
    if (glyph.text->size() != 1) continue;
    const char32_t mark = combining_mark((*glyph.text)[0]);
    if (mark == 0) continue;
    // The letter that the accent stands over is the next one, or the one before.
    const auto stands_over = [&](const Glyph& letter) {
      const float middle = (glyph.start + glyph.end) / 2;
      return letter.text->size() == 1 && takes_mark((*letter.text)[0], mark) &&
             middle >= letter.start && middle < letter.end;
    };
    Glyph* letter = stands_over(glyphs_[i + 1])            ? &glyphs_[i + 1]
                    : i > 0 && stands_over(glyphs_[i - 1]) ? &glyphs_[i - 1]
                                                           : nullptr;
    if (letter == nullptr) continue;
    replacements_.push_back(accented((*letter->text)[0], mark));
    letter->text = &replacements_.back();
    replacements_.emplace_back();
    glyph.text = &replacements_.back();
  }
}

void WordBuilder::take_accent_before(Glyph& letter) {
  if (page_.words.empty() || letter.text->size() != 1) return;
  const PageWord& accent = page_.words.back();
  const DecodedCharacter drawn = utf8_character_at(accent.text, 0);
  const char32_t mark = combining_mark(drawn.code_point);
  const float middle = (accent.box.left + accent.box.right) / 2;
  if (mark == 0 || drawn.next != accent.text.size() || !takes_mark((*letter.text)[0], mark) ||
      middle < letter.start || middle >= letter.end)
    return;
  replacements_.push_back(accented((*letter.text)[0], mark));
  letter.text = &replacements_.back();
  joined_ = accent.joined;
  page_.words.pop_back();
}

void WordBuilder::finish() {
  place_marks();
  end_word();
  put_signs_behind_numbers(page_.words);
  replacements_.clear();
  places_.clear();
}

}  // namespace lectern
