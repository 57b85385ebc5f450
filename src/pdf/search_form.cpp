// Finds plain words, not patterns: letters A to Z in either case, and any white space between
// words.
#include <utility>

#include "base/format.h"
#include "pdf/forms.h"
#include "pdf/page_selection.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Pages that one search looks at.
constexpr std::uint64_t kMaxSearchedPages = 1'000;
constexpr std::size_t kMaxLineChars = 300;

/// Words set apart by one space, letters A to Z in lower case.
std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n';
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return ascii_lower(out);
}

struct Hits {
  std::uint64_t count = 0;
  std::string lines;  ///< each with its line end
};

/// The lines with the words; words that run over a line end are shown with both lines.
Hits find(std::string_view text, std::string_view words) {
  Hits hits;
  std::string previous;
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string line(text.substr(from, end - from));
    from = end + 1;
    std::string joined = previous;
    joined += ' ';
    joined += line;
    std::string shown;
    if (folded(line).find(words) != std::string::npos) {
      shown = line;
    } else if (!previous.empty() && folded(previous).find(words) == std::string::npos &&
               folded(joined).find(words) != std::string::npos) {
      shown = joined;
    }
    if (!shown.empty()) {
      ++hits.count;
      append_to(hits.lines, {"{}\n", shown.substr(0, utf8_prefix_size(shown, kMaxLineChars))});
    }
    previous = line;
  }
  return hits;
}

}  // namespace

Result<ToolResult> search_pages(const ReadContext& context, PdfDocument& document,
                                const PdfFacts& facts) {
  const std::string words = folded(context.request.search);
  if (words.empty())
    return fail(ErrorCode::kInvalidArgument, "search must hold a word, got white space");
  LECTERN_TRY(PageSelection selection,
              select_pages(context.request.pages, facts.page_count, kMaxSearchedPages));
  ToolResult result;
  std::uint64_t hits_count = 0;
  std::uint64_t pages_with_hits = 0;
  std::string body;
  for (std::size_t i = 0; i < selection.pages.size(); ++i) {
    const std::uint64_t number = selection.pages[i];
    const Result<PdfPage> page =
        document.page(number - 1, context.options.limits, PdfForm::kText);
    if (!page) {
      add_to(result.metadata.warnings, {"page {}: {}", number, page.error().message});
      continue;
    }
    warn_of_gaps(number, *page, result.metadata.warnings);
    const Hits hits = find(page->text, words);
    if (hits.count == 0) continue;
    const std::string text =
        compose({"\n--- Page {} of {} ---\n{}", number, facts.page_count, hits.lines});
    if (!body.empty() &&
        utf8_length(body) + utf8_length(text) > context.options.limits.max_content_chars) {
      selection.remaining.insert(selection.remaining.begin(), {number, selection.pages.back()});
      break;
    }
    body += text;
    hits_count += hits.count;
    ++pages_with_hits;
  }
  const std::string summary = hits_count == 0
                                  ? compose({"No line holds \"{}\"", context.request.search})
                                  : compose({"{line} on {page} with \"{}\"", hits_count,
                                             pages_with_hits, context.request.search});
  result.content = compose(
      {"{} (searched {page} of {,})\n{}", summary, selection.pages.size(), facts.page_count, body});
  result.short_result = compose({"PDF search ({})", summary});
  result.parts.push_back({result.content});
  if (!selection.remaining.empty()) {
    result.truncated = true;
    ReadRequest next = context.request;
    next.pages = selection.remaining;
    result.truncation = Truncation{TruncationCause::kPages, std::move(next)};
  }
  count_content_lines(result);
  return result;
}

}  // namespace lectern
