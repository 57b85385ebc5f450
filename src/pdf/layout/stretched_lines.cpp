#include "pdf/layout/stretched_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

// Shares of the font size.
constexpr float kWidestStretched = 8;
constexpr float kLeastStretched = 0.35f;
constexpr float kOneBaseline = 0.05f;
constexpr float kOneSize = 0.03f;
constexpr float kNearby = 2.2f;
constexpr float kMostHanging = 8;
/// Spaces after a full stop stretch more than others.
constexpr float kAlike = 3.5f;
constexpr float kColumnEdge = 1.5f;  ///< points
constexpr std::size_t kFullWords = 5;
constexpr std::size_t kMostPieces = 20;
/// Lines drawn before and after the pieces among which those of their column are.
constexpr std::size_t kNeighbours = 3;

class StretchedLines {
 public:
  StretchedLines(const PageContent& page, std::vector<LayoutLine>& lines)
      : page_(page), lines_(lines) {}

  void run() {
    std::vector<LayoutLine> kept;
    kept.reserve(lines_.size());
    for (std::size_t i = 0; i < lines_.size();) {
      const std::size_t end = end_of_pieces(i);
      if (end - i < 2 || !are_alike(i, end) || !fills_column(i, end, kept)) {
        kept.push_back(std::move(lines_[i++]));
        continue;
      }
      LayoutLine line = std::move(lines_[i]);
      for (std::size_t k = i + 1; k < end; ++k) {
        lines_[k].words.front().space = true;
        line.words.insert(line.words.end(), lines_[k].words.begin(), lines_[k].words.end());
      }
      finish_line(page_, line);
      kept.push_back(std::move(line));
      i = end;
    }
    lines_ = std::move(kept);
  }

 private:
  std::size_t end_of_pieces(std::size_t first) const {
    std::size_t end = first + 1;
    while (end < lines_.size() && end - first < kMostPieces) {
      const LayoutLine& last = lines_[end - 1];
      const LayoutLine& next = lines_[end];
      const float gap = next.box.left - last.box.right;
      if (next.right_to_left || std::fabs(next.size - last.size) > kOneSize * last.size ||
          std::fabs(next.baseline - last.baseline) > kOneBaseline * last.size ||
          gap < kLeastStretched * last.size || gap > kWidestStretched * last.size)
        break;
      ++end;
    }
    return end;
  }

  bool are_alike(std::size_t first, std::size_t end) const {
    float least = kWidestStretched * lines_[first].size;
    float most = 0;
    const PageWord* last = nullptr;
    for (std::size_t i = first; i < end; ++i) {
      for (const LineWord& member : lines_[i].words) {
        const PageWord& word = page_.words[member.index];
        if (word.field || word.field_value) return false;
        if (last != nullptr && (member.space || &member == &lines_[i].words.front())) {
          const float gap = word.box.left - last->box.right;
          least = std::min(least, gap);
          most = std::max(most, gap);
        }
        last = &word;
      }
    }
    return least > 0 && most <= kAlike * least;
  }

  bool fills_column(std::size_t first, std::size_t end, const std::vector<LayoutLine>& kept) const {
    const PageBox box = around(lines_[first].box, lines_[end - 1].box);
    const float baseline = lines_[first].baseline;
    const float size = lines_[first].size;
    bool left = false;
    bool right = false;
    const auto look = [&](const LayoutLine& line) {
      if (std::fabs(line.baseline - baseline) > kNearby * size ||
          std::fabs(line.baseline - baseline) < kOneBaseline * size)
        return;
      left = left || std::fabs(line.box.left - box.left) <= kColumnEdge;
      right = right || (line.words.size() >= kFullWords &&
                        std::fabs(line.box.right - box.right) <= kColumnEdge &&
                        line.box.left <= box.left + kColumnEdge &&
                        line.box.left >= box.left - kMostHanging * size);
    };
    for (std::size_t i = kept.size(); i > 0 && kept.size() - i < kNeighbours; --i) look(kept[i - 1]);
    for (std::size_t i = end; i < lines_.size() && i - end < kNeighbours; ++i) look(lines_[i]);
    return left && right;
  }

  const PageContent& page_;
  std::vector<LayoutLine>& lines_;
};

}  // namespace

void join_stretched(const PageContent& page, std::vector<LayoutLine>& lines) {
  StretchedLines(page, lines).run();
}

}  // namespace lectern
