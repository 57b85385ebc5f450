// What the core needs of a PDF library, and no more. The library itself (PDFium) is linked in, or
// it is not: see `pdf_engine`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "image/pixels.h"
#include "pdf/layout/document_layout.h"
#include "pdf/layout/hidden_text.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// A file inside of a document.
struct PdfAttachment {
  std::string name;
  std::string mime_type;               ///< as the document says; "" when it does not
  std::optional<std::uint64_t> bytes;  ///< the same
  bool formula = false;                ///< MathML of a formula that the pages show
};

/// A field that somebody has signed. Nothing here is verified.
struct PdfSignature {
  std::string name;  ///< of who signed, as the document says; "" when it does not
  std::string date;  ///< "2026-11-23 11:05:00 +01:00", or what the document has in its place
  std::string reason;
};

/// What a document says about itself. All text is UTF-8, on one line.
struct PdfFacts {
  std::uint64_t page_count = 0;
  bool encrypted = false;
  std::string title;
  std::string author;
  std::vector<OutlineItem> outline;
  /// The document has more bookmarks than an engine gives.
  bool outline_cut = false;
  std::vector<PdfAttachment> attachments;
  std::vector<PdfSignature> signatures;
  /// The document has more of either than an engine gives.
  bool attachments_cut = false;
};

/// What a page holds. Hidden layers and hidden annotations are left out, visible annotations and
/// form fields are in.
struct PdfPage {
  /// UTF-8, lines end in '\n', in reading order as far as the file tells it.
  std::string text;
  /// As the document numbers its pages ("iv"); "" when it does not.
  std::string label;
  double width_points = 0;   ///< 1/72 inch, upright
  double height_points = 0;  ///< 1/72 inch, upright

  std::uint64_t characters = 0;  ///< drawn, without spaces
  std::uint64_t unmapped_characters =
      0;  ///< of these: with no Unicode value in the file, so the text is a guess
  std::uint64_t invisible_characters =
      0;                 ///< of these: drawn invisibly, as the text layer of a scan is
  HiddenLetters hidden;  ///< of these (Markdown only)
  std::uint64_t outside_characters =
      0;  ///< not of these: outside of the page, not shown (the same)
  std::uint64_t pictures = 0;
  double picture_coverage = 0;  ///< share of the page under pictures, 0 to 1
  std::uint64_t drawings = 0;   ///< paths and shadings: lines, areas, charts
  /// The page's one picture as a JPEG file, when the page shows nothing else and shows it upright.
  std::optional<ByteVector> jpeg;
  /// The page has more operators than an engine looks at: its text is incomplete.
  bool cut = false;
  /// Its tree of tags, which says what is a heading or a table, is larger than an engine looks at.
  bool lacks_tags = false;
  /// Some choices of its fields are not shown, or chosen values as they are stored.
  bool lacks_choices = false;
  std::vector<std::string_view> left_out;  ///< kinds of which not all are there: "links"
  /// Some of its notes are cut.
  bool lacks_notes = false;
  /// Why neither its text nor its picture has its annotations ("it has 20,000, ..."); "" when they
  /// do.
  std::string against_annotations;
};

/// Characters that a picture lacks, since neither the file nor the engine has glyphs for them.
struct MissingGlyphs {
  std::string font;  ///< printable ASCII
  std::uint64_t characters = 0;
};

/// What to draw of a page, and how large.
struct PdfView {
  Dimensions size;                    ///< of the picture
  std::optional<PixelRegion> region;  ///< in points of the upright page; without it all of it
  bool is_last = true;                ///< of this page: it need not be kept for others
};

/// A page as it looks.
struct PdfPicture {
  Pixels pixels;
  std::vector<MissingGlyphs> missing;
};

/// An open document. It views into the bytes that it was opened from, which must outlive it. Pages
/// are counted from 0.
class PdfDocument {
 public:
  PdfDocument() = default;
  PdfDocument(const PdfDocument&) = delete;
  PdfDocument& operator=(const PdfDocument&) = delete;
  virtual ~PdfDocument() = default;

  /// LIMIT_EXCEEDED when the texts that it names take too much work.
  virtual Result<PdfFacts> facts() = 0;
  /// CORRUPT_PDF when the page cannot be loaded; LIMIT_EXCEEDED when its content is too large. As
  /// Markdown a page has no text yet: `lay_out` gives it. \param region  for Markdown: only what
  /// stands in this part of the page; OUT_OF_RANGE when that lies outside of it.
  virtual Result<PdfPage> page(std::uint64_t index, const Limits& limits, PdfForm form,
                               const std::optional<PixelRegion>& region = std::nullopt) = 0;
  /// The Markdown of the pages that were read as such since the last call, in that order.
  virtual std::vector<LaidOutPage> lay_out(HeadersFooters headers_footers,
                                           std::vector<std::string>& warnings) = 0;
  /// What the page draws, for its layout. Errors as for `page`.
  virtual Result<PageContent> content(std::uint64_t index, const Limits& limits) = 0;
  /// The page on white. CORRUPT_PDF; LIMIT_EXCEEDED for too many pixels, bytes or operators.
  virtual Result<PdfPicture> render(std::uint64_t index, const PdfView& view,
                                    const Limits& limits) = 0;
  /// The pages that were read so far took as much as a search of many may: the others are for the
  /// next read.
  virtual bool has_read_enough(const Limits& limits) const = 0;
  /// The same for pages that are shown, each of which may have to be drawn besides.
  virtual bool has_shown_enough(const Limits& limits) const = 0;
  /// The chosen pages, in their order, as a new document of at most `max_bytes` bytes. CORRUPT_PDF;
  /// LIMIT_EXCEEDED also when copying what they name takes more work than there is.
  virtual Result<ByteVector> slice(std::span<const std::uint64_t> indices, std::uint64_t max_bytes,
                                   const Limits& limits) = 0;
};

class PdfEngine {
 public:
  virtual ~PdfEngine() = default;
  /// CORRUPT_PDF, or ENCRYPTED when neither `password` nor the empty one opens the document;
  /// LIMIT_EXCEEDED when its objects take more work, or more of `limits.max_decoded_bytes`.
  virtual Result<std::unique_ptr<PdfDocument>> open(ByteSpan bytes, const std::string& password,
                                                    const Limits& limits) const = 0;
};

/// The engine that is linked into this program, or null: pdfium_engine.cpp and no_engine.cpp define
/// it.
const PdfEngine* pdf_engine();

}  // namespace lectern
