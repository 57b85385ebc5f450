// Walks PDFium's page objects: text with Unicode values and places, pictures, paths, forms, annotations.
//
// PDF 32000-1:2008, 9.4 (text), 8.10 (form XObjects), 8.11 (optional content), 12.5.5 (appearance streams).
// PDFium's own text page (FPDFText_*) is not used: it reads hidden layers, guesses words from neighbouring objects only
// and rewrites hyphens before anyone can look at the next line.
#include "pdf/pdfium_page_content.h"

#include <algorithm>
#include <cmath>

#include "constants/annotation_flags.h"
#include "core/fpdfapi/font/cpdf_font.h"
#include "core/fpdfapi/page/cpdf_form.h"
#include "core/fpdfapi/page/cpdf_formobject.h"
#include "core/fpdfapi/page/cpdf_image.h"
#include "core/fpdfapi/page/cpdf_imageobject.h"
#include "core/fpdfapi/page/cpdf_occontext.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fpdfapi/page/cpdf_textobject.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfdoc/cpdf_annot.h"
#include "core/fpdfdoc/cpdf_annotlist.h"
#include "core/fpdftext/unicodenormalizationdata.h"

namespace lectern {
namespace {

constexpr char32_t kReplacement = 0xfffd;

bool is_presentation_form(char32_t c) {
  return (c >= 0xfb00 && c <= 0xfdff && !(c >= 0xfd3e && c <= 0xfd3f)) || (c >= 0xfe70 && c <= 0xfefc);
}

// Ligatures and positional letters as the letters they stand for (their NFKC form, from PDFium's table).
void append_normalized(char32_t c, std::u32string& out) {
  if (!is_presentation_form(c)) {
    out.push_back(c);
    return;
  }
  const std::uint16_t entry = kUnicodeDataNormalization[c];
  if (entry == 0) {
    out.push_back(c);
    return;
  }
  if (entry >= 0x8000) {
    out.push_back(kUnicodeDataNormalizationMap1[entry - 0x8000]);
    return;
  }
  const std::size_t offset = entry & 0x0fff;
  const unsigned table = entry >> 12;
  if (table == 2) {
    for (std::size_t i = 0; i < 2; ++i) out.push_back(kUnicodeDataNormalizationMap2[offset + i]);
  } else if (table == 3) {
    for (std::size_t i = 0; i < 3; ++i) out.push_back(kUnicodeDataNormalizationMap3[offset + i]);
  } else if (table == 4) {
    const std::size_t length = kUnicodeDataNormalizationMap4[offset];
    for (std::size_t i = 1; i <= length; ++i) out.push_back(kUnicodeDataNormalizationMap4[offset + i]);
  }
}

bool is_noise(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0xd800 && c <= 0xdfff) || c == 0xfffe || c == 0xffff ||
         c == 0xfeff || c > 0x10ffff;
}

class Collector {
 public:
  Collector(CPDF_Page& page, const PageContentLimits& limits)
      : page_(page),
        limits_(limits),
        layers_(pdfium::MakeRetain<CPDF_OCContext>(page.GetDocument(), CPDF_OCContext::kView)) {
    content_.width_points = page.GetPageWidth();
    content_.height_points = page.GetPageHeight();
    // PDFium's page matrix ends with the origin at the lower left; text is read from the top.
    to_page_ = page.GetPageMatrix() * CFX_Matrix(1, 0, 0, -1, 0, content_.height_points);
  }

  PageContent run() {
    walk(page_, to_page_, 0);
    walk_annotations();
    content_.image_coverage = std::min(content_.image_coverage, 1.0f);
    return std::move(content_);
  }

 private:
  bool is_layer_visible(const CPDF_Dictionary* holder) const {
    return holder == nullptr || layers_->CheckOCGDictVisible(holder->GetDictFor("OC").Get());
  }

  void walk(const CPDF_PageObjectHolder& holder, const CFX_Matrix& matrix, std::uint32_t depth) {
    for (const auto& object : holder) {
      if (++objects_ > limits_.max_objects || content_.glyphs.size() >= limits_.max_glyphs) {
        content_.truncated = true;
        return;
      }
      if (!layers_->CheckPageObjectVisible(object.get())) continue;
      if (const CPDF_TextObject* text = object->AsText()) {
        add_text(*text, matrix);
      } else if (const CPDF_FormObject* form = object->AsForm()) {
        add_form(*form, matrix, depth);
      } else if (const CPDF_ImageObject* image = object->AsImage()) {
        add_image(*image, matrix);
      } else if (object->IsPath()) {
        ++content_.paths;
      }
    }
  }

  void add_form(const CPDF_FormObject& object, const CFX_Matrix& matrix, std::uint32_t depth) {
    if (depth >= limits_.max_form_depth) {
      content_.truncated = true;
      return;
    }
    if (!is_layer_visible(object.form()->GetDict().Get())) return;
    walk(*object.form(), object.form_matrix() * matrix, depth + 1);
  }

