// Columns of running text. A gutter is a place between two pieces of running text (four words or
// more, no values) on six lines or more. Around those, it holds for all lines that no word crosses there.
#include <algorithm>
#include <cstddef>

#include "pdf/layout/table_runs.h"

namespace lectern {
namespace {

constexpr float kFlowGap = 1.0f;  // of the font size
constexpr std::size_t kProseWords = 4;
constexpr std::size_t kLeastProseLines = 6;
constexpr int kMaxGutters = 4;

bool is_prose(const TableChunk& chunk) { return chunk.words.size() >= kProseWords && !chunk.is_value; }

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
  std::sort(edges.begin(), edges.end());
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

}  // namespace

std::vector<std::vector<TextLine>> split_flows(const TableFrame& frame, const std::vector<TextLine>& lines) {
  std::vector<ChunkLine> chunked;
  std::vector<ProseGap> gaps;
  for (const TextLine& line : lines) {
    chunked.push_back(split_line(frame, line, kFlowGap, {}));
    const auto& chunks = chunked.back().chunks;
    for (std::size_t i = 1; i < chunks.size(); ++i) {
      if (is_prose(chunks[i - 1]) && is_prose(chunks[i])) gaps.push_back({chunks[i - 1].right, chunks[i].left});
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
    const auto close = [&](std::size_t end) {
      if (prose >= 3 && 3 * prose >= both) {
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
          prose += is_prose(chunks[k - 1]) && is_prose(chunks[k]) ? 1 : 0;
        }
      }
      if (crosses) {
        close(i);
        first = i + 1;
        prose = 0;
        both = 0;
      }
    }
    close(chunked.size());
  }
  std::vector<std::vector<TextLine>> flows;
  for (std::size_t first = 0; first < lines.size();) {
    std::size_t end = first + 1;
    while (end < lines.size() && gutters_of[end] == gutters_of[first]) ++end;
    std::vector<float> gutters = gutters_of[first];
    std::sort(gutters.begin(), gutters.end());
    std::vector<std::vector<std::uint32_t>> parts(gutters.size() + 1);
    for (std::size_t i = first; i < end; ++i) {
      for (const std::uint32_t word : lines[i].words) {
        const float middle = (frame.words[word].left + frame.words[word].right) / 2;
        const auto part = std::upper_bound(gutters.begin(), gutters.end(), middle) - gutters.begin();
        parts[static_cast<std::size_t>(part)].push_back(word);
      }
    }
    for (auto& part : parts) flows.push_back(make_lines(frame, std::move(part)));
    first = end;
  }
  return flows;
}

}  // namespace lectern
