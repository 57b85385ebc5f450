// Runs of lines that may be a table without a grid. A run begins with a line of two chunks or more,
// more than one font size apart. The next such line belongs to it when one of its gaps lies below a
// gap of the run's last lines; up to four lines of one chunk may stand between when they are no
// running text. Rules as wide as the run take in the lines up to them: headings below
// the upper rule, the last row above the lower one.
#include "pdf/layout/table_runs.h"

#include <algorithm>
#include <cmath>

namespace lectern {
namespace {

constexpr float kRunGap = 0.9f;          // of the font size
constexpr float kMaxDistance = 3.6f;     // of the font size, between lines of a run
constexpr std::size_t kMaxBetween = 4;   // lines of one chunk
constexpr std::size_t kProse = 9;        // words of a chunk that is running text
constexpr std::size_t kMaxHeadings = 7;  // lines between the upper rule and the run
constexpr std::size_t kLeastHeader = 3;  // columns of a header that begins a table
constexpr float kAboveHeader = 1.3f;     // of the distance below it

struct Span {
  float left = 0;
  float right = 0;
  float width() const { return right - left; }
};

class RunFinder {
 public:
  RunFinder(const TableFrame& frame, const std::vector<TextLine>& lines)
      : frame_(frame), lines_(lines) {
    for (const TextLine& line : lines)
      chunked_.push_back(split_line(frame, line, kRunGap, frame.verticals));
  }

  std::vector<TableRun> run() {
    std::vector<TableRun> runs;
    std::size_t free = 0;  // lines before are in a run
    for (std::size_t i = 0; i < lines_.size();) {
      if (!is_multiple(i)) {
        ++i;
        continue;
      }
      const std::size_t grown = grow(i);
      std::size_t end = cut_at_header(i, grown);
      const std::size_t limit = end < grown ? end : lines_.size();
      Span span = span_of(i, end);
      std::size_t first = i;
      std::uint32_t rules = 0;
      take_rules(span, free, limit, first, end, rules);
      if (end - first >= 2) {
        TableRun found;
        found.rules = rules;
        found.lines.assign(lines_.begin() + static_cast<std::ptrdiff_t>(first),
                           lines_.begin() + static_cast<std::ptrdiff_t>(end));
        runs.push_back(std::move(found));
        free = end;
      }
      i = std::max(end, i + 1);
    }
    return runs;
  }

 private:
  /// Two chunks or more, and not an item of a list or a line of prose with a hole.
  bool is_multiple(std::size_t i) const {
    const auto& chunks = chunked_[i].chunks;
    if (chunks.size() < 2) return false;
    if (chunks.size() == 2 && is_marker(chunks[0]) && !chunks[1].is_value) return false;
    std::size_t prose = 0;
    for (const TableChunk& chunk : chunks)
      prose += chunk.words.size() >= kProse && !chunk.is_value ? 1 : 0;
    return prose == 0 || chunks.size() > 2 || chunks[1].is_value || chunks[0].is_value;
  }

  /// A bullet or the number of an item.
  bool is_marker(const TableChunk& chunk) const {
    if (chunk.words.size() != 1) return false;
    const TableWord& word = frame_.words[chunk.words[0]];
    return word.marker;
  }

  bool is_prose(std::size_t i, const Span& span) const {
    const auto& chunks = chunked_[i].chunks;
    if (chunks.size() != 1 || chunks[0].words.size() < kProse) return false;
    return chunks[0].right - chunks[0].left > 0.66f * span.width() ||
           chunks[0].words.size() > 2 * kProse;
  }

  Span span_of(std::size_t first, std::size_t end) const {
    Span span{frame_.width, 0};
    for (std::size_t i = first; i < end; ++i) {
      if (chunked_[i].chunks.size() < 2) continue;
      span.left = std::min(span.left, chunked_[i].chunks.front().left);
      for (const TableChunk& chunk : chunked_[i].chunks)
        span.right = std::max(span.right, chunk.right);
    }
    return span;
  }

