// Fuzzes what sounds, films, programs, fonts and other binary files say about themselves, and the
// view of their bytes. The file's own signature picks the parser, so the seeds have one of each.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fuzz/documents_check.h"
#include "read/read.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  const ByteSpan bytes{data, size};
  const ReadOptions options = document_fuzz_options();
  ReadRequest request;
  request.file_path = "fuzz";
  const ToolResult facts = read(bytes, request, options);
  if (!is_valid_utf8(as_bytes(facts.content))) std::abort();
  request.view = View::kHex;
  const ToolResult rows = read(bytes, request, options);
  if (!is_valid_utf8(as_bytes(rows.content))) std::abort();
  if (utf8_length(rows.content) > options.limits.max_content_chars + 200) std::abort();
  if (rows.truncation && rows.truncation->next && rows.truncation->next->offset.value_or(0) == 0)
    std::abort();
  return 0;
}
