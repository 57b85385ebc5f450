#include "text/line_selection.h"

#include <algorithm>

#include "base/format.h"
#include "base/message.h"

namespace lectern {
namespace {

/// Lines with hits that a search shows when the request names no limit.
constexpr std::uint64_t kMaxHits = 100;
/// Lines around a hit when the request does not say.
constexpr std::uint64_t kContextLines = 1;

/// `count` lines from `first` on.
LineRange range_of(std::uint64_t first, std::optional<std::uint64_t> count) {
  LineRange range{first};
  if (count) range.last = first + *count - 1;
  return range;
}

/// Ascending, with those that overlap made one.
std::vector<LineRange> in_order(std::vector<LineRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const LineRange& a, const LineRange& b) { return a.first < b.first; });
  std::vector<LineRange> merged;
  for (const LineRange& range : ranges) {
    if (merged.empty() || (merged.back().last && *merged.back().last + 1 < range.first)) {
      merged.push_back(range);
    } else if (merged.back().last) {
      merged.back().last =
          range.last ? std::optional(std::max(*merged.back().last, *range.last)) : std::nullopt;
    }
  }
  return merged;
}

}  // namespace

LineSelection select_lines(const ReadRequest& request, const Limits& limits,
                           std::optional<std::uint64_t> total_lines) {
  LineSelection selection;
  selection.words = request.search;
  selection.rules = word_rules(request);
  selection.context = request.context.value_or(kContextLines);
  selection.column = request.search.empty() ? request.column.value_or(1) : 1;
  selection.limit = request.limit.value_or(
      request.search.empty() ? limits.max_lines : std::min(kMaxHits, limits.max_lines));
  const auto count = request.search.empty() ? request.limit : std::nullopt;
  if (!request.lines.empty()) {
    selection.ranges = in_order(request.lines);
  } else if (request.from_end && !total_lines) {
    selection.from_end = request.from_end;
    selection.from_end_limit = request.limit;
  } else if (request.from_end) {
    selection.ranges = {range_from_end(*request.from_end, count, *total_lines)};
  } else {
    selection.ranges = {range_of(request.offset.value_or(1), count)};
  }
  return selection;
}

LineRange range_from_end(std::uint64_t from_end, std::optional<std::uint64_t> limit,
                         std::uint64_t total_lines) {
  return range_of(total_lines - std::min(total_lines, from_end) + 1, limit);
}

std::vector<LineRange> ranges_after(const std::vector<LineRange>& ranges, std::uint64_t line) {
  std::vector<LineRange> after;
  for (const LineRange& range : ranges) {
    if (!range.last || *range.last > line) {
      after.push_back({std::max(range.first, line + 1), range.last});
    }
  }
  return after;
}

std::uint64_t lines_within(const std::vector<LineRange>& ranges, std::uint64_t lines) {
  std::uint64_t count = 0;
  for (const LineRange& range : ranges) {
    const std::uint64_t last = std::min(range.last.value_or(lines), lines);
    if (last >= range.first) count += last - range.first + 1;
  }
  return count;
}

ReadRequest request_for(const ReadRequest& request, const std::vector<LineRange>& ranges) {
  ReadRequest next = request;
  next.offset.reset();
  next.from_end.reset();
  next.column.reset();
  next.lines.clear();
  if (!request.lines.empty()) {
    next.lines = ranges;
    return next;
  }
  next.offset = ranges.front().first;
  const auto last = ranges.back().last;
  // The limit of a search counts lines with hits.
  if (request.search.empty()) {
    next.limit = last ? std::optional(*last - ranges.front().first + 1) : std::nullopt;
  }
  return next;
}

std::string selection_text(const ReadRequest& request) {
  std::string text;
  if (!request.at.empty()) append_to(text, {"at={}, ", request.at});
  if (!request.cells.empty()) append_to(text, {"cells={}, ", ranges_text(request.cells)});
  if (!request.lines.empty()) {
    const auto named = std::min(kMaxNamedRanges, request.lines.size());
    const auto end = request.lines.begin() + static_cast<std::ptrdiff_t>(named);
    const std::vector<LineRange> shown(request.lines.begin(), end);
    append_to(text, {"lines={}", ranges_text(shown)});
    const std::size_t others = request.lines.size() - named;
    if (others > 0) append_to(text, {" and {more range}", others});
    return text;
  }
  append_to(text, {"offset={}", request.offset.value_or(1)});
  if (request.column) append_to(text, {", column={}", *request.column});
  if (request.limit) append_to(text, {", limit={}", *request.limit});
  return text;
}

}  // namespace lectern
