// Columns of running text. A gutter is a place between two pieces of running text (four words or
// more, no values) on six lines or more. Around those, it holds for all lines that no word crosses
// there.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "pdf/layout/table_runs.h"

namespace lectern {
namespace {

constexpr float kFlowGap = 1.0f;  // of the font size
constexpr std::size_t kProseWords = 4;
constexpr std::size_t kLeastProseLines = 6;
constexpr int kMaxGutters = 4;

bool is_prose(const TableChunk& chunk) {
  return chunk.words.size() >= kProseWords && !chunk.is_value;
}

/// Whether a line begins in the middle of a sentence, as most lines of running text do.
bool goes_on(const TableFrame& frame, const TableChunk& chunk) {
  return frame.words[chunk.words.front()].starts_small;
}

struct ProseGap {
  float left = 0;
  float right = 0;
};

/// The place that most gaps cover.
bool best_place(const std::vector<ProseGap>& gaps, float& at) {
  std::vector<std::pair<float, int>> edges;
  for (const ProseGap& gap : gaps) {
    edges.emplace_back(gap.left, 1);
    edges.emplace_back(gap.right, -1);
  }
  std::stable_sort(edges.begin(), edges.end());
  int depth = 0;
  int best = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    depth += edges[i].second;
    if (depth > best) {
      best = depth;
      at = (edges[i].first + edges[i + 1].first) / 2;
    }
  }
  return best >= static_cast<int>(kLeastProseLines);
}

/// Lines of running text that begin at one place, one below the other.
struct TextBlock {
  float left = 0;
  float right = 0;
  float base = 0;
  float size = 0;
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t count = 0;
  std::vector<float> rights;
  std::size_t going_on = 0;  ///< lines that begin in the middle of a sentence
};

class BlockGutters {
 public:
  BlockGutters(const TableFrame& frame, const std::vector<ChunkLine>& lines,
               std::vector<std::vector<float>>& gutters)
      : frame_(frame), lines_(lines), gutters_(gutters) {}

