#include "read/read.h"

#include <utility>

#include "base/format.h"
#include "base/sha256.h"
#include "read/detect.h"

namespace lectern {
namespace {

Result<ToolResult> run_reader(ByteSpan bytes, const Detection& detection,
                              const ReadRequest& request, const ReadOptions& options) {
  if (detection.not_the_image_named) {
    return fail(ErrorCode::kCorruptImage,
                "Failed to process image file: not an image, " + *detection.not_the_image_named);
  }
  if (detection.format == nullptr) {
    return fail(ErrorCode::kBinaryFile, "Binary files cannot be read as text");
  }
  if (detection.format->read == nullptr) {
    return fail(ErrorCode::kUnsupportedFormat,
                std::string(detection.format->name) + " files cannot be read by this build");
  }
  return detection.format->read({bytes, request, options, *detection.format});
}

}  // namespace

ToolResult read(ByteSpan bytes, const ReadRequest& request, const ReadOptions& options) {
  Detection detection = detect(bytes, request.file_path, request.file_type);
  Result<ToolResult> outcome = run_reader(bytes, detection, request, options);
  ToolResult result =
      outcome ? *std::move(outcome) : failure(std::move(outcome).error(), detection.kind);

  Metadata& metadata = result.metadata;
  metadata.size = bytes.size();
  metadata.modified = options.modified;
  if (metadata.mime_type.empty()) metadata.mime_type = std::move(detection.mime_type);
  metadata.warnings.insert(metadata.warnings.begin(), detection.warnings.begin(),
                           detection.warnings.end());
  if (options.hash == HashKind::kSha256) {
    result.content_hash = options.content_hash.empty() ? sha256_hex(bytes) : options.content_hash;
  }
  return result;
}

}  // namespace lectern
