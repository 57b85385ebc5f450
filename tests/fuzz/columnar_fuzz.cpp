// Parquet and Arrow files: the bytes are the file, between the marks of one of them. Its overview,
// its rows, its outline and a search end, keep their limits and are text.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "documents_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  if (size < 16) return 0;
  ByteVector file(data, data + size);
  const bool is_parquet = data[0] % 2 == 0;
  const std::string_view mark = is_parquet ? "PAR1" : "ARROW1";
  // A stream is left as it is.
  if (is_parquet || data[0] != 0xFF) {
    std::copy(mark.begin(), mark.end(), file.begin());
    std::copy(mark.rbegin(), mark.rend(), file.rbegin());
    if (!is_parquet) file[6] = 0;
  }
  check_document(file, is_parquet ? "a.parquet" : "a.arrow");
  const ReadOptions options = document_fuzz_options();
  ReadRequest request;
  request.file_path = "a.parquet";
  for (int reads = 0; reads < 6; ++reads) {
    const ToolResult result = read(file, request, options);
    if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
    if (!result.truncation || !result.truncation->next) break;
    const ReadRequest& next = *result.truncation->next;
    if (next.offset == request.offset && next.column == request.column) std::abort();
    request = next;
  }
  request = {};
  request.file_path = "a.parquet";
  request.from_end = 3;
  read(file, request, options);
  return 0;
}
