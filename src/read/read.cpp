#include "read/read.h"

#include <algorithm>

#include "read/reading.h"

namespace lectern {
namespace {

ToolResult read_memory(ByteSpan bytes, const PixelView* pixels, const ReadRequest& request,
                       const ReadOptions& options) {
  FileReading reading(request, options, {.size_bytes = bytes.size()});
  while (reading.question().kind != Question::Kind::kDone) {
    const Question question = reading.question();
    if (question.kind == Question::Kind::kBytes) {
      const auto from = static_cast<std::size_t>(question.from);
      const auto to = static_cast<std::size_t>(question.to);
      reading.give_view(bytes.subspan(from, to - from), to == bytes.size());
    } else if (question.kind == Question::Kind::kPixels && pixels != nullptr) {
      reading.give_pixels(*pixels);
    } else {
      reading.decline("");
    }
  }
  return reading.take_result();
}

}  // namespace

ToolResult read(ByteSpan bytes, const ReadRequest& request, const ReadOptions& options) {
  return read_memory(bytes, nullptr, request, options);
}

ToolResult read_decoded(ByteSpan bytes, PixelView pixels, const ReadRequest& request,
                        const ReadOptions& options) {
  return read_memory(bytes, &pixels, request, options);
}

}  // namespace lectern
