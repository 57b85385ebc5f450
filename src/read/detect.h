// Decides what a file is by its first bytes. Order: signature, text test, extension, hint
// (contract, section 2). The bytes win over the name. Nothing else in the core asks what a file is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "read/formats.h"
#include "text/encoding.h"

namespace lectern {

/// The name in a result: "signature", "text" …
std::string_view to_string(DetectedBy evidence);

/// What is known of a file when it is detected.
struct DetectionInput {
  /// The file's first kSignatureBytes, or all of it.
  ByteSpan head;
  /// `head` is the whole file.
  bool at_end = true;
  /// Bytes of the file, when that is known.
  std::optional<std::uint64_t> size_bytes = std::nullopt;
  /// A path or file name: only its last component counts; may be empty.
  std::string_view name = {};
  /// `ReadRequest::file_type`.
  std::string_view hint = {};
  /// What the caller forces for text; lets pass as text what no guess would.
  std::optional<Encoding> encoding = std::nullopt;
  /// Of the legacy encodings.
  EncodingTables tables = {};
  /// What an SVG is to be read as.
  SvgForm svg = SvgForm::kText;
  /// What a web page is to be read as.
  HtmlForm html = HtmlForm::kText;
  /// Whether text is to be read as a table, which a range of cells asks for.
  bool as_table = false;
};

/// What a file is.
struct Detection {
  /// The row that reads the file; null for binary data that no row reads.
  const Format* format = nullptr;
  /// What kind of thing it is.
  ContentType kind = ContentType::kBinary;
  /// MIME type of the bytes; "application/octet-stream" when nothing is known.
  std::string mime_type;
  /// True for what may be an encrypted document, of a kind that is known when it is open.
  bool may_be_encrypted = false;
  /// What the decision rests on.
  DetectedBy evidence = DetectedBy::kNone;
  /// What the result must say about the name: "named .png, holds JPEG".
  std::vector<std::string> warnings;
  /// Set when the name promises a picture or a PDF and the bytes are none: CORRUPT_IMAGE or
  /// CORRUPT_PDF, "Failed to process image file: not an image, holds HTML text, 118 bytes".
  std::optional<Error> not_as_named;
};

/// Tells what a file is. Never fails: what nothing is known of is binary data without a format.
Detection detect(const DetectionInput& input);

}  // namespace lectern
