#include "image/image_reader.h"

#include "base/format.h"
#include "image/checks.h"
#include "image/codecs.h"
#include "image/deliver.h"

namespace lectern {
namespace {

void describe(const ImageInfo& info, Metadata& metadata) {
  metadata.format = std::string(codec_of(info.format).name);
  metadata.dimensions = info.size;
  metadata.bit_depth = info.bit_depth;
  metadata.color_type = info.color_type;
  metadata.alpha = info.alpha;
  metadata.frames = info.frames;
  if (info.orientation != 1) metadata.orientation = info.orientation;
  if (info.frames > 1) metadata.duration_ms = info.duration_ms;
  metadata.warnings = info.warnings;
}

/// "PNG, 1200x800, 245 KB"
std::string summary(const ImageInfo& info, std::uint64_t size_bytes) {
  return std::string(codec_of(info.format).name) + ", " + to_string(info.size) + ", " +
         human_size(size_bytes);
}

}  // namespace

Result<ToolResult> read_image(const ReadContext& context) {
  auto delivered = deliver_image(Media::view(context.bytes), context.options);
  if (!delivered) {
    Error error = std::move(delivered).error();
    if (error.code != ErrorCode::kFileTooLarge) {
      error.message = "Failed to process image file: " + error.message;
    }
    return tl::unexpected<Error>(std::move(error));
  }
  const std::string facts = summary(delivered->original, context.bytes.size());
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kImage;
  result.content =
      "Read image: " + std::string(base_name(context.request.file_path)) + " (" + facts + ")";
  result.short_result = "Image (" + facts + ")";
  describe(delivered->original, result.metadata);
  result.images.push_back(std::move(delivered->image));
  result.parts = {result.content, std::size_t{0}};
  return result;
}

}  // namespace lectern
