#include "pdf/pdfium_drawing_check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/format.h"
#include "core/fpdfapi/font/cpdf_type3char.h"
#include "core/fpdfapi/font/cpdf_type3font.h"
#include "core/fpdfapi/page/cpdf_form.h"
#include "core/fpdfapi/page/cpdf_formobject.h"
#include "core/fpdfapi/page/cpdf_image.h"
#include "core/fpdfapi/page/cpdf_imageobject.h"
#include "core/fpdfapi/page/cpdf_pathobject.h"
#include "core/fpdfapi/page/cpdf_textobject.h"
#include "core/fpdfapi/page/cpdf_tilingpattern.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream.h"

namespace lectern {
namespace {

// Costs are in units of roughly a microsecond of a native build. An object costs at least one,
// which bounds how long the measuring takes, too.
constexpr double kMaxCost = 60e6;
constexpr double kPagePaint = 3'000;    ///< to paint every pixel of the page once
constexpr double kParse = 100;          ///< of content that is parsed each time it is drawn
constexpr double kPoint = 0.2;          ///< of a path
constexpr double kSourcePixel = 0.005;  ///< of a picture
constexpr double kShading = 10;         ///< times what painting the same area takes
/// PDFium draws no deeper.
constexpr int kMaxNesting = 64;

class CostMeter {
 public:
  CostMeter(const CPDF_Page& page, const Limits& limits) : page_(page), limits_(limits) {}

  Result<void> run(const PageObjects& annotations) {
    add_content(page_, CFX_Matrix(), 1, 0);
    for (const auto& object : annotations) {
      if (error_ || !is_within()) break;
      add_object(*object, CFX_Matrix(), 1, 0);
    }
    if (error_) return tl::unexpected<Error>(*std::move(error_));
    if (!is_within()) {
      return fail(ErrorCode::kLimitExceeded, "the page would take too long to be drawn");
    }
    return {};
  }

 private:
  /// False also for what is not a number.
  bool is_within() const { return cost_ <= kMaxCost; }

  void add_content(const CPDF_PageObjectHolder& content, const CFX_Matrix& matrix, double times,
                   int depth) {
    if (depth == kMaxNesting) return;
    for (const auto& object : content) {
      add_object(*object, matrix, times, depth);
      if (error_ || !is_within()) return;
    }
  }

  void add_object(CPDF_PageObject& object, const CFX_Matrix& matrix, double times, int depth) {
    const CFX_SizeF size = size_on_page(object, matrix);
    const double area = share_of_page(size);
    cost_ += times * (1 + area * kPagePaint);
    if (const RetainPtr<CPDF_Dictionary> mask = object.mutable_general_state().GetMutableSoftMask())
      add_mask(*mask, matrix, times, depth);
    if (const CPDF_FormObject* form = object.AsForm()) {
      add_content(*form->form(), form->form_matrix() * matrix, times, depth + 1);
    } else if (const CPDF_ImageObject* image = object.AsImage()) {
      add_picture(*image, times);
    } else if (object.IsShading()) {
      cost_ += times * area * kPagePaint * kShading;
    } else if (const CPDF_PathObject* path = object.AsPath()) {
      cost_ += times * kPoint * static_cast<double>(path->path().GetPoints().size());
      add_patterns(object, size, matrix, times, depth);
    } else if (const CPDF_TextObject* text = object.AsText()) {
      add_glyphs(*text, matrix, times, depth);
      add_patterns(object, size, matrix, times, depth);
    }
  }

  /// At most the page's: where a tile or a glyph is drawn is not known here.
  CFX_SizeF size_on_page(const CPDF_PageObject& object, const CFX_Matrix& matrix) const {
    const CFX_FloatRect box = matrix.TransformRect(object.GetRect());
    return {std::min(box.Width(), page_.GetBBox().Width()),
            std::min(box.Height(), page_.GetBBox().Height())};
  }

  double share_of_page(CFX_SizeF size) const {
    const double page_area = double{page_.GetBBox().Width()} * page_.GetBBox().Height();
    return page_area > 0 ? double{size.width} * size.height / page_area : 1;
  }

  void add_mask(CPDF_Dictionary& mask, const CFX_Matrix& matrix, double times, int depth) {
    RetainPtr<CPDF_Stream> group = mask.GetMutableStreamFor("G");
    if (!group || depth + 1 == kMaxNesting) return;
    cost_ += times * (kParse + kPagePaint);
    CPDF_Form form(page_.GetDocument(), nullptr, std::move(group));
    form.ParseContent();
    add_content(form, matrix, times, depth + 1);
  }