  void run() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      close_before(lines_[i].base);
      for (const TableChunk& chunk : lines_[i].chunks) {
        if (is_prose(chunk)) add(i, chunk);
      }
    }
    close_before(std::numeric_limits<float>::max());
  }

 private:
  void add(std::size_t i, const TableChunk& chunk) {
    const ChunkLine& line = lines_[i];
    for (TextBlock& block : open_) {
      if (block.last == i || std::abs(block.left - chunk.left) > kSameLeft) continue;
      if (block.count >= 2 && chunk.right - block.left > kWider * (block.right - block.left)) {
        // The text is wider from here on, as below a box that it runs around.
        close(block);
        block = {chunk.left, chunk.right, line.base, line.size, i, i, 1, {chunk.right}, 0};
        return;
      }
      block.right = std::max(block.right, chunk.right);
      block.base = line.base;
      block.last = i;
      ++block.count;
      block.rights.push_back(chunk.right);
      block.going_on += goes_on(frame_, chunk) ? 1 : 0;
      return;
    }
    if (open_.size() < kMaxOpenBlocks)
      open_.push_back({chunk.left, chunk.right, line.base, line.size, i, i, 1, {chunk.right}, 0});
  }

  void close_before(float base) {
    std::size_t kept = 0;
    for (TextBlock& block : open_) {
      if (base - block.base <= kBlockDistance * block.size) {
        if (&open_[kept] != &block) open_[kept] = std::move(block);
        ++kept;
      } else {
        close(block);
      }
    }
    open_.resize(kept);
  }

  void close(const TextBlock& block) {
    if (block.count < kLeastBlockLines) return;
    const float full = block.right - 0.2f * (block.right - block.left);
    const auto filled = static_cast<std::size_t>(std::count_if(
        block.rights.begin(), block.rights.end(), [full](float right) { return right >= full; }));
    if (10 * filled < 6 * block.count || 10 * block.going_on < 3 * block.count) return;
    add_gutter(block, block.left - 1);
    add_gutter(block, block.right + 1);
  }

  /// Where other text stands beyond x, beside the block, and no rule goes from one to the other.
  void add_gutter(const TextBlock& block, float x) {
    const bool before = x < block.left;
    std::size_t beyond = 0;
    for (std::size_t i = block.first; i <= block.last; ++i) {
      for (const TableChunk& chunk : lines_[i].chunks) {
        if (chunk.left < x - 1 && chunk.right > x + 1) return;
        beyond += (before ? chunk.right <= x : chunk.left >= x) ? 1 : 0;
      }
    }
    if (beyond < 2) return;
    auto rule = std::lower_bound(frame_.horizontals.begin(), frame_.horizontals.end(),
                                 lines_[block.first].base,
                                 [](const RuleLine& a, float y) { return a.at < y; });
    for (; rule != frame_.horizontals.end() && rule->at < lines_[block.last].top; ++rule) {
      if (rule->from < x - 5 && rule->to > x + 5) return;
    }
    std::size_t first = block.first;
    std::size_t last = block.last;
    for (int more = 0; more < kMoreLines && first > 0 && is_parted(first - 1, x); ++more) --first;
    for (int more = 0; more < kMoreLines && last + 1 < lines_.size() && is_parted(last + 1, x);
         ++more)
      ++last;
    for (std::size_t i = first; i <= last; ++i) {
      auto& gutters = gutters_[i];
      const bool has = std::any_of(gutters.begin(), gutters.end(),
                                   [x](float at) { return std::abs(at - x) < 30; });
      if (!has && gutters.size() < kMaxGutters + 4) gutters.push_back(x);
    }
  }

  /// Whether a line has text on both sides of x and none across.
  bool is_parted(std::size_t i, float x) const {
    const auto& chunks = lines_[i].chunks;
    for (std::size_t k = 1; k < chunks.size(); ++k) {
      if (chunks[k - 1].right <= x + 1 && chunks[k].left >= x - 1) return true;
    }
    return false;
  }

  static constexpr int kMoreLines = 3;      // an indented first line, the last lines of a table
  static constexpr float kSameLeft = 2.5f;  // points
  static constexpr float kWider = 1.15f;
  static constexpr float kBlockDistance = 2.6f;  // of the font size
  static constexpr std::size_t kLeastBlockLines = 5;
  static constexpr std::size_t kMaxOpenBlocks = 16;

  const TableFrame& frame_;
  const std::vector<ChunkLine>& lines_;
  std::vector<std::vector<float>>& gutters_;
  std::vector<TextBlock> open_;
};

/// Lets a gutter go on over the few lines between two stretches where nothing crosses it.
void bridge_gutters(const std::vector<ChunkLine>& lines, std::vector<std::vector<float>>& gutters) {
  constexpr std::size_t kMostBetween = 6;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const float x : std::vector<float>(gutters[i])) {
      const auto has = [x](const std::vector<float>& all) {
        return std::any_of(all.begin(), all.end(), [x](float at) { return std::abs(at - x) < 3; });
      };
      std::size_t next = i + 1;
      bool free = true;
      while (next < lines.size() && next <= i + kMostBetween && free && !has(gutters[next])) {
        free = std::none_of(
            lines[next].chunks.begin(), lines[next].chunks.end(),
            [x](const TableChunk& chunk) { return chunk.left < x - 1 && chunk.right > x + 1; });
        ++next;
      }
      if (!free || next == i + 1 || next >= lines.size() || !has(gutters[next])) continue;
      for (std::size_t k = i + 1; k <= next; ++k) {
        std::erase_if(gutters[k], [x](float at) { return std::abs(at - x) < 3; });
        gutters[k].push_back(x);
      }
    }
  }
}

