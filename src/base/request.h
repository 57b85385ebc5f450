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
  PdfForm form = PdfForm::kPages;
  /// When its pages become pictures.
  PageImages page_images = PageImages::kAuto;
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

/// Where the packed tables of the legacy encodings (text/legacy_tables.h) come from.
struct EncodingTables {
  /// Must outlive the read. Empty: those that are compiled in or installed, if there are any.
  ByteSpan packed;
  /// Set to true when a text needed tables that are not there; may be null.
  bool* wanted = nullptr;
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
  /// The part of an image to deliver; all of it when absent.
  std::optional<PixelRegion> region;
  /// One line per cell of a notebook.
  bool outline = false;
  /// Words to find in a PDF: the result shows the lines that hold them. "" shows the pages.
  std::string search;
  /// The tables of the legacy encodings. Not part of the JSON form.
  EncodingTables encoding_tables;
};

}  // namespace lectern