  void add_image(const CPDF_ImageObject& object, const CFX_Matrix& matrix) {
    const RetainPtr<const CPDF_Image> image = object.GetImage();
    if (image && image->GetStream() && !is_layer_visible(image->GetStream()->GetDict().Get())) return;
    ++content_.images;
    CFX_FloatRect box = matrix.TransformRect(object.GetRect());
    box.Intersect(CFX_FloatRect(0, 0, content_.width_points, content_.height_points));
    const float page_area = content_.width_points * content_.height_points;
    if (page_area > 0) content_.image_coverage += box.Width() * box.Height() / page_area;
  }

  void add_text(const CPDF_TextObject& object, const CFX_Matrix& parent) {
    const RetainPtr<CPDF_Font> font = object.GetFont();
    if (!font) return;
    const CFX_Matrix matrix = object.GetTextMatrix() * parent;
    const float font_size = std::fabs(object.GetFontSize());
    const bool is_vertical = font->IsVertWriting();
    // The direction in which the line runs, and the height across it.
    const float size = font_size * std::hypot(matrix.c, matrix.d);
    const bool is_invisible = object.GetTextRenderMode() == TextRenderingMode::MODE_INVISIBLE;
    for (std::size_t i = 0; i < object.CountItems(); ++i) {
      const CPDF_TextObject::Item item = object.GetItemInfo(i);
      if (item.m_CharCode == CPDF_Font::kInvalidCharCode) continue;
      if (content_.glyphs.size() >= limits_.max_glyphs) {
        content_.truncated = true;
        return;
      }
      PageGlyph glyph;
      const CFX_PointF origin = matrix.Transform(item.m_Origin);
      if (!std::isfinite(origin.x) || !std::isfinite(origin.y) || !std::isfinite(size)) continue;
      glyph.x = origin.x;
      glyph.y = origin.y;
      glyph.size = size;
      const float width = object.GetCharWidth(item.m_CharCode);
      glyph.advance_x = is_vertical ? -width * matrix.c : width * matrix.a;
      glyph.advance_y = is_vertical ? -width * matrix.d : width * matrix.b;
      if (!is_on_page(glyph)) continue;
      add_characters(*font, item.m_CharCode, glyph);
      if (glyph.text_length == 0) continue;
      if (is_invisible) ++content_.invisible_glyphs;
      content_.glyphs.push_back(glyph);
    }
  }

  bool is_on_page(const PageGlyph& glyph) const {
    const float x = glyph.x + glyph.advance_x / 2;
    const float y = glyph.y + glyph.advance_y / 2;
    return x >= 0 && y >= 0 && x <= content_.width_points && y <= content_.height_points;
  }

  void add_characters(const CPDF_Font& font, std::uint32_t char_code, PageGlyph& glyph) {
    glyph.text_begin = static_cast<std::uint32_t>(content_.characters.size());
    const WideString unicode = font.UnicodeFromCharCode(char_code);
    if (unicode.IsEmpty()) {
      ++content_.unmapped_glyphs;
      const char32_t guess = font.IsCIDFont() ? kReplacement : static_cast<char32_t>(char_code);
      if (!is_noise(guess)) content_.characters.push_back(guess);
    }
    char32_t high = 0;
    for (std::size_t i = 0; i < unicode.GetLength(); ++i) {
      char32_t c = static_cast<char32_t>(unicode[i]);
      if (c >= 0xd800 && c <= 0xdbff) {
        high = c;
        continue;
      }
      if (high != 0 && c >= 0xdc00 && c <= 0xdfff) c = 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00);
      high = 0;
      if (!is_noise(c)) append_normalized(c, content_.characters);
    }
    glyph.text_length = static_cast<std::uint32_t>(content_.characters.size()) - glyph.text_begin;
  }

  void walk_annotations() {
    CPDF_AnnotList annotations(&page_);
    for (std::size_t i = 0; i < annotations.Count(); ++i) {
      CPDF_Annot& annotation = *annotations.GetAt(i);
      const std::uint32_t flags = annotation.GetFlags();
      if (flags & (pdfium::annotation_flags::kHidden | pdfium::annotation_flags::kNoView)) continue;
      if (annotation.GetSubtype() == CPDF_Annot::Subtype::POPUP) continue;
      if (!is_layer_visible(annotation.GetAnnotDict())) continue;
      const CPDF_Form* form = annotation.GetAPForm(&page_, CPDF_Annot::AppearanceMode::kNormal);
      if (form == nullptr) continue;
      const RetainPtr<const CPDF_Dictionary> dictionary = form->GetDict();
      const CFX_FloatRect box =
          dictionary->GetMatrixFor("Matrix").TransformRect(dictionary->GetRectFor("BBox"));
      CFX_Matrix matrix;
      matrix.MatchRect(annotation.GetRect(), box);
      walk(*form, matrix * to_page_, 0);
    }
  }

  CPDF_Page& page_;
  const PageContentLimits& limits_;
  const RetainPtr<CPDF_OCContext> layers_;
  CFX_Matrix to_page_;
  PageContent content_;
  std::uint32_t objects_ = 0;
};

}  // namespace

PageContent collect_page_content(CPDF_Page& page, const PageContentLimits& limits) {
  return Collector(page, limits).run();
}

}  // namespace lectern
