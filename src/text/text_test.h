// Tells text from binary data by all of its bytes (contract, section 2).
#pragma once

#include <string>

#include "base/bytes.h"

namespace lectern {

struct TextVerdict {
  bool is_text = false;
  /// Text in UTF-8 or with a byte order mark: no guess.
  bool is_certain = false;
  /// What the bytes are, for messages: "HTML text", "JSON text", "text", "no bytes",
  /// "binary data", or the name of a known kind of it: "ZIP archive".
  std::string description;
};

TextVerdict test_text(ByteSpan bytes);

}  // namespace lectern
