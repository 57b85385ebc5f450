#include "pdf/pdfium_generated_looks.h"

#include <algorithm>
#include <cmath>

#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfdoc/cpdf_annot.h"
#include "core/fpdfdoc/cpdf_formfield.h"

namespace lectern {
namespace {

/// Outlines of a marked area, a point of a stroke.
constexpr std::uint64_t kAreaBytes = 60;
constexpr std::uint64_t kPointBytes = 16;
/// A squiggle turns every two points.
constexpr std::uint64_t kSquiggleBytesPerPoint = 8;
/// Floats that are larger do not change when two are added: the squiggle would not end.
constexpr float kMaxSquiggleEnd = 1 << 22;
/// Texts are laid out, which takes as long as parsing some bytes of content for each of theirs; so
/// are all choices of a list.
constexpr std::uint64_t kBytesPerTextByte = 4;
constexpr std::uint64_t kChoiceBytes = 40;

std::uint64_t squiggle_bytes(const CPDF_Dictionary& annotation, std::size_t areas,
                             std::uint64_t most) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < areas && bytes <= most; ++i) {
    CFX_FloatRect area = CPDF_Annot::RectFromQuadPoints(&annotation, i);
    area.Normalize();
    if (!(std::max(std::abs(area.left), std::abs(area.right)) < kMaxSquiggleEnd)) return most + 1;
    bytes += static_cast<std::uint64_t>(area.Width()) * kSquiggleBytesPerPoint;
  }
  return bytes;
}

std::uint64_t ink_bytes(const CPDF_Dictionary& annotation, std::uint64_t most) {
  const RetainPtr<const CPDF_Array> strokes = annotation.GetArrayFor("InkList");
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; strokes && i < strokes->size() && bytes <= most; ++i) {
    const RetainPtr<const CPDF_Array> stroke = strokes->GetArrayAt(i);
    bytes += kPointBytes * (1 + (stroke ? stroke->size() / 2 : 0));
  }
  return bytes;
}

std::uint64_t text_bytes(const RetainPtr<const CPDF_Object>& object) {
  return object ? kBytesPerTextByte * object->GetString().GetLength() : 0;
}

std::uint64_t value_bytes(const RetainPtr<const CPDF_Object>& value, StreamSizes& sizes,
                          std::uint64_t most) {
  const CPDF_Stream* const stream = value ? value->AsStream() : nullptr;
  return stream != nullptr ? kBytesPerTextByte * sizes.of(*stream, most, 0) : text_bytes(value);
}

std::uint64_t field_bytes(const CPDF_Dictionary& annotation, const CPDF_Dictionary& form,
                          StreamSizes& sizes, std::uint64_t most) {
  const auto attribute = [&annotation](const char* name) {
    return CPDF_FormField::GetFieldAttrForDict(&annotation, name);
  };
  RetainPtr<const CPDF_Object> appearance = attribute("DA");
  if (!appearance || appearance->GetString().IsEmpty()) appearance = form.GetDirectObjectFor("DA");
  std::uint64_t bytes = value_bytes(attribute("V"), sizes, most) + text_bytes(appearance);
  const RetainPtr<const CPDF_Object> choices = attribute("Opt");
  const CPDF_Array* list = choices ? choices->AsArray() : nullptr;
  for (std::size_t i = 0; list != nullptr && i < list->size() && bytes <= most; ++i) {
    RetainPtr<const CPDF_Object> choice = list->GetDirectObjectAt(i);
    if (const CPDF_Array* pair = choice ? choice->AsArray() : nullptr)
      choice = pair->GetDirectObjectAt(1);
    bytes += kChoiceBytes + value_bytes(choice, sizes, most);
  }
  return bytes;
}

}  // namespace

std::uint64_t generated_bytes(const CPDF_Dictionary& annotation, const CPDF_Dictionary* form,
                              StreamSizes& sizes, std::uint64_t most) {
  const ByteString kind = annotation.GetByteStringFor("Subtype");
  if (kind == "Ink") return ink_bytes(annotation, most);
  if (kind == "Widget") return form != nullptr ? field_bytes(annotation, *form, sizes, most) : 0;
  if (kind != "Highlight" && kind != "Underline" && kind != "StrikeOut" && kind != "Squiggly")
    return 0;
  const RetainPtr<const CPDF_Array> corners = annotation.GetArrayFor("QuadPoints");
  const std::size_t areas = corners ? CPDF_Annot::QuadPointCount(corners.Get()) : 0;
  return areas * kAreaBytes + (kind == "Squiggly" ? squiggle_bytes(annotation, areas, most) : 0);
}

}  // namespace lectern
