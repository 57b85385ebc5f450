#include "read/json.h"
#include "read/read.h"
#include "read/refusal.h"

namespace lectern {
ToolResult read_json(ByteSpan bytes, std::string_view input_json, std::string_view options_json) {
  auto request = parse_request(input_json);
  if (!request) return argument_refusal(std::move(request).error(), bytes.size());
  auto options = parse_options(options_json);
  if (!options) return argument_refusal(std::move(options).error(), bytes.size());
  return read(bytes, *request, *options);
}

ToolResult read_decoded_json(ByteSpan bytes, PixelView pixels, std::string_view input_json,
                             std::string_view options_json) {
  auto request = parse_request(input_json);
  if (!request) return argument_refusal(std::move(request).error(), bytes.size());
  auto options = parse_options(options_json);
  if (!options) return argument_refusal(std::move(options).error(), bytes.size());
  return read_decoded(bytes, pixels, *request, *options);
}

}  // namespace lectern
