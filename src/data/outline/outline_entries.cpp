#include "data/outline/outline_entries.h"

#include <algorithm>

#include "base/format.h"
#include "base/message.h"
#include "text/line_selection.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// What is held of a file's entries.
constexpr std::size_t kMaxKeptEntries = 10'000;
/// What one result shows.
constexpr std::uint64_t kMaxShownEntries = 500;
/// Entries around the lines asked for that are shown with those in them.
constexpr std::size_t kMaxAround = 12;
constexpr std::uint32_t kMaxIndentLevels = 12;
constexpr std::uint64_t kClosingChars = 300;
constexpr std::uint64_t kClosingTokens = 90;

std::string entry_line(const OutlineEntry& entry) {
  std::string line = entry.first == 0           ? std::string()
                     : entry.last > entry.first ? compose({"{}-{}: ", entry.first, entry.last})
                                                : compose({"{}: ", entry.first});
  line.append(std::size_t{2} * std::min(entry.level, kMaxIndentLevels), ' ');
  append_to(line, {"{}\n", entry.text});
  return line;
}

/// Counts what lines take of a result.
class Room {
 public:
  explicit Room(const Limits& limits)
      : chars_(limits.max_content_chars - std::min(limits.max_content_chars / 2, kClosingChars)) {
    if (limits.max_tokens) {
      quarters_ = 4 * (*limits.max_tokens - std::min(*limits.max_tokens / 2, kClosingTokens));
    }
  }
  /// False when `text` does not fit any more.
  bool take(std::string_view text) {
    used_chars_ += utf8_length(text);
    if (quarters_) used_quarters_ += estimate_token_quarters(text);
    return used_chars_ <= chars_ && (!quarters_ || used_quarters_ <= *quarters_);
  }
  bool is_out_of_tokens() const { return used_chars_ <= chars_; }

 private:
  std::uint64_t chars_;
  std::optional<std::uint64_t> quarters_;
  std::uint64_t used_chars_ = 0;
  std::uint64_t used_quarters_ = 0;
};

bool is_within(const std::vector<LineRange>& ranges, std::uint64_t line) {
  return std::any_of(ranges.begin(), ranges.end(), [line](const LineRange& range) {
    return line >= range.first && line <= range.last.value_or(line);
  });
}

}  // namespace

std::string outline_text(std::string_view text, std::size_t chars) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  const std::string_view kept = text.substr(0, utf8_prefix_size(text, chars));
  std::string shown;
  shown.reserve(kept.size() + 3);
  for (const char c : kept) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte == 0x7F ? ' ' : c;
  }
  // Other line ends of Unicode.
  for (const std::string_view end : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    for (std::size_t at = shown.find(end); at != shown.npos; at = shown.find(end, at))
      shown.replace(at, end.size(), " ");
  }
  if (kept.size() < text.size()) shown += "...";
  return shown;
}

std::uint64_t OutlineEntries::add(std::uint64_t first, std::uint32_t level, std::uint32_t rank,
                                  std::string_view text, std::uint64_t last) {
  const std::uint64_t serial = next_serial_++;
  if (rank <= max_rank_ && entries_.size() == kMaxKeptEntries && !has_only_best_) drop_least();
  if (rank > max_rank_ || entries_.size() == kMaxKeptEntries) {
    if (rank == 0 && first_dropped_ == 0) first_dropped_ = first;
    return serial;
  }
  entries_.push_back({serial, first, last, level, rank, outline_text(text)});
  return serial;
}

void OutlineEntries::drop_least() {
  std::uint32_t most = 0;
  for (const OutlineEntry& entry : entries_) most = std::max(most, entry.rank);
  has_only_best_ = most == 0;
  if (has_only_best_) return;
  std::erase_if(entries_, [most](const OutlineEntry& entry) { return entry.rank == most; });
  max_rank_ = most - 1;
}

OutlineEntry* OutlineEntries::find(std::uint64_t serial) {
  if (entries_.empty() || entries_.back().serial < serial) return nullptr;
  const auto found = std::lower_bound(
      entries_.begin(), entries_.end(), serial,
      [](const OutlineEntry& entry, std::uint64_t wanted) { return entry.serial < wanted; });
  return found != entries_.end() && found->serial == serial ? &*found : nullptr;
}

void OutlineEntries::close(std::uint64_t serial, std::uint64_t last) {
  if (OutlineEntry* entry = find(serial)) entry->last = std::max(last, entry->first);
}

void OutlineEntries::extend(std::uint64_t serial, std::string_view text) {
  if (OutlineEntry* entry = find(serial)) entry->text += outline_text(text);
}

