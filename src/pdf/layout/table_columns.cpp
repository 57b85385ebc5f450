// Columns. A strip separates columns when it lies in the space between two chunks of enough lines,
// and inside a chunk of few: a fifth as many at most (headings over several columns, long labels).
// Of neighbouring strips with nearly nothing between them the better one stays. A sign of a
// currency or a percentage is no column.
#include "pdf/layout/table_columns.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace lectern {
namespace {

constexpr float kMonospaceGap = 0.75f;  // of the font size, more than in other fonts
constexpr float kCrossing = 3.0f;       // lines across a strip weigh that much
constexpr std::size_t kMaxCrossedShare = 5;
constexpr int kFull = 2;  // a line; one with few chunks across a strip is half a line
constexpr float kRuleScore = 1e6f;
constexpr float kLeastGap = 1.0f;  // points

struct Edge {
  float x = 0;
  int support = 0;
  int cross = 0;
};

void classify(const TableFrame& frame, TableChunk& chunk) {
  std::size_t values = 0;
  for (const std::uint32_t i : chunk.words) values += frame.words[i].is_value ? 1 : 0;
  chunk.is_value = values > 0 && 2 * values >= chunk.words.size() && chunk.words.size() <= 6;
  chunk.bold = std::all_of(chunk.words.begin(), chunk.words.end(),
                           [&frame](std::uint32_t i) { return frame.words[i].bold; });
}

/// Whether a rule stands between the words, at their height.
bool is_ruled_between(const std::vector<RuleLine>& verticals, float from, float to, float y) {
  auto rule = std::lower_bound(verticals.begin(), verticals.end(), from,
                               [](const RuleLine& a, float x) { return a.at < x; });
  for (int tries = 0; rule != verticals.end() && rule->at <= to && tries < 16; ++rule, ++tries) {
    if (rule->from <= y && rule->to >= y) return true;
  }
  return false;
}

}  // namespace

ChunkLine split_line(const TableFrame& frame, const TextLine& line, float gap,
                     const std::vector<RuleLine>& verticals) {
  ChunkLine result{line.base, line.top, line.bottom, line.size, {}};
  float end = 0;
  bool after_leader = false;
  for (const std::uint32_t i : line.words) {
    const TableWord& word = frame.words[i];
    const float middle = word.base - 0.3f * word.size;
    const bool is_leader = word.leader;
    bool starts = result.chunks.empty();
    if (!starts && !is_leader) {
      const float space = word.left - end;
      const float least =
          (gap + (word.monospace ? kMonospaceGap : 0)) * std::min(word.size, 1.5f * line.size);
      starts = (space > least || after_leader) && !(word.joined && space < word.size);
      if (!starts && space > -0.5f * word.size)
        starts = is_ruled_between(verticals, std::min(end, word.left) - 1,
                                  std::max(end, word.left) + 1, middle);
    }
    if (starts) result.chunks.push_back({word.left, word.left, false, false, false, {}});
    TableChunk& chunk = result.chunks.back();
    chunk.words.push_back(i);
    if (!is_leader) {
      chunk.left = chunk.words.size() == 1 ? word.left : std::min(chunk.left, word.left);
      chunk.right = std::max(chunk.right, word.right);
      end = chunk.right;
    }
    after_leader = is_leader && chunk.words.size() > 1;
  }
  for (TableChunk& chunk : result.chunks) {
    classify(frame, chunk);
    chunk.is_year = chunk.words.size() == 1 && frame.words[chunk.words[0]].year;
  }
  return result;
}

