#include "pdf/pdfium_objects.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "constants/annotation_flags.h"
#include "core/fpdfapi/page/cpdf_image.h"
#include "core/fpdfapi/page/cpdf_imageobject.h"
#include "core/fpdfapi/page/cpdf_occontext.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"
#include "core/fpdfdoc/cpdf_annot.h"
#include "core/fpdfdoc/cpdf_annotlist.h"

namespace lectern {
namespace {

/// A picture that covers this much of the page is the page.
constexpr double kWholePage = 0.9;
/// How far a picture's sides may be scaled differently and still be shown as it is.
constexpr float kSameAspect = 0.03f;

class Inspector {
 public:
  explicit Inspector(const CPDF_Page& page)
      : page_(page),
        layers_(pdfium::MakeRetain<CPDF_OCContext>(page.GetDocument(), CPDF_OCContext::kView)) {}

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
    return holder == nullptr || layers_->CheckOCGDictVisible(holder->GetDictFor("OC").Get());
  }

  void walk(const CPDF_PageObjectHolder& holder, const CFX_Matrix& matrix, bool shown, int depth) {
    for (const auto& object : holder) {
      const bool visible = shown && layers_->CheckPageObjectVisible(object.get());
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
  const RetainPtr<CPDF_OCContext> layers_;
  PdfiumObjects found_;
  RetainPtr<const CPDF_Image> picture_;
  CFX_Matrix picture_matrix_;
};

bool is_drawn(const CPDF_Annot& annotation) {
  constexpr std::uint32_t kUnseen =
      pdfium::annotation_flags::kHidden | pdfium::annotation_flags::kNoView;
  return (annotation.GetFlags() & kUnseen) == 0 &&
         annotation.GetSubtype() != CPDF_Annot::Subtype::POPUP;
}

bool is_wanted(const CPDF_Annot& annotation, Annotations which) {
  const bool is_field = annotation.GetSubtype() == CPDF_Annot::Subtype::WIDGET;
  return which == Annotations::kAll || is_field == (which == Annotations::kFields);
}

/// PDFium makes a pop-up window of every annotation that has contents, with a font of its own each,
/// and shows none of them. Takes the contents out, in memory.
void drop_contents(CPDF_Page& page) {
  const RetainPtr<CPDF_Array> annotations = page.GetMutableAnnotsArray();
  for (std::size_t i = 0; annotations && i < annotations->size(); ++i) {
    if (const RetainPtr<CPDF_Dictionary> annotation = annotations->GetMutableDictAt(i))
      annotation->RemoveFor("Contents");
  }
}

}  // namespace

PageObjects annotation_objects(CPDF_Page& page, Annotations which) {
  drop_contents(page);
  PageObjects objects;
  CPDF_AnnotList annotations(&page);
  for (std::size_t i = 0; i < annotations.Count(); ++i) {
    CPDF_Annot& annotation = *annotations.GetAt(i);
    if (!is_drawn(annotation) || !is_wanted(annotation, which)) continue;
    RetainPtr<CPDF_Stream> appearance =
        GetAnnotAP(annotation.GetMutableAnnotDict().Get(), CPDF_Annot::AppearanceMode::kNormal);
    if (!appearance) continue;
    auto form = std::make_unique<CPDF_Form>(page.GetDocument(), page.GetMutableResources(),
                                            std::move(appearance));
    form->ParseContent();
    const RetainPtr<const CPDF_Dictionary> dictionary = form->GetDict();
    const CFX_FloatRect box =
        dictionary->GetMatrixFor("Matrix").TransformRect(dictionary->GetRectFor("BBox"));
    CFX_Matrix matrix;
    matrix.MatchRect(annotation.GetRect(), box);
    auto object = std::make_unique<CPDF_FormObject>(CPDF_PageObject::kNoContentStream,
                                                    std::move(form), matrix);
    object->CalcBoundingBox();
    objects.push_back(std::move(object));
  }
  return objects;
}

void append_annotations(CPDF_Page& page, Annotations which) {
  for (auto& object : annotation_objects(page, which)) page.AppendPageObject(std::move(object));
}

PdfiumObjects inspect_objects(const CPDF_Page& page) { return Inspector(page).run(); }

}  // namespace lectern
