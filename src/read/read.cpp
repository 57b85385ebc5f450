#include "read/read.h"

#include <functional>

#include "read/reading.h"

namespace lectern {
namespace {

/// What views into a reading that ends, as what was unpacked does, becomes a copy.
void keep(Media& media, ByteSpan file) {
  const ByteSpan bytes = media.bytes();
  const std::less_equal<> is_before;
  const bool is_of_file = is_before(file.data(), bytes.data()) &&
                          is_before(bytes.data() + bytes.size(), file.data() + file.size());
  if (media.is_view() && !is_of_file) media = Media::own(ByteVector(bytes.begin(), bytes.end()));
}

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
  ToolResult result = reading.take_result();
  for (ImageContent& image : result.images) keep(image.data, bytes);
  for (DocumentContent& document : result.documents) keep(document.data, bytes);
  return result;
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