void OutlineEntries::close_at_next(std::uint64_t lines) {
  // The line before which the next entry of each level or a higher one begins, from the end on.
  std::vector<std::uint64_t> next;
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (entry->level >= next.size()) next.resize(entry->level + 1, next.empty() ? lines + 1 : 0);
    std::uint64_t end = lines + 1;
    for (std::uint32_t level = 0; level <= entry->level; ++level) {
      if (next[level] != 0) end = std::min(end, next[level]);
    }
    if (entry->last == 0) entry->last = std::max(entry->first, end - 1);
    next.resize(entry->level + 1);
    next[entry->level] = entry->first;
  }
}

ToolResult show_outline(const OutlineHead& head, const OutlineEntries& entries,
                        std::optional<std::uint64_t> lines, const ReadRequest& request,
                        const Limits& limits) {
  const LineSelection selection = select_lines(request, limits, lines);
  const bool is_part = request.offset || !request.lines.empty() || request.limit;
  std::vector<const OutlineEntry*> wanted;
  std::vector<const OutlineEntry*> around;
  for (const OutlineEntry& entry : entries.kept()) {
    if (!is_part || !head.by_lines || is_within(selection.ranges, entry.first)) {
      wanted.push_back(&entry);
    } else if (entry.first < selection.first() && entry.last >= selection.first()) {
      around.push_back(&entry);
    }
  }
  if (around.size() > kMaxAround) around.erase(around.begin(), around.end() - kMaxAround);

  ToolResult result;
  result.success = true;
  std::string text = compose({"Outline ({}", head.kind});
  if (lines) append_to(text, {", {line}", *lines});
  text += ")\n";
  Room fixed(limits);
  fixed.take(text);
  for (const std::string& fact : head.facts) {
    if (!fixed.take(fact + "\n")) break;
    append_to(text, {"{}\n", fact});
  }
  for (const OutlineEntry* entry : around) {
    const std::string line = entry_line(*entry);
    if (!fixed.take(line)) break;
    text += line;
  }

  // As deep as all of it fits; of the most important ones alone, as many as fit.
  const std::uint64_t most = std::min(kMaxShownEntries, limits.max_lines);
  std::uint32_t depth = 0;
  std::uint32_t deepest = 0;
  for (const OutlineEntry* entry : wanted) deepest = std::max(deepest, entry->rank);
  for (depth = deepest; depth > 0; --depth) {
    Room room = fixed;
    std::uint64_t count = 0;
    const bool fits = std::all_of(wanted.begin(), wanted.end(), [&](const OutlineEntry* entry) {
      return entry->rank > depth || (++count <= most && room.take(entry_line(*entry)));
    });
    if (fits) break;
  }
  Room room = fixed;
  std::uint64_t shown = 0;
  std::uint64_t next = 0;
  bool is_full = false;
  for (const OutlineEntry* entry : wanted) {
    if (entry->rank > depth) continue;
    const std::string line = entry_line(*entry);
    is_full = is_full || shown == most || !room.take(line);
    if (is_full) {
      next = entry->first;
      break;
    }
    text += line;
    ++shown;
    result.end_line = std::max(entry->first, entry->last);
    if (result.start_line == 0) result.start_line = entry->first;
  }
  if (next == 0 && entries.first_dropped() > 0) next = entries.first_dropped();
  const std::uint64_t left =
      (is_part ? wanted.size() + entries.dropped() : entries.count()) - shown;
  if (shown == 0) {
    append_to(text, {"({})\n", is_part ? "no entries in these lines" : "nothing to outline"});
  }
  if (left > 0) {
    result.truncated = true;
    result.truncation = Truncation{shown == most             ? TruncationCause::kLines
                                   : room.is_out_of_tokens() ? TruncationCause::kTokens
                                                             : TruncationCause::kBytes};
    append_to(text, {"({,} {} left out", left, left == 1 ? "entry" : "entries"});
    const bool goes_on = next > (shown > 0 ? result.start_line : 0) &&
                         next > request.offset.value_or(0) && head.by_lines && head.in_order;
    if (goes_on) {
      std::vector<LineRange> rest = ranges_after(selection.ranges, next - 1);
      result.truncation->next = request_for(request, rest);
      append_to(text, {". Next: outline, {})\n", selection_text(*result.truncation->next)});
    } else {
      append_to(text, {"{}{})\n", head.rest.empty() ? "" : ": ", head.rest});
    }
  }
  text.pop_back();
  result.line_count = shown;
  result.content = std::move(text);
  result.short_result = compose({"Outline of {line}", lines.value_or(0)});
  if (!lines) result.short_result = "Outline";
  return result;
}

}  // namespace lectern
