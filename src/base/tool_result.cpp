#include "base/tool_result.h"

#include "base/cut_message.h"

namespace lectern {

ToolResult failure(Error error, ContentType type, Metadata metadata) {
  constexpr std::size_t kMostBytes = 8'000;
  cut_message(error.message, kMostBytes);
  ToolResult result;
  result.content = error.message;
  result.error = std::move(error);
  result.content_type = type;
  result.metadata = std::move(metadata);
  return result;
}

}  // namespace lectern