bool have_same_places(std::vector<float> one, std::vector<float> other) {
  std::stable_sort(one.begin(), one.end());
  std::stable_sort(other.begin(), other.end());
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](float a, float b) { return std::abs(a - b) < 3; });
}

void add_block_gutters(const TableFrame& frame, const std::vector<ChunkLine>& lines,
                       std::vector<std::vector<float>>& gutters) {
  BlockGutters(frame, lines, gutters).run();
  bridge_gutters(lines, gutters);
}

}  // namespace

std::vector<std::vector<TextLine>> split_flows(const TableFrame& frame,
                                               const std::vector<TextLine>& lines) {
  std::vector<ChunkLine> chunked;
  std::vector<ProseGap> gaps;
  for (const TextLine& line : lines) {
    chunked.push_back(split_line(frame, line, kFlowGap, {}));
    const auto& chunks = chunked.back().chunks;
    for (std::size_t i = 1; i < chunks.size(); ++i) {
      const bool next = is_prose(chunks[i]) || (i + 1 < chunks.size() && is_prose(chunks[i + 1]));
      if (is_prose(chunks[i - 1]) && next) gaps.push_back({chunks[i - 1].right, chunks[i].left});
    }
  }
  std::vector<std::vector<float>> gutters_of(lines.size());
  for (int round = 0; round < kMaxGutters; ++round) {
    float x = 0;
    if (!best_place(gaps, x)) break;
    std::erase_if(gaps, [x](const ProseGap& gap) { return gap.left <= x && gap.right >= x; });
    // Stretches of lines that do not cross it, with enough prose on both sides.
    std::size_t first = 0;
    std::size_t prose = 0;
    std::size_t both = 0;
    std::size_t going_on = 0;
    const auto close = [&](std::size_t end) {
      if (prose >= 3 && 3 * prose >= both && 4 * going_on >= prose) {
        for (std::size_t i = first; i < end; ++i) gutters_of[i].push_back(x);
      }
    };
    for (std::size_t i = 0; i < chunked.size(); ++i) {
      bool crosses = false;
      const auto& chunks = chunked[i].chunks;
      for (std::size_t k = 0; k < chunks.size(); ++k) {
        crosses = crosses || (chunks[k].left < x - 1 && chunks[k].right > x + 1);
        if (k > 0 && chunks[k - 1].right <= x + 1 && chunks[k].left >= x - 1) {
          ++both;
          const bool next =
              is_prose(chunks[k]) || (k + 1 < chunks.size() && is_prose(chunks[k + 1]));
          if (!is_prose(chunks[k - 1]) || !next) continue;
          ++prose;
          going_on += goes_on(frame, chunks[k - 1]) || goes_on(frame, chunks[k]) ? 1 : 0;
        }
      }
      if (crosses) {
        close(i);
        first = i + 1;
        prose = 0;
        both = 0;
        going_on = 0;
      }
    }
    close(chunked.size());
  }
  add_block_gutters(frame, chunked, gutters_of);
  std::vector<std::vector<TextLine>> flows;
  for (std::size_t first = 0; first < lines.size();) {
    std::size_t end = first + 1;
    while (end < lines.size() && have_same_places(gutters_of[end], gutters_of[first])) ++end;
    std::vector<float> gutters = gutters_of[first];
    std::stable_sort(gutters.begin(), gutters.end());
    std::vector<std::vector<std::uint32_t>> parts(gutters.size() + 1);
    for (std::size_t i = first; i < end; ++i) {
      for (const std::uint32_t word : lines[i].words) {
        const float middle = (frame.words[word].left + frame.words[word].right) / 2;
        const auto part =
            std::upper_bound(gutters.begin(), gutters.end(), middle) - gutters.begin();
        parts[static_cast<std::size_t>(part)].push_back(word);
      }
    }
    for (auto& part : parts) flows.push_back(make_lines(frame, std::move(part)));
    first = end;
  }
  return flows;
}

}  // namespace lectern
