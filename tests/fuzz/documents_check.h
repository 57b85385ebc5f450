// What must hold for a read of a document in sections or lines, whatever its bytes are.
#pragma once

#include <cstdlib>
#include <string_view>

#include "read/read.h"
#include "text/utf8.h"

namespace lectern {

inline ReadOptions document_fuzz_options() {
  ReadOptions options;
  options.document.html = HtmlForm::kMarkdown;
  options.limits.max_content_chars = 4'000;
  options.limits.max_pixels = 1'000'000;
  options.limits.max_decoded_bytes = 16U << 20;
  options.limits.max_work = 500'000'000;
  return options;
}

inline void check_document(ByteSpan bytes, std::string_view name) {
  const ReadOptions options = document_fuzz_options();
  ReadRequest request;
  request.file_path = name;
  for (int form = 0; form < 3; ++form) {
    request.outline = form == 1;
    request.search = form == 2 ? "e" : "";
    const ToolResult result = read(bytes, request, options);
    // What a model reads is text and keeps its limit, give or take the line that says how to go on.
    if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
    if (utf8_length(result.content) > options.limits.max_content_chars + 2'000) std::abort();
    for (const std::string& warning : result.metadata.warnings) {
      if (!is_valid_utf8(as_bytes(warning))) std::abort();
    }
    // The next read begins later.
    if (form != 0 || !result.truncation || !result.truncation->next) continue;
    const ReadRequest& next = *result.truncation->next;
    if (next.pages == request.pages && next.offset.value_or(1) == request.offset.value_or(1) &&
        next.column.value_or(1) == request.column.value_or(1))
      std::abort();
  }
}

}  // namespace lectern
