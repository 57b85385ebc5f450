// What stands on a parsed page besides its text: pictures, drawings, layers.
// PDF 32000-1:2008, 8.9 (images), 8.10 (form XObjects), 8.11 (optional content).
#pragma once

#include <optional>
#include <unordered_set>

#include "base/bytes.h"
#include "core/fpdfapi/page/cpdf_form.h"
#include "core/fpdfapi/page/cpdf_formobject.h"
#include "core/fpdfapi/page/cpdf_occontext.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fpdfapi/page/cpdf_textobject.h"

namespace lectern {

/// PDFium parses forms no deeper.
inline constexpr int kMaxFormDepth = 40;

struct PdfiumObjects {
  std::uint64_t pictures = 0;
  double picture_coverage = 0;
  std::uint64_t drawings = 0;
  std::optional<ByteVector> jpeg;
  /// Text on layers that are not shown.
  std::unordered_set<const CPDF_TextObject*> hidden_text;
};

/// Calls `visit` with every text object, in the order of the content, also of the forms that it
/// draws.
template <typename Visit>
void for_each_text(const CPDF_PageObjectHolder& holder, const Visit& visit, int depth = 0) {
  for (const auto& object : holder) {
    if (CPDF_TextObject* text = object->AsText()) {
      visit(*text);
    } else if (const CPDF_FormObject* form = object->AsForm(); form && depth < kMaxFormDepth) {
      for_each_text(*form->form(), visit, depth + 1);
    }
  }
}

PdfiumObjects inspect_objects(const CPDF_Page& page, const CPDF_OCContext& layers);

}  // namespace lectern
