// A result as the canonical ABI returns it: views into the core's own result, which lives until the
// host has taken it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/tool_result.h"
#include "component/records.h"

namespace lectern::component {

/// The bytes of a file, as the host stored them.
using File = std::unique_ptr<const std::uint8_t, void (*)(const std::uint8_t*)>;

/// What `read` returns.
struct ReadResult {
  ReadResult() : result() {}

  bool is_failure = false;
  union {
    ToolResult result;
    Failure failure;
  };
};

/// What `read` hands to its host. The host reads the ReadResult, then gives it back to be deleted.
class Answer : public ReadResult {
 public:
  /// \param file    the bytes that `source` may view into
  /// \param source  of the read
  Answer(File file, lectern::ToolResult source);
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;

 private:
  void fill_success();
  Metadata metadata();
  Option<Truncation> truncation();
  ReadInput next_input(const ReadRequest& from);

  File file_;
  lectern::ToolResult source_;
  std::vector<ImageContent> images_;
  std::vector<DocumentContent> documents_;
  std::vector<Part> parts_;
  std::vector<PageInfo> pages_;
  std::vector<OutlineItem> outline_;
  std::vector<String> warnings_;
  /// The ranges of the next call.
  std::string next_lines_;
  std::string next_pages_;
  std::string next_cells_;
};

}  // namespace lectern::component
