// Fuzzes the whole read: any file under any name is a result that keeps the contract, and the same
// one however the file is cut into pieces.
#include <algorithm>
#include <cstdlib>

#include "read/json.h"
#include "read/read.h"
#include "read/reading.h"
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

/// Answers with at most `piece_bytes` at a time.
std::string read_in_pieces(ByteSpan bytes, std::size_t piece_bytes, const ReadRequest& request,
                           const ReadOptions& options) {
  FileReading reading(request, options, {.size_bytes = bytes.size()});
  while (reading.question().kind != Question::Kind::kDone) {
    const Question question = reading.question();
    if (question.kind != Question::Kind::kBytes) {
      reading.decline("");
      continue;
    }
    if (question.from > question.to || question.to > bytes.size()) std::abort();
    const std::size_t wanted = std::min<std::size_t>(piece_bytes, question.to - question.from);
    const std::span<std::uint8_t> room = reading.room(wanted);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(question.from), room.size(),
                room.begin());
    reading.give(room.size(), question.from + room.size() == bytes.size());
  }
  const ToolResult result = reading.take_result();
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
  const ToolResult whole = read(bytes, request, options);
  check(whole, options.limits);
  const std::string expected = to_json_text(whole);
  for (const std::size_t piece_bytes : {size + 1, 1 + size / 7}) {
    if (read_in_pieces(bytes, piece_bytes, request, options) != expected) std::abort();
  }
  return 0;
}
