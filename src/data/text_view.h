// What is made of a text that goes by: an outline, a block, a place.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/ranges.h"
#include "base/tool_result.h"

namespace lectern {

/// What is known of a text when it has ended, or when no more of it is wanted.
struct TextEnd {
  /// Absent when the text was not read to its end.
  std::optional<std::uint64_t> lines;
  /// The line in which there was no work left for more.
  std::optional<std::uint64_t> cut_in = std::nullopt;
};

class TextView {
 public:
  TextView() = default;
  TextView(const TextView&) = delete;
  TextView& operator=(const TextView&) = delete;
  virtual ~TextView() = default;

  /// Takes the next piece of the text: well-formed UTF-8 of whole characters, in which LF ends
  /// lines.
  virtual void append(std::string_view text) = 0;
  /// True when more of the text would change nothing.
  virtual bool is_complete() const { return false; }
  /// Known after `finish`: the lines of the text that are the result, instead of what `finish`
  /// gave.
  virtual std::vector<LineRange> ranges() const { return {}; }
  /// The result; once, behind the last piece. What all results have is filled in by the reading.
  virtual Result<ToolResult> finish(const TextEnd& end) = 0;
};

}  // namespace lectern
