#include "base/page_selection.h"

#include <algorithm>

#include "base/format.h"

namespace lectern {

std::string pages_text(const std::vector<std::uint64_t>& pages) {
  std::vector<NumberRange> ranges;
  for (const std::uint64_t page : pages) {
    if (!ranges.empty() && ranges.back().last + 1 == page) {
      ranges.back().last = page;
    } else {
      ranges.push_back({page, page});
    }
  }
  return ranges_text(ranges);
}

Result<PageSelection> select_pages(const std::vector<NumberRange>& asked, std::uint64_t page_count,
                                   std::uint64_t max_pages) {
  PageSelection selection;
  std::vector<NumberRange> missing;
  std::vector<NumberRange> wanted = asked;
  if (wanted.empty()) wanted.push_back({1, page_count});
  for (NumberRange range : wanted) {
    if (range.last > page_count) {
      missing.push_back({std::max(range.first, page_count + 1), range.last});
      if (range.first > page_count) continue;
      range.last = page_count;
    }
    const std::uint64_t room = max_pages - selection.pages.size();
    const std::uint64_t taken = std::min(room, range.last - range.first + 1);
    for (std::uint64_t i = 0; i < taken; ++i) selection.pages.push_back(range.first + i);
    if (range.first + taken <= range.last) {
      selection.remaining.push_back({range.first + taken, range.last});
    }
  }
  if (selection.pages.empty()) {
    return fail(ErrorCode::kOutOfRange,
                {"{}{} asked for: the document has {page}",
                 missing.size() == 1 && missing[0].first == missing[0].last ? "page " : "pages ",
                 ranges_text(missing), page_count});
  }
  selection.missing = ranges_text(missing);
  return selection;
}

}  // namespace lectern
