#include "pdf/pdfium_annotations.h"

#include <utility>
#include <vector>

#include "constants/annotation_flags.h"
#include "core/fpdfapi/font/cpdf_font.h"
#include "core/fpdfapi/page/cpdf_docpagedata.h"
#include "core/fpdfapi/page/cpdf_form.h"
#include "core/fpdfapi/page/cpdf_formobject.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_boolean.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfdoc/cpdf_annot.h"
#include "core/fpdfdoc/cpdf_annotlist.h"

namespace lectern {
namespace {

/// Forms name some ten fonts.
constexpr std::size_t kMaxFieldFonts = 100;

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
/// and shows none of them. Takes the contents out, in memory, and puts them back at its end: other
/// pages may have the same annotations.
class WithoutContents {
 public:
  explicit WithoutContents(CPDF_Page& page) {
    const RetainPtr<CPDF_Array> annotations = page.GetMutableAnnotsArray();
    for (std::size_t i = 0; annotations && i < annotations->size(); ++i) {
      RetainPtr<CPDF_Dictionary> annotation = annotations->GetMutableDictAt(i);
      RetainPtr<CPDF_Object> contents = annotation ? annotation->RemoveFor("Contents") : nullptr;
      if (contents) taken_.emplace_back(std::move(annotation), std::move(contents));
    }
  }
  WithoutContents(const WithoutContents&) = delete;
  WithoutContents& operator=(const WithoutContents&) = delete;
  ~WithoutContents() {
    for (auto& [annotation, contents] : taken_) annotation->SetFor("Contents", std::move(contents));
  }

 private:
  std::vector<std::pair<RetainPtr<CPDF_Dictionary>, RetainPtr<CPDF_Object>>> taken_;
};

bool has_field_without_appearance(const CPDF_Page& page) {
  const RetainPtr<const CPDF_Array> annotations = page.GetAnnotsArray();
  for (std::size_t i = 0; annotations && i < annotations->size(); ++i) {
    const RetainPtr<const CPDF_Dictionary> annotation = annotations->GetDictAt(i);
    if (annotation && annotation->GetNameFor("Subtype") == "Widget" &&
        !annotation->GetDictFor("AP"))
      return true;
  }
  return false;
}

/// Fields without an appearance show their values. PDFium makes appearances for them where the form
/// says that it needs them. \returns fonts, which PDFium would load anew for each field.
std::vector<RetainPtr<CPDF_Font>> show_values(CPDF_Page& page) {
  std::vector<RetainPtr<CPDF_Font>> fonts;
  const RetainPtr<CPDF_Dictionary> root = page.GetDocument()->GetMutableRoot();
  const RetainPtr<CPDF_Dictionary> form = root ? root->GetMutableDictFor("AcroForm") : nullptr;
  if (!form || !has_field_without_appearance(page)) return fonts;
  form->SetNewFor<CPDF_Boolean>("NeedAppearances", true);
  const RetainPtr<CPDF_Dictionary> resources = form->GetMutableDictFor("DR");
  const RetainPtr<CPDF_Dictionary> named =
      resources ? resources->GetMutableDictFor("Font") : nullptr;
  if (!named) return fonts;
  for (const ByteString& name : named->GetKeys()) {
    if (fonts.size() == kMaxFieldFonts) break;
    if (const RetainPtr<CPDF_Dictionary> font = named->GetMutableDictFor(name))
      fonts.push_back(CPDF_DocPageData::FromDocument(page.GetDocument())->GetFont(font));
  }
  return fonts;
}

}  // namespace

PageObjects annotation_objects(CPDF_Page& page, Annotations which) {
  const WithoutContents without_contents(page);
  const std::vector<RetainPtr<CPDF_Font>> fonts = show_values(page);
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

}  // namespace lectern
