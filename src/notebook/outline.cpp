#include "notebook/outline.h"

#include <algorithm>

#include "base/format.h"
#include "notebook/json_text.h"
#include "notebook/parse.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxLineChars = 80;

std::string_view without_spaces(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t\r");
  if (start == std::string_view::npos) return "";
  return line.substr(start, line.find_last_not_of(" \t\r") - start + 1);
}

/// The first markdown heading when `wants_heading` and there is one, else the first line that is
/// not blank.
std::string_view telling_line(std::string_view text, bool wants_heading) {
  std::string_view first;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_spaces(text.substr(0, end));
    if (first.empty()) first = line;
    if (!first.empty() && (!wants_heading || line.starts_with('#'))) {
      return wants_heading ? line : first;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return first;
}

}  // namespace

std::string outline_line(std::uint64_t number, const Cell& cell, LineJoin join) {
  std::string out = compose({"Cell {} [{}]", number, kind_name(cell)});
  if (cell.execution_count) append_to(out, {" In [{}]", *cell.execution_count});
  // The counts come first: what follows them is the file's, whatever it says.
  std::uint64_t outputs = 0;
  std::uint64_t errors = 0;
  for_each_output(cell, [&](const Output& output) {
    ++outputs;
    if (output.kind == OutputKind::kError) ++errors;
  });
  if (outputs > 0) {
    append_to(out, {" ({output}, {}", outputs, human_size(cell.outputs.raw.size())});
    if (errors > 0) append_to(out, {", {error}", errors});
    out += ")";
  }
  const std::string source = text_of(cell.source, join);
  const std::string_view line = telling_line(source, cell.type == "markdown");
  const std::size_t kept = utf8_prefix_size(line, kMaxLineChars);
  append_to(out, {": {}", line.empty() ? "(empty)" : line.substr(0, kept)});
  if (kept < line.size()) out += "...";
  return out;
}

}  // namespace lectern
