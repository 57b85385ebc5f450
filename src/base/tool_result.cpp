#include "base/tool_result.h"

namespace lectern {

ToolResult failure(Error error, ContentType type, Metadata metadata) {
  ToolResult result;
  result.content = error.message;
  result.error = std::move(error);
  result.content_type = type;
  result.metadata = std::move(metadata);
  return result;
}

}  // namespace lectern
