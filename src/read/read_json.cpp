#include "read/json.h"
#include "read/read.h"
#include "read/refusal.h"

namespace lectern {

std::unique_ptr<FileReading> open_reading(std::string_view input_json,
                                          std::string_view options_json,
                                          const FileKnowledge& file) {
  const auto refused = [&file](Error error) {
    return std::make_unique<FileReading>(
        argument_refusal(std::move(error), file.size_bytes.value_or(0)));
  };
  auto request = parse_request(input_json);
  if (!request) return refused(std::move(request).error());
  auto options = parse_options(options_json);
  if (!options) return refused(std::move(options).error());
  return std::make_unique<FileReading>(*std::move(request), *std::move(options), file);
}

ToolResult read_json(ByteSpan bytes, std::string_view input_json, std::string_view options_json) {
  auto request = parse_request(input_json);
  if (!request) return argument_refusal(std::move(request).error(), bytes.size());
  auto options = parse_options(options_json);
  if (!options) return argument_refusal(std::move(options).error(), bytes.size());
  return read(bytes, *request, *options);
}

}  // namespace lectern
