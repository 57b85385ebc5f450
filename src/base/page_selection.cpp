#include "base/page_selection.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace lectern {

namespace {

void add_range(const NumberRange& range, std::vector<NumberRange>& ranges) {
  if (!ranges.empty() && ranges.back().last + 1 == range.first) {
    ranges.back().last = range.last;
  } else {
    ranges.push_back(range);
  }
}

}  // namespace

void leave_pages(PageSelection& selection, std::size_t from) {
  std::vector<NumberRange> remaining;
  for (std::size_t i = from; i < selection.pages.size(); ++i)
    add_range({selection.pages[i], selection.pages[i]}, remaining);
  for (const NumberRange& range : selection.remaining) add_range(range, remaining);
  selection.remaining = std::move(remaining);
  selection.pages.resize(std::min(from, selection.pages.size()));
}

std::string pages_text(const std::vector<std::uint64_t>& pages) {
  std::vector<NumberRange> ranges;
  for (const std::uint64_t page : pages) add_range({page, page}, ranges);
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
