#include "pdf/pdfium_objects.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/fpdfapi/page/cpdf_image.h"
#include "core/fpdfapi/page/cpdf_imageobject.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"

namespace lectern {
namespace {

/// A picture that covers this much of the page is the page.
constexpr double kWholePage = 0.9;
/// How far a picture's sides may be scaled differently and still be shown as it is.
constexpr float kSameAspect = 0.03f;

class Inspector {
 public:
  Inspector(const CPDF_Page& page, const CPDF_OCContext& layers) : page_(page), layers_(layers) {}

  PdfiumObjects run() {
    walk(page_, CFX_Matrix(), true, 0);
    found_.picture_coverage = std::min(found_.picture_coverage, 1.0);
    if (found_.pictures == 1 && found_.drawings == 0 && found_.picture_coverage >= kWholePage) {
      found_.jpeg = only_jpeg();
    }
    return std::move(found_);
  }

 private:
  bool is_shown(const CPDF_Dictionary* holder) const {
    return holder == nullptr || layers_.CheckOCGDictVisible(holder->GetDictFor("OC").Get());
  }

  void walk(const CPDF_PageObjectHolder& holder, const CFX_Matrix& matrix, bool shown, int depth) {
    for (const auto& object : holder) {
      const bool visible = shown && layers_.CheckPageObjectVisible(object.get());
      if (const CPDF_FormObject* form = object->AsForm()) {
        if (depth == kMaxFormDepth) continue;
        const bool form_visible = visible && is_shown(form->form()->GetDict().Get());
        walk(*form->form(), form->form_matrix() * matrix, form_visible, depth + 1);
      } else if (const CPDF_TextObject* text = object->AsText()) {
        if (!visible) found_.hidden_text.insert(text);
      } else if (!visible) {
        continue;
      } else if (const CPDF_ImageObject* image = object->AsImage()) {
        add_picture(*image, matrix);
      } else if (object->IsPath() || object->IsShading()) {
        ++found_.drawings;
      }
    }
  }

  void add_picture(const CPDF_ImageObject& object, const CFX_Matrix& matrix) {
    const RetainPtr<const CPDF_Image> image = object.GetImage();
    if (!image || (image->GetStream() && !is_shown(image->GetStream()->GetDict().Get()))) return;
    ++found_.pictures;
    CFX_FloatRect box = matrix.TransformRect(object.GetRect());
    box.Intersect(page_.GetBBox());
    const double page_area = double{page_.GetBBox().Width()} * page_.GetBBox().Height();
    if (page_area > 0) found_.picture_coverage += double{box.Width()} * box.Height() / page_area;
    picture_ = image;
    picture_matrix_ = object.matrix() * matrix;
  }

  /// The file of the picture seen last, when it is a plain JPEG that the page shows upright and in
  /// its proportions.
  std::optional<ByteVector> only_jpeg() const {
    const RetainPtr<const CPDF_Stream> stream = picture_->GetStream();
    if (!stream || page_.GetPageRotation() != 0 || picture_->IsMask()) return std::nullopt;
    const RetainPtr<const CPDF_Dictionary> dictionary = stream->GetDict();
    for (const char* name : {"Mask", "SMask", "Decode", "DecodeParms"}) {
      if (dictionary->KeyExist(name)) return std::nullopt;
    }
    const RetainPtr<const CPDF_Object> filter = dictionary->GetDirectObjectFor("Filter");
    if (!filter || filter->GetString() != "DCTDecode") return std::nullopt;
    const CFX_Matrix& matrix = picture_matrix_;
    if (matrix.a <= 0 || matrix.d <= 0 || std::fabs(matrix.b) > kSameAspect * matrix.a ||
        std::fabs(matrix.c) > kSameAspect * matrix.d) {
      return std::nullopt;
    }
    const float horizontal = matrix.a / static_cast<float>(std::max(picture_->GetPixelWidth(), 1));
    const float vertical = matrix.d / static_cast<float>(std::max(picture_->GetPixelHeight(), 1));
    if (std::fabs(horizontal - vertical) > kSameAspect * horizontal) return std::nullopt;
    const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(stream);
    data->LoadAllDataRaw();
    const auto bytes = data->GetSpan();
    return ByteVector(bytes.begin(), bytes.end());
  }

  const CPDF_Page& page_;
  const CPDF_OCContext& layers_;
  PdfiumObjects found_;
  RetainPtr<const CPDF_Image> picture_;
  CFX_Matrix picture_matrix_;
};

}  // namespace

PdfiumObjects inspect_objects(const CPDF_Page& page, const CPDF_OCContext& layers) {
  return Inspector(page, layers).run();
}

}  // namespace lectern
