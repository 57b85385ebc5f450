// Decides what bytes are. Order: signature, text test, extension, hint (contract, section 2).
// The bytes win over the name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "read/formats.h"
#include "text/encoding.h"

namespace lectern {

/// What the decision rests on, strongest first.
enum class Evidence : std::uint8_t { kSignature, kText, kExtension, kHint, kNone };
/// The name in a result: "signature", "text" …
std::string_view to_string(Evidence evidence);

/// What bytes are.
struct Detection {
  /// The row that reads the file; null for binary data that no row reads.
  const Format* format = nullptr;
  /// What kind of thing they are.
  ContentType kind = ContentType::kBinary;
  /// MIME type of the bytes; "application/octet-stream" when nothing is known.
  std::string mime_type;
  /// What the decision rests on.
  Evidence evidence = Evidence::kNone;
  /// What the result must say about the name: "named .png, holds JPEG".
  std::vector<std::string> warnings;
  /// Set when the name promises an image and the bytes are none: "holds HTML text, 118 bytes".
  std::optional<std::string> not_the_image_named;
};

/// `name` is a path or file name (only its last component counts; may be empty); `hint` is
/// `ReadRequest::file_type`. The text test runs over all of `bytes`; `encoding` is what the caller
/// forces for text, and lets pass as text what no guess would.
Detection detect(ByteSpan bytes, std::string_view name, std::string_view hint,
                 std::optional<Encoding> encoding = {});

/// What the beginning of a file says about how to read it: kText for what can be streamed as text
/// (the stream itself finds out about binary data), else the kind that is read as a whole.
ContentType kind_by_head(ByteSpan head, std::string_view name, std::string_view hint);

/// True when a text is an SVG, by the file's name or by how it begins.
/// \param head  the file's first bytes, or all of them.
/// \param path  or its name.
bool is_svg(ByteSpan head, std::string_view path);

}  // namespace lectern
