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
#include "base/error.h"
#include "base/request.h"

namespace lectern {

enum class ContentType : std::uint8_t { kText, kImage, kNotebook, kPdf, kBinary };
std::string_view to_string(ContentType type);

/// Bytes to deliver: a view into the file that was read (the caller's buffer), or owned.
/// A view costs no copy; it is valid only while the caller's buffer is.
class Media {
 public:
  static Media view(ByteSpan bytes) { return Media(bytes); }
  static Media own(ByteVector bytes) { return Media(std::move(bytes)); }
  ByteSpan bytes() const {
    if (const auto* owned = std::get_if<ByteVector>(&storage_)) return *owned;
    return std::get<ByteSpan>(storage_);
  }

 private:
  explicit Media(ByteSpan bytes) : storage_(bytes) {}
  explicit Media(ByteVector bytes) : storage_(std::move(bytes)) {}
  std::variant<ByteSpan, ByteVector> storage_;
};

struct Dimensions {
  std::uint32_t width = 0;   ///< pixels
  std::uint32_t height = 0;  ///< pixels
  bool operator==(const Dimensions&) const = default;
};

/// One picture, ready to be sent. `data` becomes base64 at the boundary.
struct ImageData {
  Media data;
  std::string media_type;
  Dimensions size;
  std::optional<std::uint64_t> page = std::nullopt;  ///< 1-based PDF page it shows
  std::optional<std::uint64_t> cell = std::nullopt;  ///< 1-based notebook cell it comes from
};

/// One PDF, ready to be sent. `data` becomes base64 at the boundary.
struct DocumentData {
  Media data;
  std::uint64_t page_count = 0;
};

/// A piece of the result in reading order: text, or the index of an image in `ToolResult::images`.
using Part = std::variant<std::string, std::size_t>;

enum class TruncationCause : std::uint8_t { kLines, kColumns, kBytes, kTokens, kPages, kCells };
std::string_view to_string(TruncationCause cause);

struct Truncation {
  TruncationCause cause;
  /// The call that reads on where this one stopped; absent when there is nothing more to read.
  std::optional<ReadRequest> next = std::nullopt;
};

enum class LineEnd : std::uint8_t { kLf, kCrlf, kCr, kMixed };
std::string_view to_string(LineEnd eol);

enum class PageClass : std::uint8_t {
  kText,   ///< its text carries it
  kScan,   ///< a picture of a page, perhaps with recognised text behind it
  kMixed,  ///< text, and pictures or drawings that matter
  kEmpty,
};
std::string_view to_string(PageClass page_class);

/// One PDF page of a result.
struct PageInfo {
  std::uint64_t page = 1;  ///< 1-based
  PageClass page_class = PageClass::kText;
  /// As the document numbers its pages ("iv"); "" when that is no other than `page`.
  std::string label;
  double width_points = 0;   ///< 1/72 inch, upright
  double height_points = 0;  ///< 1/72 inch, upright
};

/// One line of a PDF's outline.
struct OutlineItem {
  std::string title;
  std::uint32_t level = 0;                           ///< 0 is the outermost
  std::optional<std::uint64_t> page = std::nullopt;  ///< 1-based; absent when it leads nowhere
};

struct Metadata {
  std::uint64_t size = 0;  ///< bytes of the file
  std::string modified;    ///< ISO 8601; "" when unknown
  std::string mime_type;

  // Text.
  std::optional<std::string> encoding;  ///< WHATWG name in lower case
  /// How sure a guessed encoding is, in percent; absent when it is certain or forced.
  std::optional<std::uint32_t> encoding_confidence_percent;
  std::optional<bool> bom;
  std::optional<LineEnd> eol;
  std::optional<bool> final_newline;
  std::optional<std::uint64_t> replacements;  ///< invalid sequences shown as U+FFFD

  // Images.
  std::optional<std::string> format;  ///< "PNG", "JPEG" …
  std::optional<Dimensions> dimensions;
  std::optional<Dimensions> original_dimensions;  ///< present when the picture was changed
  /// original = delivered x scale, for both axes; present with `original_dimensions`.
  std::optional<double> scale;
  std::optional<std::uint32_t> bit_depth;
  std::optional<std::string> color_type;
  std::optional<bool> alpha;
  std::optional<std::uint32_t> orientation;  ///< EXIF 1-8
  std::optional<std::uint64_t> frames;
  std::optional<std::uint64_t> duration_ms;

  // Notebooks.
  std::optional<std::uint64_t> cell_count;
  std::optional<std::string> language;
  std::optional<std::string> nbformat;  ///< "4.5"

  // PDF.
  std::optional<std::uint64_t> page_count;
  std::optional<bool> encrypted;
  std::optional<std::string> title;
  std::optional<std::string> author;
  std::vector<PageInfo> pages;  ///< those that the result shows
  std::vector<OutlineItem> outline;

  std::vector<std::string> warnings;
};

struct ToolResult {
  bool success = false;
  /// What the model reads. Never empty; for a failure it is the error's text.
  std::string content;
  /// One line for a user interface; "" when there is none.
  std::string short_result;
  /// Present exactly when `success` is false.
  std::optional<Error> error;
  ContentType content_type = ContentType::kText;
  std::vector<ImageData> images;
  std::vector<DocumentData> documents;
  std::vector<Part> parts;
  std::uint64_t line_count = 0;
  std::uint64_t start_line = 0;
  std::uint64_t end_line = 0;
  /// -1: the file was not read to its end, so nobody knows.
  std::int64_t total_lines = 0;
  bool truncated = false;
  std::optional<Truncation> truncation;
  /// SHA-256 of the file's bytes in lower-case hex; "" when the read did not see the whole file.
  std::string content_hash;
  Metadata metadata;
};

/// A failed read. `metadata` is what is known about the file all the same.
ToolResult failure(Error error, ContentType type = ContentType::kText, Metadata metadata = {});

}  // namespace lectern
