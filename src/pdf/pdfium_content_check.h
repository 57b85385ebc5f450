// Content that is checked before PDFium parses it: streams that become too large when they are
// decoded, and form XObjects that draw themselves, or each other so often that no time would
// suffice (PDF 32000-1:2008, 8.10). PDFium limits only how deep forms nest: two calls in each of 40
// levels are 2^40 forms.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/limits.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "pdf/pdfium_stream_size.h"

namespace lectern {

/// The most objects (words, lines, pictures) that a page may have.
std::uint64_t max_objects(const Limits& limits);

/// What forms draw, found out once for all pages.
class FormContents {
 public:
  struct Facts {
    std::uint64_t bytes = 0;
    std::uint64_t objects = 0;
    std::map<std::string, std::uint64_t> drawn;  ///< other forms, by name: how often
  };
  const Facts& of(const CPDF_Stream& form);

 private:
  std::map<RetainPtr<const CPDF_Stream>, Facts> known_;
};

/// Takes from the page's resources, in memory, what would make a form draw itself.
/// \returns the bytes of the forms that the page draws, each as often as it is drawn; nullopt when
/// they are more, or larger, than a page may draw.
std::optional<std::uint64_t> break_form_loops(CPDF_Page& page, const Limits& limits,
                                              FormContents& forms);

/// The bytes of the page's own content. nullopt when any content that the page itself may draw (its
/// own, and that of forms, patterns, glyphs and masks), or what that looks up (fonts, functions,
/// color spaces), is larger than the limits allow.
std::optional<std::uint64_t> content_size(CPDF_Page& page, const Limits& limits,
                                          StreamSizes& sizes);

/// Why the page cannot be shown with its annotations: they are more than a page may have, or what
/// they draw is. "" when it can. What would make them draw themselves is taken out, in memory.
/// \param bytes_left  of content that annotations of all pages may draw, which pages may share.
std::string reason_against_annotations(CPDF_Page& page, const Limits& limits, StreamSizes& sizes,
                                       FormContents& forms, std::uint64_t& bytes_left);

}  // namespace lectern
