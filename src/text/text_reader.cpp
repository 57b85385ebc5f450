#include "text/text_reader.h"

#include <algorithm>

#include "base/format.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kCutMark = "... (truncated)";
constexpr std::size_t kNumberColumns = 6;

std::uint64_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return text.empty() || text.back() == '\n' ? ends : ends + 1;
}

void append_line(std::string& content, std::uint64_t number, std::string_view line) {
  const std::string digits = std::to_string(number);
  if (digits.size() < kNumberColumns) content.append(kNumberColumns - digits.size(), ' ');
  content += digits;
  content += '\t';
  content += line;
}

}  // namespace

Result<ToolResult> read_text(const ReadContext& context) {
  std::string_view text = as_chars(context.bytes);
  ToolResult result;
  result.content_type = ContentType::kText;
  result.metadata.encoding = "utf-8";
  result.metadata.bom = text.starts_with(kByteOrderMark);
  if (*result.metadata.bom) text.remove_prefix(kByteOrderMark.size());
  result.metadata.final_newline = text.ends_with('\n');
  result.success = true;

  const std::uint64_t total = count_lines(text);
  const std::uint64_t offset = context.request.offset.value_or(1);
  const std::uint64_t limit = context.request.limit.value_or(context.options.limits.max_lines);
  if (text.empty()) {
    result.content = "(empty file)";
    result.short_result = "Read empty file";
    return result;
  }
  if (offset > total) {
    return fail(ErrorCode::kOutOfRange, "offset " + std::to_string(offset) +
                                            " is past the end: the file has " +
                                            counted(total, "line"));
  }
  std::uint64_t number = 1;
  for (; number < offset; ++number) text.remove_prefix(text.find('\n') + 1);
  for (; number <= total && number - offset < limit; ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t kept =
        utf8_prefix_size(line, static_cast<std::size_t>(context.options.limits.max_line_chars));
    if (number > offset) result.content += '\n';
    append_line(result.content, number, line.substr(0, kept));
    if (kept < line.size()) {
      result.content += kCutMark;
      result.truncated = true;
      result.truncation = Truncation{TruncationCause::kColumns};
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  result.start_line = offset;
  result.end_line = number - 1;
  result.line_count = number - offset;
  result.total_lines = static_cast<std::int64_t>(total);
  result.short_result =
      "Read " + std::to_string(result.line_count) + " of " + std::to_string(total) + " lines";
  return result;
}

}  // namespace lectern
