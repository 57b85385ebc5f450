// A parsed page as PageContent (pdf/layout/page_content.h): what the layout of its text starts
// from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/fpdfapi/page/cpdf_occontext.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fxcrt/fx_coordinates.h"
#include "pdf/layout/page_content.h"
#include "pdf/pdfium_destinations.h"
#include "pdf/pdfium_structure.h"
#include "pdf/pdfium_words.h"

namespace lectern {

struct PdfiumContent {
  PageContent page;
  GlyphCounts glyphs;
  bool lacks_tags = false;     ///< there is more to their tree than may be looked at
  bool lacks_choices = false;  ///< some chosen values are shown as they are stored
};

/// What the pages of a document look things up in, as often as all of them may.
struct PageSources {
  PageSources(CPDF_Document& document, PdfiumDestinations& destinations, std::uint64_t file_bytes)
      : targets(destinations),
        tags(file_bytes),
        layers(pdfium::MakeRetain<CPDF_OCContext>(&document, CPDF_OCContext::kView)),
        choices_left(kMinChoices + static_cast<std::size_t>(file_bytes)),
        note_chars_left(kMinNoteChars + kNoteCharsOfByte * static_cast<std::size_t>(file_bytes)) {}

  PdfiumDestinations& targets;
  PdfiumTags tags;
  /// Each is found out once whether it is shown.
  const RetainPtr<CPDF_OCContext> layers;
  std::size_t choices_left;
  std::size_t note_chars_left;  ///< of notes, which many pages and notes may share

 private:
  static constexpr std::size_t kMinChoices = 2'000'000;
  static constexpr std::size_t kMinNoteChars = 2'000'000;
  static constexpr std::size_t kNoteCharsOfByte = 2;
};

/// Leads from a page to the upright page, in points.
CFX_Matrix upright_matrix(const CPDF_Page& page);

/// Hidden layers are left out. `with_links` is false for a page whose annotations are too many.
PdfiumContent pdfium_content(const CPDF_Page& page, bool with_links, PageSources& sources);

/// Its words alone.
PageContent pdfium_words(const CPDF_Page& page, PageSources& sources);

}  // namespace lectern