  void add_picture(const CPDF_ImageObject& object, double times) {
    const RetainPtr<const CPDF_Image> image = object.GetImage();
    if (!image || !image->GetStream()) return;
    const auto width = static_cast<std::uint64_t>(std::max(image->GetPixelWidth(), 0));
    const auto height = static_cast<std::uint64_t>(std::max(image->GetPixelHeight(), 0));
    const bool is_bits =
        image->IsMask() || image->GetStream()->GetDict()->GetIntegerFor("BitsPerComponent") == 1;
    const std::uint64_t pixels = width * height;
    // A mask of bits is not unpacked.
    const std::uint64_t held = is_bits ? pixels / 8 : pixels;
    cost_ += times * kSourcePixel * static_cast<double>(pixels);
    if (held > limits_.max_pixels) {
      error_ = Error{ErrorCode::kLimitExceeded,
                     {"a picture on the page has {,} pixels, more than the limit of {,}", pixels,
                      limits_.max_pixels}};
    } else if (held > limits_.max_decoded_bytes) {
      error_ = Error{ErrorCode::kLimitExceeded,
                     {"a picture on the page takes {,} bytes, more than the limit of {,}", held,
                      limits_.max_decoded_bytes}};
    }
  }

  /// Glyphs of Type 3 fonts are drawn by content of their own.
  void add_glyphs(const CPDF_TextObject& text, const CFX_Matrix& matrix, double times, int depth) {
    cost_ += times * static_cast<double>(text.GetCharCodes().size());
    CPDF_Type3Font* const font = text.GetFont()->AsType3Font();
    if (font == nullptr) return;
    std::map<std::uint32_t, double> counts;
    for (const std::uint32_t code : text.GetCharCodes()) ++counts[code];
    CFX_Matrix to_page = font->GetFontMatrix();
    to_page.Scale(text.GetFontSize(), text.GetFontSize());
    to_page = to_page * text.GetTextMatrix() * matrix;
    for (const auto& [code, count] : counts) {
      CPDF_Type3Char* const glyph =
          code == CPDF_Font::kInvalidCharCode ? nullptr : font->LoadChar(code);
      if (glyph == nullptr || glyph->form() == nullptr) continue;
      add_content(*static_cast<const CPDF_Form*>(glyph->form()), to_page, times * count, depth + 1);
      if (error_ || !is_within()) return;
    }
  }

  void add_patterns(CPDF_PageObject& object, CFX_SizeF size, const CFX_Matrix& matrix, double times,
                    int depth) {
    for (const CPDF_Color* color :
         {object.color_state().GetFillColor(), object.color_state().GetStrokeColor()}) {
      if (color == nullptr || !color->IsPattern()) continue;
      const RetainPtr<CPDF_Pattern> pattern = color->GetPattern();
      CPDF_TilingPattern* const tiling = pattern ? pattern->AsTilingPattern() : nullptr;
      if (tiling != nullptr) add_tiles(*tiling, object, size, matrix, times, depth);
    }
  }

  void add_tiles(CPDF_TilingPattern& pattern, CPDF_PageObject& object, CFX_SizeF size,
                 const CFX_Matrix& matrix, double times, int depth) {
    if (depth + 1 == kMaxNesting) return;
    cost_ += times * kParse;
    const std::unique_ptr<CPDF_Form> tile = pattern.Load(&object);
    if (!tile) return;
    const CFX_Matrix to_page = pattern.pattern_to_form() * matrix;
    const CFX_FloatRect box =
        to_page.GetInverse().TransformRect(CFX_FloatRect(0, 0, size.width, size.height));
    // One more on each side. A step of zero makes them infinite.
    const double columns = (double{box.Width()} + pattern.bbox().Width()) / pattern.x_step() + 2;
    const double rows = (double{box.Height()} + pattern.bbox().Height()) / pattern.y_step() + 2;
    const double tiles = columns * rows;
    cost_ += times * tiles;
    if (is_within()) add_content(*tile, to_page, times * tiles, depth + 1);
  }

  const CPDF_Page& page_;
  const Limits& limits_;
  double cost_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<void> check_drawing(const CPDF_Page& page, const PageObjects& annotations,
                           const Limits& limits) {
  return CostMeter(page, limits).run(annotations);
}

}  // namespace lectern
