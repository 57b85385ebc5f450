#include "read/json.h"
#include "read/read.h"

namespace lectern {
namespace {

ToolResult refused(Error error, ByteSpan bytes) {
  Metadata metadata;
  metadata.size = bytes.size();
  metadata.mime_type = "application/octet-stream";
  return failure(std::move(error), ContentType::kBinary, std::move(metadata));
}

}  // namespace

ToolResult read_json(ByteSpan bytes, std::string_view input_json, std::string_view options_json) {
  auto request = parse_request(input_json);
  if (!request) return refused(std::move(request).error(), bytes);
  auto options = parse_options(options_json);
  if (!options) return refused(std::move(options).error(), bytes);
  return read(bytes, *request, *options);
}

ToolResult read_decoded_json(ByteSpan bytes, PixelView pixels, std::string_view input_json,
                             std::string_view options_json) {
  auto request = parse_request(input_json);
  if (!request) return refused(std::move(request).error(), bytes);
  auto options = parse_options(options_json);
  if (!options) return refused(std::move(options).error(), bytes);
  return read_decoded(bytes, pixels, *request, *options);
}

}  // namespace lectern