  /// Whether a gap of line i lies below one of line k.
  bool gaps_meet(std::size_t k, std::size_t i) const {
    const auto& upper = chunked_[k].chunks;
    const auto& lower = chunked_[i].chunks;
    std::size_t a = 1;
    std::size_t b = 1;
    while (a < upper.size() && b < lower.size()) {
      const float left = std::max(upper[a - 1].right, lower[b - 1].right);
      const float right = std::min(upper[a].left, lower[b].left);
      if (right - left >= 0.4f * chunked_[i].size) return true;
      if (upper[a].left < lower[b].left) {
        ++a;
      } else {
        ++b;
      }
    }
    return false;
  }

  bool is_near(std::size_t above, std::size_t below) const {
    return lines_[below].base - lines_[above].base <=
           kMaxDistance * std::max(lines_[above].size, lines_[below].size);
  }

  std::size_t grow(std::size_t first) const {
    std::size_t end = first + 1;
    std::size_t recent[3] = {first, first, first};
    for (std::size_t i = first + 1; i < lines_.size() && i <= end + kMaxBetween; ++i) {
      if (!is_near(i - 1, i)) break;
      if (is_prose(i, span_of(recent[2], end))) break;
      if (!is_multiple(i)) continue;
      if (!gaps_meet(recent[0], i) && !gaps_meet(recent[1], i) && !gaps_meet(recent[2], i)) break;
      recent[2] = recent[1];
      recent[1] = recent[0];
      recent[0] = i;
      end = i + 1;
    }
    if (end < lines_.size() && is_sum(recent[0], end)) ++end;
    return end;
  }

  /// Whether a line is nothing but a value below those of the last column.
  bool is_sum(std::size_t row, std::size_t i) const {
    constexpr std::size_t kLeastColumns = 3;
    constexpr float kSameEdge = 2;  // points
    const auto& above = chunked_[row].chunks;
    const auto& chunks = chunked_[i].chunks;
    return above.size() >= kLeastColumns && above.back().is_value && chunks.size() == 1 &&
           chunks[0].is_value && std::fabs(chunks[0].right - above.back().right) <= kSameEdge &&
           is_near(i - 1, i);
  }

  /// Where a header begins below lines with fewer columns (a letterhead, sums, addresses): there the
  /// table begins, too.
  std::size_t cut_at_header(std::size_t first, std::size_t end) const {
    std::size_t most = chunked_[first].chunks.size();
    for (std::size_t i = first + 1; i + 2 < end; ++i) {
      const auto& chunks = chunked_[i].chunks;
      const float above = lines_[i].base - lines_[i - 1].base;
      const float below = lines_[i + 1].base - lines_[i].base;
      if (chunks.size() >= kLeastHeader && chunks.size() > most && above > kAboveHeader * below &&
          has_values(i + 1, end) &&
          std::all_of(chunks.begin(), chunks.end(), [](const TableChunk& chunk) {
            return chunk.bold && !chunk.is_value;
          }))
        return i;
      most = std::max(most, chunks.size());
    }
    return end;
  }

  bool has_values(std::size_t first, std::size_t end) const {
    for (std::size_t i = first; i < end; ++i) {
      if (has_values(i)) return true;
    }
    return false;
  }

  bool is_wide(const RuleLine& rule, const Span& span) const {
    const float common = std::min(rule.to, span.right) - std::max(rule.from, span.left);
    return common >= 0.75f * span.width() && rule.to - rule.from <= 1.5f * span.width() + 40;
  }

  float middle(std::size_t i) const { return lines_[i].base - 0.3f * lines_[i].size; }

