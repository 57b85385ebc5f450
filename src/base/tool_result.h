// ToolResult: what every read gives back. Section 3 of the contract (docs/contract.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/dimensions.h"
#include "base/error.h"
#include "base/request.h"

namespace lectern {

/// What kind of thing a file is.
enum class ContentType : std::uint8_t { kText, kImage, kNotebook, kPdf, kBinary };
/// The name in a result: "text", "image" …
std::string_view to_string(ContentType type);

/// Bytes to deliver: a view into the file that was read (the caller's buffer), or owned.
/// A view costs no copy; it is valid only while the caller's buffer is.
class Media {
 public:
  /// A view: `bytes` must outlive it.
  static Media view(ByteSpan bytes) { return Media(bytes); }
  /// Takes the bytes over.
  static Media own(ByteVector bytes) { return Media(std::move(bytes)); }
  /// The bytes, valid as long as this is and, for a view, its source.
  ByteSpan bytes() const {
    if (const auto* owned = std::get_if<ByteVector>(&storage_)) return *owned;
    return std::get<ByteSpan>(storage_);
  }

 private:
  explicit Media(ByteSpan bytes) : storage_(bytes) {}
  explicit Media(ByteVector bytes) : storage_(std::move(bytes)) {}
  std::variant<ByteSpan, ByteVector> storage_;
};

/// One picture, ready to be sent. `data` becomes base64 at the boundary.
struct ImageContent {
  Media data;                                        ///< the picture file
  std::string mime_type;                             ///< MIME type of `data`
  Dimensions size;                                   ///< of the picture in `data`
  std::optional<std::uint64_t> page = std::nullopt;  ///< 1-based PDF page it shows
  std::optional<std::uint64_t> cell = std::nullopt;  ///< 1-based notebook cell it comes from
};

/// One PDF, ready to be sent. `data` becomes base64 at the boundary.
struct DocumentContent {
  Media data;                    ///< the PDF file
  std::uint64_t page_count = 0;  ///< pages of the document
};

/// A piece of the result in reading order.
struct Part {
  /// Text, or the index of an image in `ToolResult::images`.
  std::variant<std::string, std::size_t> piece;
  std::optional<std::uint64_t> page = std::nullopt;  ///< 1-based PDF page it belongs to
  std::optional<std::uint64_t> cell = std::nullopt;  ///< 1-based notebook cell it belongs to
};

/// The bound that cut.
enum class TruncationCause : std::uint8_t { kLines, kColumns, kBytes, kTokens, kPages, kCells };
/// The name in a result: "lines", "columns" …
std::string_view to_string(TruncationCause cause);

/// Why something of the requested range is missing, and how to go on.
struct Truncation {
  /// The bound that cut.
  TruncationCause cause;
  /// The call that reads on where this one stopped; absent when there is nothing more to read.
  std::optional<ReadRequest> next = std::nullopt;
};

/// How the lines of a text end.
enum class LineEnd : std::uint8_t { kLf, kCrlf, kCr, kMixed };
/// The name in a result: "lf", "crlf" …
std::string_view to_string(LineEnd eol);

/// What a PDF page is.
enum class PageClass : std::uint8_t {
  kText,   ///< its text carries it
  kScan,   ///< a picture of a page, perhaps with recognised text behind it
  kMixed,  ///< text, and pictures or drawings that matter
  kEmpty,
};
/// The name in a result: "text", "scan" …
std::string_view to_string(PageClass page_class);

/// One PDF page of a result.
struct PageInfo {
  std::uint64_t page = 1;  ///< 1-based
  /// What it is.
  PageClass page_class = PageClass::kText;
  /// As the document numbers its pages ("iv"); "" when that is no other than `page`.
  std::string label;
  double width_points = 0;   ///< 1/72 inch, upright
  double height_points = 0;  ///< 1/72 inch, upright
};

/// One line of a PDF's outline.
struct OutlineItem {
  std::string title;                                 ///< its text
  std::uint32_t level = 0;                           ///< 0 is the outermost
  std::optional<std::uint64_t> page = std::nullopt;  ///< 1-based; absent when it leads nowhere
};

/// What is known about a file. What does not apply to its kind is absent.
struct Metadata {
  std::uint64_t size_bytes = 0;  ///< of the file
  std::string modified;          ///< ISO 8601; "" when unknown
  std::string mime_type;         ///< of the bytes

