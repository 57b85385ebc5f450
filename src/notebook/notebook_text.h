// The characters of a notebook file. JSON is UTF-8 (RFC 8259, section 8.1); what editors have saved
// in another encoding is decoded as the text reader decodes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"
#include "text/text_stream.h"

namespace lectern {

struct NotebookText {
  TextFacts facts;
  /// The text when it had to be converted.
  std::string converted;
  /// The text when it is UTF-8 in the file already.
  std::string_view in_place;
  /// When the text could not be converted for want of tables (text/legacy_tables.h).
  std::optional<Error> missing_tables;

  std::string_view view() const { return converted.empty() ? in_place : converted; }
};

/// The text of `bytes`, which must outlive the result.
NotebookText notebook_text(ByteSpan bytes, const TextStreamOptions& options = {});

}  // namespace lectern