  /// Rules take in lines from `free` on and before `limit`.
  void take_rules(const Span& span, std::size_t free, std::size_t limit, std::size_t& first,
                  std::size_t& end, std::uint32_t& rules) const {
    // Pieces of rules side by side count as one.
    std::vector<float> wide;
    const auto& all = frame_.horizontals;
    const float low = middle(free < first ? free : first) - 2 * lines_[first].size;
    for (std::size_t i = 0; i < all.size();) {
      RuleLine sum = all[i];
      float length = 0;
      std::size_t k = i;
      for (; k < all.size() && all[k].at - all[i].at < 2; ++k) {
        const float from = std::max(all[k].from, span.left - 20);
        const float to = std::min(all[k].to, span.right + 20);
        if (to > from) length += to - from;
        sum.from = std::min(sum.from, all[k].from);
        sum.to = std::max(sum.to, all[k].to);
      }
      if (all[i].at >= low && length >= 0.75f * span.width() && is_wide(sum, span))
        wide.push_back(all[i].at);
      i = k;
    }
    // Up to the next rule above.
    const float top = middle(first);
    const auto next = std::upper_bound(wide.begin(), wide.end(), top);
    std::size_t start = first;
    // The highest rule that is reached over headings.
    for (auto rule = next; rule != wide.begin();) {
      --rule;
      std::size_t k = start;
      bool fits = true;
      while (k > free && middle(k - 1) > *rule) {
        --k;
        fits = fits && !is_prose(k, span) && is_near(k, k + 1) && start - k <= kMaxHeadings;
      }
      if (!fits || first - k > kMaxHeadings) break;
      if (lines_[k].base - 4.5f * lines_[k].size > *rule) break;
      start = k;
    }
    if (start < first ||
        (next != wide.begin() && lines_[first].base - *(next - 1) < 4.5f * lines_[first].size))
      first = start;
    // Down to the next rule below.
    const auto below = std::upper_bound(wide.begin(), wide.end(), middle(end - 1));
    if (below != wide.end()) {
      std::size_t k = end;
      bool fits = true;
      while (k < limit && middle(k) < *below) {
        fits = fits && !is_prose(k, span) && is_near(k - 1, k);
        ++k;
        if (k - end > 3) break;
      }
      if (fits && k - end <= 3 && *below - lines_[k - 1].base < 3.0f * lines_[k - 1].size) end = k;
    }
    // What stands above the uppermost rule is its caption, when it has no values.
    const float last = lines_[end - 1].base;
    for (const float at : wide)
      rules +=
          at > lines_[first].top - 3 * lines_[first].size && at < last + 3 * lines_[end - 1].size
              ? 1
              : 0;
    cut_caption(wide, first, end);
    cut_notes(wide, first, end);
  }

  bool has_values(std::size_t i) const {
    const auto& chunks = chunked_[i].chunks;
    for (std::size_t k = 1; k < chunks.size(); ++k) {
      if (chunks[k].is_value) return true;
    }
    return false;
  }

  void cut_caption(const std::vector<float>& wide, std::size_t& first, std::size_t end) const {
    const auto rule = std::upper_bound(wide.begin(), wide.end(), middle(first));
    if (rule == wide.end()) return;
    std::size_t k = first;
    while (k < end && middle(k) < *rule) {
      if (has_values(k)) return;
      ++k;
    }
    // The rule must have another below it, or it is the one under the headings.
    if (k == first || k == end || rule + 1 == wide.end() || k - first > 4) return;
    if (*(rule + 1) > lines_[end - 1].base + 2 * lines_[end - 1].size) return;
    std::size_t words = 0;
    for (std::size_t i = first; i < k; ++i) words = std::max(words, lines_[i].words.size());
    bool aligned = false;
    for (std::size_t i = first; i < k; ++i) aligned = aligned || chunked_[i].chunks.size() > 2;
    if (words >= 5 && !aligned) first = k;
  }

  void cut_notes(const std::vector<float>& wide, std::size_t first, std::size_t& end) const {
    auto rule = std::lower_bound(wide.begin(), wide.end(), middle(end - 1));
    if (rule == wide.begin() || end - first < 3) return;
    --rule;
    std::size_t k = end;
    while (k > first && middle(k - 1) > *rule) {
      if (has_values(k - 1)) return;
      --k;
    }
    if (k > first + 1 && end - k <= 4) end = k;
  }

  const TableFrame& frame_;
  const std::vector<TextLine>& lines_;
  std::vector<ChunkLine> chunked_;
};

}  // namespace

std::vector<TableRun> find_runs(const TableFrame& frame, const std::vector<TextLine>& lines) {
  return RunFinder(frame, lines).run();
}

}  // namespace lectern
