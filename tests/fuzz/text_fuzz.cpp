// Fuzz target of the text reader: two ways of cutting the same bytes give the same result, and
// whoever follows `next` gets on, sees no line twice and comes to an end.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>

#include "read/json.h"
#include "text/text_session.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

constexpr int kMaxReads = 60;

ToolResult read_in_chunks(ByteSpan bytes, std::size_t chunk_bytes, const ReadRequest& request,
                          const ReadOptions& options) {
  TextSession session(request, options);
  for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) {
    session.push(bytes.subspan(at, std::min(chunk_bytes, bytes.size() - at)));
  }
  return session.finish();
}

void check(ByteSpan bytes, const ReadRequest& request, const ReadOptions& options) {
  const std::string whole = to_json_text(read_in_chunks(bytes, 1 << 20, request, options));
  if (whole != to_json_text(read_in_chunks(bytes, 1, request, options))) std::abort();
}

void walk(ByteSpan bytes, ReadRequest request, const ReadOptions& options) {
  const bool is_search = !request.search.empty();
  std::set<std::uint64_t> seen;
  for (int reads = 0; reads < kMaxReads; ++reads) {
    const ToolResult result = read_in_chunks(bytes, 1 << 20, request, options);
    if (!result.success) return;
    if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
    if (utf8_length(result.content) > options.limits.max_content_chars) std::abort();
    const bool has_next = result.truncation && result.truncation->next;
    if (!request.column && !is_search && result.line_count > 0) {
      // No line twice: a range of them begins and ends where no other read was.
      if (!seen.insert(result.start_line).second) std::abort();
      if (result.end_line != result.start_line && !seen.insert(result.end_line).second)
        std::abort();
    }
    if (!has_next) return;
    const ReadRequest next = *result.truncation->next;
    if (to_json(next).dump() == to_json(request).dump()) std::abort();
    if (next.column && next.offset == request.offset && next.column <= request.column) std::abort();
    request = next;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes(data, size);
  ReadRequest request;
  request.file_path = "a.txt";
  ReadOptions options;
  ReadRequest plain = request;
  if (size > 2) {
    plain.offset = 1 + data[0] % 8U;
    plain.column = 1 + data[1] % 4U;
  }
  check(bytes, plain, options);
  if (size < 4) return 0;
  options.limits.max_content_chars = 1000 + data[0] * 8U;
  options.limits.max_line_chars = 1 + data[1];
  options.limits.max_lines = 1 + data[2] % 64U;
  if (data[3] % 4U == 0) options.text.line_numbers = LineNumbers::kNone;
  switch (data[3] % 5U) {
    case 0:
      request.from_end = 1 + data[2];
      break;
    case 1:
      request.lines = {{1 + data[2] % 9U, 3 + data[2] % 9U}, {20, std::nullopt}};
      break;
    case 2:
      request.search = std::string(as_chars(bytes.subspan(size / 2).first(1)));
      if (!is_valid_utf8(as_bytes(request.search)) || request.search[0] == ' ')
        request.search = "e";
      break;
    case 3:
      request.from_end = 1 + data[2];
      request.limit = 1 + data[1] % 16U;
      break;
    default:
      break;
  }
  check(bytes, request, options);
  walk(bytes, request, options);
  return 0;
}
