// Text that lectern makes of a file, a document's lines or a value of JSON, goes through the reader
// of text to be paged.
#pragma once

#include "base/request.h"

namespace lectern {

/// The options for such text: UTF-8 whose lines have no numbers, for they are not the file's, and
/// no hash.
inline ReadOptions made_text_options(const ReadOptions& options) {
  ReadOptions own = options;
  own.text = {};
  own.text.line_numbers = LineNumbers::kNone;
  own.text.encoding = "utf-8";
  own.hash = HashKind::kNone;
  own.limits.max_text_bytes.reset();
  return own;
}

}  // namespace lectern
