#include "notebook/cell_search.h"

#include <algorithm>

#include "base/message.h"
#include "notebook/json_text.h"
#include "notebook/output_text.h"
#include "notebook/parse.h"
#include "notebook/terminal_text.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Lines that are shown of one cell, and characters of one line.
constexpr std::uint64_t kMaxLines = 20;
constexpr std::uint64_t kMaxHitLineChars = 300;
/// Bytes before the end of a hit from which a line too long is shown.
constexpr std::size_t kBytesBefore = 200;

class CellSearch {
 public:
  explicit CellSearch(WordMatcher& matcher) : matcher_(matcher) {}

  /// \param numbered  whether lines are named by their number.
  void look_at(std::string_view text, std::string_view what, bool numbered) {
    matcher_.restart();
    std::uint64_t line = 1;
    std::size_t line_start = 0;
    std::size_t line_end = text.find('\n');
    std::size_t last_start = std::string_view::npos;
    for (std::size_t at = 0;;) {
      const std::size_t hit = matcher_.find(text.substr(at));
      if (hit == std::string_view::npos) return;
      at += hit;
      // The hit ends before `at`, in the line that holds the byte before.
      for (; line_end < at; ++line) {
        line_start = line_end + 1;
        line_end = text.find('\n', line_start);
      }
      if (line_start == last_start) continue;
      last_start = line_start;
      if (++count_ > kMaxLines) continue;
      append_to(found_, {"  {}", what});
      if (numbered) append_to(found_, {" line {}", line});
      append_to(found_, {": {}\n", excerpt(text, line_start, at)});
    }
  }

  std::string found() const {
    std::string found = found_;
    if (count_ > kMaxLines) append_to(found, {"  ({more line})\n", count_ - kMaxLines});
    return found;
  }

 private:
  static std::string excerpt(std::string_view text, std::size_t start, std::size_t hit_end) {
    const std::string_view line =
        text.substr(start, std::min(text.find('\n', start), text.size()) - start);
    std::size_t from = 0;
    if (utf8_length(line) > kMaxHitLineChars && hit_end - start > kBytesBefore) {
      from = hit_end - start - kBytesBefore;
      while (is_utf8_continuation(static_cast<std::uint8_t>(line[from]))) ++from;
    }
    const std::string_view rest = line.substr(from);
    const std::string_view shown = rest.substr(0, utf8_prefix_size(rest, kMaxHitLineChars));
    return compose(
        {"{}{}{}", from > 0 ? "..." : "", shown, shown.size() < rest.size() ? "..." : ""});
  }

  WordMatcher& matcher_;
  std::uint64_t count_ = 0;
  std::string found_;
};

std::string output_text(const Output& output, LineJoin join) {
  if (output.kind == OutputKind::kStream) return terminal_text(text_of(output.text, join));
  if (output.kind == OutputKind::kError) return error_text(output);
  if (output.kind != OutputKind::kData) return "";
  std::vector<EmbeddedPicture> pictures;
  return data_text(choose(output.data), join, 0, pictures);
}

}  // namespace

std::string found_in_cell(std::uint64_t number, const Cell& cell, LineJoin join,
                          NotebookOutputs outputs, WordMatcher& matcher) {
  CellSearch search(matcher);
  std::string source = text_of(cell.source, join);
  normalize_line_ends(source);
  if (cell.type == "markdown") take_embedded_pictures(source);
  search.look_at(source, "source", true);
  if (outputs != NotebookOutputs::kNone) {
    for_each_output(cell, [&](const Output& output) {
      search.look_at(output_text(output, join), "output", false);
    });
  }
  const std::string found = search.found();
  if (found.empty()) return "";
  std::string text = compose({"Cell {} [{}]", number, kind_name(cell)});
  if (cell.execution_count) append_to(text, {" In [{}]", *cell.execution_count});
  return compose({"{}\n{}", text, found});
}

}  // namespace lectern
