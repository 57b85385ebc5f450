// What a read is asked to do: the part a model writes (ReadRequest) and the part the host's
// programmer sets once (ReadOptions). Section 1 of the contract (docs/contract.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/limits.h"

namespace lectern {

/// Inclusive, 1-based; first <= last. "2,7-9" is {2,2},{7,9}.
struct NumberRange {
  std::uint64_t first = 1;  ///< at least 1
  std::uint64_t last = 1;   ///< at least `first`
  /// Member by member.
  bool operator==(const NumberRange&) const = default;
};

/// The tool's input as a model writes it. JSON names are the member names.
struct ReadRequest {
  /// Path as given; the core uses only its last component, for the extension and in messages.
  std::string file_path;
  /// First line, 1-based (text and raw notebooks).
  std::optional<std::uint64_t> offset;
  /// First character (Unicode code point) of line `offset`, 1-based; continues inside a long line.
  std::optional<std::uint64_t> column;
  /// Number of lines, at least 1; `Limits::max_lines` when absent.
  std::optional<std::uint64_t> limit;
  /// PDF pages in the order asked for; empty means from the first on.
  std::vector<NumberRange> pages;
  /// Notebook cells in the order asked for; empty means all.
  std::vector<NumberRange> cells;
  /// Hint when detection fails: "text", "image", "pdf", "notebook" or a MIME type; "" is none.
  std::string file_type;
};

/// Whose limits images and documents must fit. See base/provider.h.
enum class Provider : std::uint8_t {
  kAnthropic,
  kAnthropicLarge,
  kBedrock,
  kOpenAi,
  kGemini,
  kMcp,
  kNone,
};
/// A notebook as cells, or as numbered lines of JSON.
enum class NotebookForm : std::uint8_t { kCells, kRaw };
/// Which outputs of a notebook are shown.
enum class NotebookOutputs : std::uint8_t { kAll, kText, kNone };
/// A PDF as text and pictures of its pages, or as the document itself.
enum class PdfForm : std::uint8_t { kPages, kDocument };
/// The text of a PDF page as Markdown, or as plain lines.
enum class PdfTextForm : std::uint8_t { kMarkdown, kText };
/// What becomes of lines that repeat at the head and foot of PDF pages.
enum class HeadersFooters : std::uint8_t { kOnce, kKeep, kDrop };
/// When PDF pages become pictures; kAuto: where a page has little text.
enum class PageImages : std::uint8_t { kAuto, kAlways, kNever };
/// How lines are numbered: as `cat -n` does, as "12" and an arrow, or not at all.
enum class LineNumbers : std::uint8_t { kCat, kArrow, kNone };
/// What a file's hash is made with.
enum class HashKind : std::uint8_t { kSha256, kNone };
/// What becomes of an animation. kProfile: what suits the provider.
enum class Animation : std::uint8_t { kProfile, kKeep, kFirst, kContactSheet };
/// An SVG as text, or as the picture that the host draws of it.
enum class SvgForm : std::uint8_t { kText, kImage };

/// A rectangle in pixels of the upright image; the origin is the upper left corner.
struct PixelRegion {
  std::uint32_t x = 0;       ///< from the left edge
  std::uint32_t y = 0;       ///< from the upper edge
  std::uint32_t width = 0;   ///< at least 1
  std::uint32_t height = 0;  ///< at least 1
  /// Member by member.
  bool operator==(const PixelRegion&) const = default;
};

/// What the host's programmer sets once for all reads, or per call. JSON names are camelCase.
struct ReadOptions {
  /// Bounds of the read.
  Limits limits;
  /// Whose limits the result must fit.
  Provider provider = Provider::kNone;
  /// Whether `ToolResult::content_hash` is computed.
  HashKind hash = HashKind::kSha256;
  /// SHA-256 of the file in hex when the host has computed it; "" lets the core do it.
  std::string content_hash;
  /// Time of the file's last change (ISO 8601) for `metadata.modified`; "" when unknown.
  std::string modified;

  // Text.
  /// How lines are numbered.
  LineNumbers line_numbers = LineNumbers::kCat;
  /// WHATWG label of an encoding to force; "" detects.
  std::string encoding;
  /// The packed tables of the legacy encodings (text/legacy_tables.h) where they are not compiled
  /// in; must outlive the read. Not part of the JSON form.
  ByteSpan encoding_tables;
  /// Files above this many bytes are not read to their end just to count lines: `totalLines` is -1.
  std::optional<std::uint64_t> count_lines_up_to_bytes;

  // Images.
  /// Images that the request to the model holds already.
  std::uint64_t images_in_request = 0;
  /// Bytes that the request to the model holds already.
  std::uint64_t bytes_in_request = 0;
  /// The part of an image to deliver; all of it when absent.
  std::optional<PixelRegion> region;
  /// Deliver pictures at the provider's hard limit, not at the size it would scale them to.
  bool full_resolution = false;
  /// Cut a tall image into tiles.
  bool tile = false;
  /// Accept a JPEG whose picture data is cut off.
  bool lenient_images = false;
  /// What becomes of an animation.
  Animation animation = Animation::kProfile;
  /// What an SVG is read as.
  SvgForm svg = SvgForm::kText;

  // Notebooks.
  /// What a notebook is read as.
  NotebookForm notebook = NotebookForm::kCells;
  /// Which of its outputs are shown.
  NotebookOutputs outputs = NotebookOutputs::kAll;
  /// One line per cell.
  bool outline = false;

  // PDF.
  /// What a PDF is read as.
  PdfForm pdf = PdfForm::kPages;
  /// What the text of its pages is shown as.
  PdfTextForm pdf_text_form = PdfTextForm::kMarkdown;
  /// What becomes of lines that repeat at the head and foot of its pages (Markdown only).
  HeadersFooters headers_footers = HeadersFooters::kOnce;
  /// When its pages become pictures.
  PageImages page_images = PageImages::kAuto;
  /// Password of an encrypted document; "" tries the empty one.
  std::string password;
  /// Words to find: the result shows the lines that hold them. "" shows the pages.
  std::string search;
};

}  // namespace lectern
