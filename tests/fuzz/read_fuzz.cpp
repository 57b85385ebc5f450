// Fuzzes the whole read: any file under any name is a result that keeps the contract, and the same
// one however the file is cut into pieces.
#include <algorithm>
#include <cstdlib>

#include "read/json.h"
#include "read/read.h"
#include "read/read_session.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

constexpr std::string_view kNames[] = {"a", "a.png", "a.ipynb", "a.pdf", "a.txt", "a.svg", "a.gif"};

void check(const ToolResult& result, const Limits& limits) {
  if (result.success == result.error.has_value()) std::abort();
  if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
  if (result.error && result.error->code == ErrorCode::kInternal) std::abort();
  if (result.images.size() > limits.max_images) std::abort();
  for (const Part& part : result.parts) {
    const auto* image = std::get_if<std::size_t>(&part.piece);
    if (image != nullptr && *image >= result.images.size()) std::abort();
  }
  for (const ImageContent& image : result.images) {
    if (image.data.bytes().empty() || image.size.width == 0 || image.size.height == 0) std::abort();
  }
}

std::string read_in_chunks(ByteSpan bytes, std::size_t chunk_bytes, const ReadRequest& request,
                           const ReadOptions& options) {
  ReadSession session(request, options, bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) {
    session.push(bytes.subspan(at, std::min(chunk_bytes, bytes.size() - at)));
  }
  const ToolResult result = session.finish();
  check(result, options.limits);
  return to_json_text(result);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes(data, size);
  ReadRequest request;
  request.file_path = kNames[size % std::size(kNames)];
  ReadOptions options;
  options.limits.max_pixels = 250'000;
  options.limits.max_decoded_bytes = 16'000'000;
  options.limits.max_content_chars = 4'000;
  options.limits.max_pages = 2;
  if (size % 2 == 1) options.provider = Provider::kAnthropic;
  check(read(bytes, request, options), options.limits);
  if (read_in_chunks(bytes, size + 1, request, options) !=
      read_in_chunks(bytes, 1 + size / 7, request, options)) {
    std::abort();
  }
  return 0;
}
