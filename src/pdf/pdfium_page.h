// One page through PDFium: parsed up to a number of operators, then read or drawn.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/work_budget.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "image/pixels.h"
#include "pdf/pdf_engine.h"
#include "pdf/pdfium_content.h"
#include "pdf/pdfium_content_check.h"
#include "pdf/pdfium_destinations.h"
#include "pdf/pdfium_shared_annotations.h"
#include "pdf/pdfium_stream_size.h"

namespace lectern {

/// What the pages of a document have taken, and what is known of its streams.
struct PdfiumWork {
  /// \param file_bytes  the content of honest pages grows with it.
  PdfiumWork(CPDF_Document& document, const Limits& limits, std::uint64_t file_bytes,
             PdfiumDestinations& targets);

  /// The contents of the pages so far took all that they may, or three fifths of the work.
  bool has_read_enough(const Limits& limits) const;
  /// Their objects took a fifth.
  bool has_shown_enough(const Limits& limits) const;

  WorkBudget parsing;
  std::uint64_t of_pages = 0;    ///< units of work that their contents take, about
  std::uint64_t of_objects = 0;  ///< what these take that are shown, about
  WorkBudget drawing;
  std::uint64_t free_loops;  ///< units that PDFium's may take before pages are drawn
  std::uint64_t annotation_bytes_left;
  StreamSizes sizes;
  FormContents forms;
  SharedAnnotations annotations;
  PageSources sources;
};

class PdfiumPage {
 public:
  /// CORRUPT_PDF when there is no such page; LIMIT_EXCEEDED when its content is too large, or that
  /// of all pages so far. \param work  of the document, which outlives the page.
  static Result<PdfiumPage> load(CPDF_Document& document, int index, const Limits& limits,
                                 PdfiumWork& work);

  /// All of PdfPage but the label; LIMIT_EXCEEDED for too many characters. With `content`, fills it
  /// in place of the page's text. Changes what `render` would draw: load the page anew for that.
  Result<PdfPage> read(const Limits& limits, PageContent* content);

  /// What it draws, with its annotations; LIMIT_EXCEEDED for too many characters. As for `read`.
  Result<PdfiumContent> content(const Limits& limits);

  /// As PdfDocument::render. Do not call it after `read`.
  Result<PdfPicture> render(const PdfView& view, const Limits& limits);

 private:
  PdfiumPage(RetainPtr<CPDF_Page> page, bool cut, std::string against_annotations,
             std::uint64_t paid_bytes, PdfiumWork& work)
      : page_(std::move(page)),
        cut_(cut),
        against_annotations_(std::move(against_annotations)),
        paid_bytes_(paid_bytes),
        work_(&work) {}

  /// Where all of the page would stand in the picture, in pixels.
  FX_RECT place_of_page(const PdfView& view) const;
  /// Appends the annotations and counts the characters. \param as_lines  PDFium will find the lines
  Result<void> complete(const Limits& limits, bool as_lines);

  RetainPtr<CPDF_Page> page_;
  bool cut_;
  std::string against_annotations_;  ///< why it is shown without them; "" when with them
  std::uint64_t paid_bytes_;         ///< of its content
  std::vector<PageNote> notes_;
  bool notes_cut_ = false;
  bool has_fields_ = false;  ///< has been given them, to be drawn
  PdfiumWork* work_;
};

}  // namespace lectern