  // Text.
  std::optional<std::string> encoding;  ///< WHATWG name in lower case
  /// How sure a guessed encoding is, in percent; absent when it is certain or forced.
  std::optional<std::uint32_t> encoding_confidence_percent;
  std::optional<bool> bom;                    ///< whether it begins with a byte order mark
  std::optional<LineEnd> eol;                 ///< its line ends
  std::optional<bool> final_newline;          ///< whether its last line is terminated
  std::optional<std::uint64_t> replacements;  ///< invalid sequences shown as U+FFFD

  // Images.
  std::optional<std::string> format;              ///< "PNG", "JPEG" …
  std::optional<Dimensions> dimensions;           ///< of the picture that is delivered
  std::optional<Dimensions> original_dimensions;  ///< present when the picture was changed
  /// original = delivered x scale, for both axes; present with `original_dimensions`.
  std::optional<double> scale;
  std::optional<std::uint32_t> bit_depth;    ///< bits per channel
  std::optional<std::string> color_type;     ///< colour model
  std::optional<bool> alpha;                 ///< whether it has transparency
  std::optional<std::uint32_t> orientation;  ///< EXIF 1-8
  std::optional<std::uint64_t> frames;       ///< of an animation
  std::optional<std::uint64_t> duration_ms;  ///< of an animation

  // Notebooks.
  std::optional<std::uint64_t> cell_count;  ///< all cells of the notebook
  std::optional<std::string> language;      ///< the programming language
  std::optional<std::string> nbformat;      ///< "4.5"

  // PDF.
  std::optional<std::uint64_t> page_count;  ///< all pages of the document
  std::optional<bool> encrypted;            ///< whether it is, with whatever password
  std::optional<std::string> title;         ///< from its information dictionary
  std::optional<std::string> author;        ///< from its information dictionary
  std::vector<PageInfo> pages;              ///< those that the result shows
  std::vector<OutlineItem> outline;         ///< its bookmarks, in their order

  /// What the caller should know although the read succeeded.
  std::vector<std::string> warnings;
};

/// What every read gives back.
struct ToolResult {
  /// Whether the file could be read.
  bool success = false;
  /// What the model reads. Never empty; for a failure it is the error's text.
  std::string content;
  /// One line for a user interface; "" when there is none.
  std::string short_result;
  /// Present exactly when `success` is false.
  std::optional<Error> error;
  /// What the file is.
  ContentType content_type = ContentType::kText;
  /// The pictures.
  std::vector<ImageContent> images;
  /// The documents.
  std::vector<DocumentContent> documents;
  /// Text and pictures in reading order; empty when `content` is all.
  std::vector<Part> parts;
  /// Lines in `content`; 0 for visual content.
  std::uint64_t line_count = 0;
  /// First line shown, 1-based; 0 for visual content.
  std::uint64_t start_line = 0;
  /// Last line shown, 1-based; 0 for visual content.
  std::uint64_t end_line = 0;
  /// -1: the file was not read to its end, so nobody knows.
  std::int64_t total_lines = 0;
  /// Whether anything of the requested range is missing.
  bool truncated = false;
  /// Why, and how to go on.
  std::optional<Truncation> truncation;
  /// SHA-256 of the file's bytes in lower-case hex; "" when the read did not see the whole file.
  std::string content_hash;
  /// What is known about the file.
  Metadata metadata;
};

/// A failed read. `metadata` is what is known about the file all the same.
ToolResult failure(Error error, ContentType type = ContentType::kText, Metadata metadata = {});

}  // namespace lectern
