// The map of a document: its bookmarks, or where it has none, the headings of its pages.
#include <algorithm>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/page_selection.h"
#include "pdf/forms.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Pages whose headings are looked for in one read.
constexpr std::uint64_t kMaxOutlinePages = 300;
/// Characters of the pages that are held at the same time, for their headings' levels.
constexpr std::uint64_t kMaxHeldCharacters = 2'000'000;
constexpr std::uint64_t kClosingRoom = 120;

class OutlineForm {
 public:
  OutlineForm(const ReadContext& context, PdfDocument& document, const PdfFacts& facts)
      : context_(context), document_(document), facts_(facts) {}

  Result<ToolResult> run() {
    const std::uint64_t most = context_.options.limits.max_content_chars;
    room_ = most - std::min(most, kClosingRoom);
    if (facts_.outline.empty()) {
      LECTERN_CHECK(add_headings());
    } else {
      add_bookmarks();
    }
    result_.short_result = compose({"PDF outline ({line})", entries_});
    result_.parts.push_back({result_.content});
    count_content_lines(result_);
    return std::move(result_);
  }

 private:
  void add_bookmarks() {
    append_to(result_.content,
              {"Outline of {page}, from the document's bookmarks:\n", facts_.page_count});
    for (const OutlineItem& item : facts_.outline) {
      if (!add_line(item.level, item.title, item.page)) return;
    }
  }

  /// False when the result is full.
  bool add_line(std::uint32_t level, std::string_view title, std::optional<std::uint64_t> page) {
    std::string line(std::size_t{2} * level, ' ');
    append_to(line, {"- {}", title.empty() ? "(no title)" : title});
    if (page) append_to(line, {" (page {})", *page});
    line += '\n';
    const std::uint64_t chars = utf8_length(line);
    if (chars > room_) {
      result_.truncated = true;
      result_.truncation = Truncation{TruncationCause::kBytes};
      result_.content += "(the outline goes on: the result is full)\n";
      return false;
    }
    room_ -= chars;
    result_.content += line;
    ++entries_;
    return true;
  }

  Result<void> add_headings() {
    const ReadOptions& options = context_.options;
    LECTERN_TRY(PageSelection selection,
                select_pages(context_.request.pages, facts_.page_count, kMaxOutlinePages));
    std::vector<std::size_t> places;
    std::uint64_t characters = 0;
    for (std::size_t i = 0; i < selection.pages.size(); ++i) {
      if (characters > kMaxHeldCharacters || document_.has_read_enough(options.limits)) {
        leave_pages(selection, i);
        break;
      }
      const std::uint64_t number = selection.pages[i];
      const Result<PdfPage> page = document_.page(number - 1, options.limits, PdfForm::kMarkdown);
      if (!page) {
        add_to(result_.metadata.warnings, {"page {}: {}", number, page.error().message});
        continue;
      }
      if (page->cut) {
        add_to(result_.metadata.warnings,
               {"page {} has too many parts: its headings are incomplete", number});
      }
      characters += page->characters;
      places.push_back(i);
    }
    std::vector<std::string> unused;
    const std::vector<LaidOutPage> pages = document_.lay_out(HeadersFooters::kOnce, unused);
    append_to(result_.content, {"The document has no bookmarks. Headings found on {page} of {,}:\n",
                                places.size(), facts_.page_count});
    for (std::size_t i = 0; i < pages.size() && !result_.truncated; ++i) {
      const std::size_t bytes_before = result_.content.size();
      const std::uint64_t entries_before = entries_;
      for (const LaidOutHeading& heading : pages[i].headings) {
        if (!add_line(heading.level - 1, heading.text, selection.pages[places[i]])) break;
      }
      if (!result_.truncated) continue;
      const bool waits = entries_before > 0;
      if (waits) {
        result_.content.resize(bytes_before);
        entries_ = entries_before;
      }
      leave_pages(selection, places[i] + (waits ? 0 : 1));
    }
    if (entries_ == 0) result_.content += "(no headings found)\n";
    if (!selection.remaining.empty()) {
      result_.truncated = true;
      ReadRequest next = context_.request;
      next.pages = selection.remaining;
      result_.truncation = Truncation{TruncationCause::kPages, std::move(next)};
      append_to(result_.content, {"(Next: pages={})\n", ranges_text(selection.remaining)});
    }
    return {};
  }

  const ReadContext& context_;
  PdfDocument& document_;
  const PdfFacts& facts_;
  ToolResult result_;
  std::uint64_t room_ = 0;
  std::uint64_t entries_ = 0;
};

}  // namespace

Result<ToolResult> outline_pages(const ReadContext& context, PdfDocument& document,
                                 const PdfFacts& facts) {
  return OutlineForm(context, document, facts).run();
}

}  // namespace lectern
