// One page through PDFium: parsed up to a number of operators, then read or drawn.
#pragma once

#include <string>
#include <utility>

#include "base/work_budget.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "image/pixels.h"
#include "pdf/pdf_engine.h"

namespace lectern {

class PdfiumPage {
 public:
  /// CORRUPT_PDF when there is no such page; LIMIT_EXCEEDED when its content is too large.
  static Result<PdfiumPage> load(CPDF_Document& document, int index, const Limits& limits);

  /// All of PdfPage but the label; LIMIT_EXCEEDED for too many characters. Changes what `render`
  /// would draw: load the page anew for that.
  Result<PdfPage> read(const Limits& limits);

  /// As PdfDocument::render. Call it once, and not after `read`. \param work  that of all pages.
  Result<PdfPicture> render(Dimensions size, const Limits& limits, WorkBudget& work);

 private:
  PdfiumPage(RetainPtr<CPDF_Page> page, bool cut, std::string against_annotations)
      : page_(std::move(page)), cut_(cut), against_annotations_(std::move(against_annotations)) {}

  RetainPtr<CPDF_Page> page_;
  bool cut_;
  std::string against_annotations_;  ///< why it is shown without them; "" when with them
};

}  // namespace lectern
