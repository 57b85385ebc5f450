// The characters of a notebook file. JSON is UTF-8 (RFC 8259, section 8.1); editors that save it as
// UTF-16 are understood by the byte order mark or, failing that, by the zero byte beside the first
// character.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

struct NotebookText {
  /// WHATWG name: "utf-8", "utf-16le" or "utf-16be".
  std::string encoding = "utf-8";
  bool bom = false;
  /// The text when it had to be converted; lone surrogates became U+FFFD.
  std::string converted;
  /// The text when it is UTF-8 in the file already.
  std::string_view in_place;

  std::string_view view() const { return converted.empty() ? in_place : converted; }
};

/// `bytes` must outlive the result.
NotebookText notebook_text(ByteSpan bytes);

}  // namespace lectern
