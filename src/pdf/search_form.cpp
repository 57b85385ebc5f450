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

class SearchForm final : public SteppedRead {
 public:
  SearchForm(const ReadContext& context, PdfDocument& document, std::uint64_t page_count,
             PageSelection selection)
      : context_(context),
        document_(document),
        page_count_(page_count),
        selection_(std::move(selection)),
        words_(folded(context.request.search)) {}

  /// Searches a page.
  std::optional<Result<ToolResult>> step() override {
    if (next_ < selection_.pages.size() && search(selection_.pages[next_])) {
      ++next_;
      return std::nullopt;
    }
    close();
    return std::move(result_);
  }

 private:
  /// False when the page's hits have no room.
  bool search(std::uint64_t number) {
    const Limits& limits = context_.options.limits;
    const Result<PdfPage> page = document_.page(number - 1, limits, PdfForm::kText);
    if (!page) {
      add_to(result_.metadata.warnings, {"page {}: {}", number, page.error().message});
      return true;
    }
    warn_of_gaps(number, *page, result_.metadata.warnings);
    const Hits hits = find(page->text, words_);
    if (hits.count == 0) return true;
    const std::string text =
        compose({"\n--- Page {} of {} ---\n{}", number, page_count_, hits.lines});
    if (!body_.empty() && utf8_length(body_) + utf8_length(text) > limits.max_content_chars) {
      selection_.remaining.insert(selection_.remaining.begin(), {number, selection_.pages.back()});
      return false;
    }
    body_ += text;
    hits_count_ += hits.count;
    ++pages_with_hits_;
    return true;
  }

  void close() {
    const std::string& asked = context_.request.search;
    const std::string summary =
        hits_count_ == 0
            ? compose({"No line holds \"{}\"", asked})
            : compose({"{line} on {page} with \"{}\"", hits_count_, pages_with_hits_, asked});
    result_.content = compose(
        {"{} (searched {page} of {,})\n{}", summary, selection_.pages.size(), page_count_, body_});
    result_.short_result = compose({"PDF search ({})", summary});
    result_.parts.push_back({result_.content});
    if (!selection_.remaining.empty()) {
      result_.truncated = true;
      ReadRequest next = context_.request;
      next.pages = selection_.remaining;
      result_.truncation = Truncation{TruncationCause::kPages, std::move(next)};
    }
    count_content_lines(result_);
  }

  const ReadContext context_;
  PdfDocument& document_;
  std::uint64_t page_count_;
  PageSelection selection_;
  std::size_t next_ = 0;
  std::string words_;
  ToolResult result_;
  std::uint64_t hits_count_ = 0;
  std::uint64_t pages_with_hits_ = 0;
  std::string body_;
};

}  // namespace

Result<std::unique_ptr<SteppedRead>> search_pages(const ReadContext& context, PdfDocument& document,
                                                  const PdfFacts& facts) {
  if (folded(context.request.search).empty())
    return fail(ErrorCode::kInvalidArgument, "search must hold a word, got white space");
  LECTERN_TRY(PageSelection selection,
              select_pages(context.request.pages, facts.page_count, kMaxSearchedPages));
  return std::make_unique<SearchForm>(context, document, facts.page_count, std::move(selection));
}

}  // namespace lectern
