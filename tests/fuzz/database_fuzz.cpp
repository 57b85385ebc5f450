// SQLite databases: the bytes are the file, under a header that holds. Its map, its first table,
// its outline and a search in it end, keep their limits and are text.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "documents/database/table_schema.h"
#include "documents_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  ByteVector file(data, data + size);
  parse_table_schema(as_chars(file));
  if (file.size() < 512) file.resize(512);
  std::copy(kMagic.begin(), kMagic.end(), file.begin());
  check_document(file, "a.db");
  ReadOptions options = document_fuzz_options();
  options.host.member = "t";
  ReadRequest request;
  request.file_path = "a.db/t";
  for (int reads = 0; reads < 6; ++reads) {
    const ToolResult result = read(file, request, options);
    if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
    if (!result.truncation || !result.truncation->next) break;
    const ReadRequest& next = *result.truncation->next;
    if (next.offset == request.offset && next.column == request.column) std::abort();
    request = next;
  }
  request = {};
  request.file_path = "a.db/t";
  request.from_end = 3;
  read(file, request, options);
  return 0;
}
