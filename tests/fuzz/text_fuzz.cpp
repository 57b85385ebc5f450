// Fuzz target of the text reader: two ways of cutting the same bytes must give the same result.
#include <cstdint>
#include <cstdlib>

#include "read/json.h"
#include "text/text_session.h"

namespace {

std::string read_in_chunks(lectern::ByteSpan bytes, std::size_t chunk_bytes,
                           const lectern::ReadRequest& request) {
  lectern::TextSession session(request, {});
  for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) {
    session.push(bytes.subspan(at, std::min(chunk_bytes, bytes.size() - at)));
  }
  return lectern::to_json_text(session.finish());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const lectern::ByteSpan bytes(data, size);
  lectern::ReadRequest request;
  request.file_path = "a.txt";
  if (size > 2) {
    request.offset = 1 + data[0] % 8U;
    request.column = 1 + data[1] % 4U;
  }
  if (read_in_chunks(bytes, 1 << 20, request) != read_in_chunks(bytes, 1, request)) std::abort();
  return 0;
}
