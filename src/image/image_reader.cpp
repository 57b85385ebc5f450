#include "image/image_reader.h"

#include "base/format.h"

namespace lectern {

bool sniff_png(ByteSpan bytes) { return starts_with(bytes, "\x89PNG\r\n\x1A\n"); }
bool sniff_jpeg(ByteSpan bytes) { return starts_with(bytes, "\xFF\xD8\xFF"); }
bool sniff_gif(ByteSpan bytes) {
  return starts_with(bytes, "GIF87a") || starts_with(bytes, "GIF89a");
}
bool sniff_webp(ByteSpan bytes) {
  return starts_with(bytes, "RIFF") && has_bytes_at(bytes, 8, "WEBP");
}

Result<ToolResult> read_image(const ReadContext& context) {
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kImage;
  result.content = "Read image: " + std::string(base_name(context.request.file_path)) + " (" +
                   std::string(context.format.name) + ", " + human_size(context.bytes.size()) + ")";
  result.short_result =
      "Image (" + std::string(context.format.name) + ", " + human_size(context.bytes.size()) + ")";
  result.images.push_back({Media::view(context.bytes), std::string(context.format.mime_type), {}});
  result.parts = {result.content, std::size_t{0}};
  return result;
}

}  // namespace lectern
