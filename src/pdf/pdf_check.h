// What a PDF shows without being parsed (PDF 32000-1:2008, 7.5): enough to recognise a document,
// and to pass it on where no engine is linked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern {

/// `%PDF-` and a version within the first 1024 bytes. After other bytes than white space it must
/// fill its line, so that text that speaks of PDF is none.
bool sniff_pdf(ByteSpan bytes);

struct PdfCheck {
  std::string version;  ///< "1.7"
  /// The file ends as PDFs do, with a pointer to its cross-reference table.
  bool has_end = false;
  /// A trailer or cross-reference stream names an encryption dictionary.
  bool encrypted = false;
  /// From the page tree, when that is not compressed.
  std::optional<std::uint64_t> page_count;
};

/// CORRUPT_PDF when there is no header.
Result<PdfCheck> check_pdf(ByteSpan bytes);

}  // namespace lectern