std::vector<ColumnGap> find_column_gaps(const std::vector<ChunkLine>& lines,
                                        const std::vector<RuleLine>& verticals) {
  std::vector<Edge> edges;
  int rows = 0;
  std::size_t most_chunks = 0;
  for (const ChunkLine& line : lines) most_chunks = std::max(most_chunks, line.chunks.size());
  for (const ChunkLine& line : lines) {
    if (line.chunks.size() < 2) continue;
    ++rows;
    const int weight = 2 * line.chunks.size() >= most_chunks ? kFull : kFull / 2;
    for (std::size_t i = 0; i < line.chunks.size(); ++i) {
      const TableChunk& chunk = line.chunks[i];
      edges.push_back({chunk.left, 0, weight});
      edges.push_back({chunk.right, 0, -weight});
      if (i + 1 < line.chunks.size() && line.chunks[i + 1].left > chunk.right) {
        edges.push_back({chunk.right, kFull, 0});
        edges.push_back({line.chunks[i + 1].left, -kFull, 0});
      }
    }
  }
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.x < b.x; });
  const int need = kFull * std::max(rows < 3 ? 1 : 2, (rows + 7) / 8);
  std::vector<ColumnGap> gaps;
  int support = 0;
  int cross = 0;
  bool rising = true;
  for (std::size_t i = 0; i < edges.size();) {
    const float x = edges[i].x;
    for (; i < edges.size() && edges[i].x == x; ++i) {
      support += edges[i].support;
      cross += edges[i].cross;
    }
    if (i == edges.size()) break;
    const int most =
        support >= 3 * kFull ? std::max(kFull, support / static_cast<int>(kMaxCrossedShare)) : 0;
    const bool good = support >= need && cross <= most;
    const float score =
        good ? static_cast<float>(support) - kCrossing * static_cast<float>(cross) : -kRuleScore;
    if (!good) {
      rising = true;
      continue;
    }
    // A local maximum: replace the last one while the score rises, else begin again after a fall.
    const bool adjoins = !gaps.empty() && gaps.back().right >= x - 0.01f;
    if (adjoins && score == gaps.back().score) {
      gaps.back().right = edges[i].x;
    } else if (adjoins && score > gaps.back().score && rising) {
      gaps.back() = {x, edges[i].x, score};
    } else if (adjoins && score < gaps.back().score) {
      rising = false;
      gaps.push_back({x, edges[i].x, score});  // a valley, dropped below unless it rises again
    } else {
      gaps.push_back({x, edges[i].x, score});
      rising = true;
    }
  }
  // Slivers neither separate nor outdo their neighbours; valleys beside a higher strip go with it.
  std::erase_if(gaps, [](const ColumnGap& gap) { return gap.right - gap.left < kLeastGap; });
  std::vector<ColumnGap> peaks;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const bool lower_left =
        i > 0 && gaps[i - 1].right >= gaps[i].left - kLeastGap && gaps[i - 1].score > gaps[i].score;
    const bool lower_right = i + 1 < gaps.size() && gaps[i + 1].left <= gaps[i].right + kLeastGap &&
                             gaps[i + 1].score > gaps[i].score;
    if (!lower_left && !lower_right) peaks.push_back(gaps[i]);
  }
  for (const RuleLine& rule : verticals) peaks.push_back({rule.at, rule.at, kRuleScore});
  std::stable_sort(peaks.begin(), peaks.end(),
            [](const ColumnGap& a, const ColumnGap& b) { return a.middle() < b.middle(); });
  // Columns with next to nothing in them go to their neighbour.
  const std::size_t least = rows >= 16 ? 3 : rows >= 6 ? 2 : 1;
  bool changed = true;
  for (int round = 0; changed && round < 8; ++round) {
    changed = false;
    std::vector<std::size_t> inside(peaks.size() + 1);
    for (const ChunkLine& line : lines) {
      if (line.chunks.size() < 2) continue;
      for (const TableChunk& chunk : line.chunks) {
        const auto by_middle = [](float x, const ColumnGap& gap) { return x < gap.middle(); };
        const auto first =
            std::upper_bound(peaks.begin(), peaks.end(), chunk.left + 0.5f, by_middle);
        const auto last =
            std::upper_bound(peaks.begin(), peaks.end(), chunk.right - 0.5f, by_middle);
        if (first == last) ++inside[static_cast<std::size_t>(first - peaks.begin())];
      }
    }
    std::vector<bool> drop(peaks.size());
    for (std::size_t column = 0; column < inside.size(); ++column) {
      if (inside[column] >= least) continue;
      if (peaks.empty()) break;
      const bool can_left = column > 0 && !drop[column - 1];
      const bool can_right = column < peaks.size() && !drop[column];
      if (!can_left && !can_right) continue;
      std::size_t gap = can_left ? column - 1 : column;
      if (can_left && can_right && peaks[column].score < peaks[column - 1].score) gap = column;
      if (peaks[gap].score >= kRuleScore && inside[column] > 0) continue;
      drop[gap] = true;
      changed = true;
    }
    std::vector<ColumnGap> kept;
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      if (!drop[i]) kept.push_back(peaks[i]);
    }
    peaks = std::move(kept);
  }
  return peaks;
}

}  // namespace lectern
