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

/// A rectangle in pixels of the upright image; the origin is the upper left corner.
struct PixelRegion {
  std::uint32_t x = 0;       ///< from the left edge
  std::uint32_t y = 0;       ///< from the upper edge
  std::uint32_t width = 0;   ///< at least 1
  std::uint32_t height = 0;  ///< at least 1
  /// Member by member.
  bool operator==(const PixelRegion&) const = default;
};

/// Lines of a text, 1-based and inclusive. "1-40,900-" is {1,40},{900,}.
struct LineRange {
  std::uint64_t first = 1;                           ///< at least 1
  std::optional<std::uint64_t> last = std::nullopt;  ///< at least `first`; absent: to the end
  /// Member by member.
  bool operator==(const LineRange&) const = default;
};

/// What a page of a document is shown as. kAuto: what `PageImages` says.
enum class View : std::uint8_t { kAuto, kText, kPicture };

/// The tool's input as a model writes it. JSON names are the member names.
struct ReadRequest {
  /// Path as given; the core uses only its last component, for the extension and in messages.
  std::string file_path;
  /// First line, 1-based (text and raw notebooks).
  std::optional<std::uint64_t> offset;
  /// First line counted from the end, 1 is the last one: a negative `offset` in JSON. Never set
  /// together with `offset`.
  std::optional<std::uint64_t> from_end;
  /// First character (Unicode code point) of line `offset`, 1-based; continues inside a long line.
  std::optional<std::uint64_t> column;
  /// Number of lines, at least 1; `Limits::max_lines` when absent.
  std::optional<std::uint64_t> limit;
  /// Ranges of lines in the order asked for; never set together with `offset`, `from_end`, `column`
  /// or `limit`. Empty means by those.
  std::vector<LineRange> lines;
  /// PDF pages in the order asked for; empty means from the first on.
  std::vector<NumberRange> pages;
  /// Notebook cells in the order asked for; empty means all.
  std::vector<NumberRange> cells;
  /// The part of an image to deliver; all of it when absent.
  std::optional<PixelRegion> region;
  /// PDF pages as text or as pictures.
  View view = View::kAuto;
  /// Words to find: the result shows the lines that hold them. "" shows the file.
  std::string search;
  /// The file's headings, definitions or cells, a line for each, instead of its content.
  bool outline = false;
  /// Hint when detection fails: "text", "image", "pdf", "notebook" or a MIME type; "" is none.
  std::string file_type;
};

/// Whether a request selects lines of text.
inline bool selects_lines(const ReadRequest& request) {
  return request.offset || request.from_end || request.limit || !request.lines.empty();
}

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
enum class PdfAs : std::uint8_t { kPages, kDocument };
/// The text of PDF pages with its structure, or bare.
enum class PdfForm : std::uint8_t { kMarkdown, kText };
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

/// How text is shown.
struct TextOptions {
  /// How lines are numbered.
  LineNumbers line_numbers = LineNumbers::kCat;
  /// WHATWG label of an encoding to force; "" detects.
  std::string encoding;
  /// Files above this many bytes are not read to their end just to count lines: `totalLines` is -1.
  std::optional<std::uint64_t> count_lines_up_to_bytes;
};

/// How pictures are shown.
struct ImageOptions {
  /// Deliver pictures at the provider's hard limit, not at the size it would scale them to.
  bool full_resolution = false;
  /// Cut a tall image into tiles.
  bool tile = false;
  /// Accept a JPEG whose picture data is cut off.
  bool lenient = false;
  /// What becomes of an animation.
  Animation animation = Animation::kProfile;
  /// What an SVG is read as.
  SvgForm svg = SvgForm::kText;
};

/// How notebooks are shown.
struct NotebookOptions {
  /// What a notebook is read as.
  NotebookForm form = NotebookForm::kCells;
  /// Which of its outputs are shown.
  NotebookOutputs outputs = NotebookOutputs::kAll;
};

/// How PDFs are shown.
struct PdfOptions {
  /// What a PDF is read as.
  PdfAs as = PdfAs::kPages;
  /// How the text of its pages is written.
  PdfForm form = PdfForm::kMarkdown;
  /// When its pages become pictures.
  PageImages page_images = PageImages::kAuto;
  /// Whether lines that repeat at the edges of its pages are shown.
  bool headers_footers = false;
};

/// What the host knows about the file and the request that the result goes into.
struct HostFacts {
  /// SHA-256 of the file in hex when the host has computed it; "" lets the core do it.
  std::string content_hash;
  /// Time of the file's last change (ISO 8601) for `metadata.modified`; "" when unknown.
  std::string modified;
  /// Images that the request to the model holds already.
  std::uint64_t images_in_request = 0;
  /// Bytes that the request to the model holds already.
  std::uint64_t bytes_in_request = 0;
};

/// What the host's programmer sets once for all reads, or per call. JSON names are camelCase.
struct ReadOptions {
  /// Bounds of the read.
  Limits limits;
  /// Whose limits the result must fit.
  Provider provider = Provider::kNone;
  /// Whether `ToolResult::content_hash` is computed.
  HashKind hash = HashKind::kSha256;
  /// Password of an encrypted file; "" tries the empty one.
  std::string password;
  TextOptions text;
  ImageOptions image;
  NotebookOptions notebook;
  PdfOptions pdf;
  HostFacts host;
  /// The packed tables of the legacy encodings (text/legacy_tables.h) where they are not compiled
  /// in; must outlive the read. Not part of the JSON form.
  ByteSpan encoding_tables;
};

}  // namespace lectern
