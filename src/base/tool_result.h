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
#include "base/metadata.h"
#include "base/request.h"

namespace lectern {

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
  /// Whether it views into bytes that are another's.
  bool is_view() const { return std::holds_alternative<ByteSpan>(storage_); }

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

/// Why something of the requested range is missing, and how to go on.
struct Truncation {
  /// The bound that cut.
  TruncationCause cause;
  /// The call that reads on where this one stopped; absent when there is nothing more to read.
  std::optional<ReadRequest> next = std::nullopt;
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
