// Tells text from binary data by all of its bytes (contract, section 2).
#pragma once

#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "text/encoding.h"

namespace lectern {

struct TextVerdict {
  bool is_text = false;
  /// Text in UTF-8, with a byte order mark, or in the 8-bit encoding that the caller says: no guess.
  bool is_certain = false;
  /// What the bytes are, for messages: "HTML text", "JSON text", "text", "no bytes",
  /// "binary data", or the name of a known kind of it: "ZIP archive".
  std::string description;
};

/// What a test of text knows beside the bytes.
struct TextTestOptions {
  /// What the caller says the text is in; then only a NUL makes 8-bit text binary data.
  std::optional<Encoding> encoding = {};
  EncodingTables tables = {};
  /// The bytes are the whole file. Else they are its first kSignatureBytes, and what these leave
  /// open counts as text: who reads it finds out.
  bool at_end = true;
};

TextVerdict test_text(ByteSpan bytes, const TextTestOptions& options = {});

}  // namespace lectern
