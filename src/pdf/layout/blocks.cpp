#include "pdf/layout/blocks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

// Shares of the font size.
constexpr float kMostPitch = 1.85f;
constexpr float kMostDouble = 2.8f;
constexpr float kLeastPitch = 0.5f;
constexpr float kForgotten = 3;
constexpr float kBeside = 0.9f;  ///< baselines of two columns need not be the same
/// Of the block's own pitch.
constexpr float kWiderPitch = 1.3f;
constexpr float kSameSize = 0.08f;
// Lines in double spacing: words of one, how many show it, and of their usual pitch.
constexpr std::size_t kLongLine = 6;
constexpr std::size_t kLeastDouble = 4;
constexpr float kSamePitch = 1.05f;
/// Of the narrower one's width.
constexpr float kSharedColumn = 0.4f;
/// Blocks side by side that a next line may belong to.
constexpr std::size_t kMostOpen = 500;

class BlockFinder {
 public:
  std::vector<TextBlock> run(std::vector<LayoutLine> lines) {
    std::stable_sort(lines.begin(), lines.end(), [](const LayoutLine& one, const LayoutLine& other) {
      return one.baseline < other.baseline;
    });
    most_pitch_ = most_pitch(lines);
    for (LayoutLine& line : lines) add(std::move(line));
    for (TextBlock& block : blocks_) {
      block.box = block.lines[0].box;
      block.order = block.lines[0].order;
      for (const LayoutLine& line : block.lines) {
        block.box = around(block.box, line.box);
        block.order = std::min(block.order, line.order);
        for (const LineWord& word : line.words) block.last = std::max(block.last, word.index);
      }
    }
    return std::move(blocks_);
  }

 private:
  static bool looks_alike(const LayoutLine& one, const LayoutLine& other) {
    return std::fabs(one.size - other.size) <= kSameSize * std::max(one.size, other.size) &&
           one.bold == other.bold && one.monospace == other.monospace;
  }

  void add(LayoutLine line) {
    std::size_t best = blocks_.size();
    float best_share = 0;
    for (std::size_t i = 0; i < open_.size();) {
      TextBlock& block = blocks_[open_[i]];
      const LayoutLine& last = block.lines.back();
      if (line.baseline - last.baseline > kForgotten * std::max(line.size, last.size)) {
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      const float share = shared_width(block.box, line.box);
      if (share > best_share && belongs(block, line)) {
        best = open_[i];
        best_share = share;
      }
      ++i;
    }
    if (best < blocks_.size() && spans_others(best, line)) best = blocks_.size();
    if (best < blocks_.size()) {
      if (is_tighter(blocks_[best], line)) best = split_last(best);
      TextBlock& block = blocks_[best];
      block.box = around(block.box, line.box);
      block.lines.push_back(std::move(line));
      return;
    }
    split_forks(line);
    if (open_.size() == kMostOpen) open_.erase(open_.begin());
    open_.push_back(blocks_.size());
    TextBlock block;
    block.box = line.box;
    block.lines.push_back(std::move(line));
    blocks_.push_back(std::move(block));
  }

  /// The most that lines of a paragraph are apart, of the font size: more where most lines of the
  /// page stand in double spacing.
  static float most_pitch(const std::vector<LayoutLine>& lines) {
    std::size_t single = 0;
    std::vector<float> wide;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const LayoutLine& last = lines[i - 1];
      const LayoutLine& line = lines[i];
      if (!looks_alike(last, line) || last.words.size() < kLongLine ||
          line.words.size() < kLongLine || std::fabs(line.box.left - last.box.left) > line.size / 4)
        continue;
      const float pitch = (line.baseline - last.baseline) / line.size;
      if (pitch <= kMostPitch)
        ++single;
      else if (pitch <= kMostDouble)
        wide.push_back(pitch);
    }
    if (wide.size() < kLeastDouble || wide.size() <= single) return kMostPitch;
    std::stable_sort(wide.begin(), wide.end());
    return wide[wide.size() / 2] * kSamePitch;
  }

  bool belongs(const TextBlock& block, const LayoutLine& line) const {
    const LayoutLine& last = block.lines.back();
    if (!looks_alike(last, line) || shared_width(last.box, line.box) <= 0) return false;
    const float size = std::max(line.size, last.size);
    const float pitch = line.baseline - last.baseline;
    if (pitch < kLeastPitch * size || pitch > most_pitch_ * size) return false;
    if (block.lines.size() > 1) {
      const float before = last.baseline - block.lines[block.lines.size() - 2].baseline;
      if (pitch > kWiderPitch * before + 1) return false;
    }
    return shared_width(block.box, line.box) >=
           kSharedColumn * std::min(width_of(block.box), width_of(line.box));
  }

  /// Whether the line is nearer to the block's last one than that is to the one before.
  static bool is_tighter(const TextBlock& block, const LayoutLine& line) {
    if (block.lines.size() < 2) return false;
    const LayoutLine& last = block.lines.back();
    const float before = last.baseline - block.lines[block.lines.size() - 2].baseline;
    return before > kWiderPitch * (line.baseline - last.baseline) + 1;
  }

  /// Makes a block of the last line of `index`, which takes its place among the open ones.
  std::size_t split_last(std::size_t index) {
    TextBlock& block = blocks_[index];
    TextBlock split;
    split.box = block.lines.back().box;
    split.lines.push_back(std::move(block.lines.back()));
    block.lines.pop_back();
    block.box = block.lines[0].box;
    for (const LayoutLine& kept : block.lines) block.box = around(block.box, kept.box);
    std::replace(open_.begin(), open_.end(), index, blocks_.size());
    blocks_.push_back(std::move(split));
    return blocks_.size() - 1;
  }

  /// Whether the line also stands below another column that has just ended: then it is below both.
  bool spans_others(std::size_t chosen, const LayoutLine& line) const {
    const TextBlock& block = blocks_[chosen];
    if (width_of(line.box) <= 1.1f * width_of(block.box)) return false;
    for (const std::size_t i : open_) {
      if (i == chosen) continue;
      const TextBlock& other = blocks_[i];
      if (shared_width(other.box, block.box) > 0) continue;
      if (shared_width(other.box, line.box) > 0.5f * width_of(other.box)) return true;
    }
    return false;
  }

  /// A line beside the last line of a block that spans both: columns begin here, so that line
  /// begins a block of its own.
  void split_forks(const LayoutLine& line) {
    for (std::size_t i = 0; i < open_.size(); ++i) {
      TextBlock& block = blocks_[open_[i]];
      const LayoutLine& last = block.lines.back();
      if (block.lines.size() < 2 || std::fabs(last.baseline - line.baseline) > kBeside * line.size ||
          shared_width(last.box, line.box) > 0)
        continue;
      const LayoutLine& before = block.lines[block.lines.size() - 2];
      if (shared_width(before.box, line.box) < 0.5f * width_of(line.box)) continue;
      split_last(open_[i]);
    }
  }

  float most_pitch_ = kMostPitch;
  std::vector<TextBlock> blocks_;
  std::vector<std::size_t> open_;  ///< those that a next line may belong to
};

/// Beyond so many boxes their number squared is too much: they are read as the page draws them.
constexpr std::size_t kMostOrdered = 800;
constexpr std::size_t kMostSpanning = 64;
/// One pair of boxes in so many may be drawn from below to above.
constexpr std::size_t kAgainstFile = 20;
/// Of the height of all that is drawn: programs draw headers and footers first or last.
constexpr float kMargins = 0.08f;

class OrderFinder {
 public:
  OrderFinder(const std::vector<OrderedBox>& boxes, float page_width,
              const std::vector<PageBox>& dividers, std::vector<bool>& floats)
      : boxes_(boxes), page_width_(page_width), dividers_(dividers), floats_(floats) {}

  std::vector<std::size_t> run() {
    const std::size_t count = boxes_.size();
    std::vector<std::size_t> drawn(count);
    for (std::size_t i = 0; i < count; ++i) drawn[i] = i;
    std::stable_sort(drawn.begin(), drawn.end(), [this](std::size_t one, std::size_t other) {
      return boxes_[one].order < boxes_[other].order;
    });
    floats_.assign(count, false);
    if (count > kMostOrdered) return drawn;
    for (std::size_t i = 0; i < count && spanning_.size() < kMostSpanning; ++i) {
      if (width_of(boxes_[i].box) > 0.35f * page_width_) spanning_.push_back(i);
    }
    find_floats();
    follows_file_ = is_in_order_of_file(drawn);
    std::vector<std::vector<std::size_t>> after(count);
    std::vector<std::size_t> waits(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < count; ++k) {
        if (i == k || !precedes(i, k)) continue;
        after[i].push_back(k);
        ++waits[k];
      }
    }
    std::vector<std::size_t> order;
    std::vector<bool> taken(count);
    while (order.size() < count) {
      std::size_t next = count;
      for (const std::size_t i : drawn) {
        if (taken[i]) continue;
        if (next == count || waits[i] < waits[next]) next = i;
        if (waits[next] == 0) break;
      }
      taken[next] = true;
      order.push_back(next);
      for (const std::size_t k : after[next]) --waits[k];
    }
    return order;
  }

 private:
  bool precedes(std::size_t i, std::size_t k) const {
    const PageBox& one = boxes_[i].box;
    const PageBox& other = boxes_[k].box;
    const float narrower = std::min(width_of(one), width_of(other));
    const float lower = std::min(height_of(one), height_of(other));
    const float beside = shared_height(one, other);
    if (shared_width(one, other) > 0.1f * narrower) {
      // One above the other. Where they also share a height, the middle decides.
      if (beside > 0.5f * lower) return false;
      return one.top + one.bottom < other.top + other.bottom;
    }
    if (!dividers_.empty()) {
      if (are_divided(one, other)) return true;
      if (are_divided(other, one)) return false;
    }
    if (floats_[i] != floats_[k] && std::max(one.bottom, other.bottom) > float_top_ &&
        std::min(one.bottom, other.bottom) <= float_top_ + 1)
      return one.bottom < other.bottom;
    if (floats_[i] != floats_[k] && (floats_[i] ? boxes_[k].wide : boxes_[i].wide))
      return floats_[i] && (beside > 0 || !is_parted(one, other));
    if (!(one.left + one.right < other.left + other.right)) return false;
    // A page that is drawn from top to bottom is drawn in the order of its author.
    if (follows_file_) return false;
    if (beside > 0.3f * lower) return true;
    if (!boxes_[i].wide || !boxes_[k].wide) return false;
    return !is_parted(one, other);
  }

  bool are_divided(const PageBox& left, const PageBox& right) const {
    constexpr float kBeyond = 6;  // points
    return std::any_of(dividers_.begin(), dividers_.end(), [&](const PageBox& rule) {
      return left.right < rule.right + 1 && right.left > rule.left - 1 &&
             std::min(left.top, right.top) > rule.top - kBeyond &&
             std::max(left.bottom, right.bottom) < rule.bottom + kBeyond;
    });
  }

  /// A table that the page draws before all text beside it floats there, with what stands above
  /// and below it: its place is before that text.
  void find_floats() {
    constexpr float kBeyondTable = 12;  // points
    for (std::size_t table = 0; table < boxes_.size(); ++table) {
      if (!boxes_[table].table) continue;
      const PageBox& place = boxes_[table].box;
      std::uint32_t text = UINT32_MAX;
      for (const OrderedBox& other : boxes_) {
        if (!other.table && other.wide && shared_width(other.box, place) <= 0 &&
            shared_height(other.box, place) > 0)
          text = std::min(text, other.order);
      }
      if (text == UINT32_MAX || boxes_[table].last >= text) continue;
      for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const OrderedBox& other = boxes_[i];
        if (other.last < text && other.box.left > place.left - kBeyondTable &&
            other.box.right < place.right + kBeyondTable)
          floats_[i] = true;
      }
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (floats_[i]) float_top_ = std::min(float_top_, boxes_[i].box.top);
    }
  }

  /// Whether the page draws what stands above before what stands below, but for its margins.
  bool is_in_order_of_file(std::vector<std::size_t> drawn) const {
    if (drawn.empty()) return false;
    PageBox all = boxes_[drawn[0]].box;
    for (const std::size_t i : drawn) all = around(all, boxes_[i].box);
    const float margin = kMargins * height_of(all);
    std::erase_if(drawn, [&](std::size_t i) {
      const PageBox& box = boxes_[i].box;
      return box.bottom < all.top + margin || box.top > all.bottom - margin;
    });
    std::size_t pairs = 0;
    std::size_t against = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      for (std::size_t k = i + 1; k < drawn.size(); ++k) {
        const PageBox& first = boxes_[drawn[i]].box;
        const PageBox& second = boxes_[drawn[k]].box;
        // Columns that are drawn line by line across the page say nothing about their order.
        if (boxes_[drawn[k]].order < boxes_[drawn[i]].last) {
          ++pairs;
          ++against;
          continue;
        }
        if (shared_width(first, second) <= 0.1f * std::min(width_of(first), width_of(second)))
          continue;
        ++pairs;
        if (first.top + first.bottom > second.top + second.bottom) ++against;
      }
    }
    return against * kAgainstFile <= pairs;
  }

  /// Whether something stands between them that spans both columns.
  bool is_parted(const PageBox& one, const PageBox& other) const {
    const float top = std::min(one.bottom, other.bottom);
    const float bottom = std::max(one.top, other.top);
    return std::any_of(spanning_.begin(), spanning_.end(), [&](std::size_t i) {
      const PageBox& box = boxes_[i].box;
      const float middle = (box.top + box.bottom) / 2;
      return middle > top && middle < bottom && shared_width(box, one) > 0 &&
             shared_width(box, other) > 0;
    });
  }

  const std::vector<OrderedBox>& boxes_;
  const float page_width_;
  const std::vector<PageBox>& dividers_;
  bool follows_file_ = false;
  std::vector<std::size_t> spanning_;
  std::vector<bool>& floats_;
  float float_top_ = 1e6f;
};

}  // namespace

std::vector<TextBlock> find_blocks(std::vector<LayoutLine> lines) {
  return BlockFinder().run(std::move(lines));
}

std::vector<std::size_t> reading_order(const std::vector<OrderedBox>& boxes, float page_width,
                                       const std::vector<PageBox>& dividers,
                                       std::vector<bool>& floats) {
  return OrderFinder(boxes, page_width, dividers, floats).run();
}

std::vector<PageBox> find_dividers(const PageContent& page) {
  // Points.
  constexpr float kLeastHeight = 72;
  constexpr float kLeastPiece = 10;
  constexpr float kDouble = 6;
  constexpr float kBetweenPieces = 3;
  constexpr std::size_t kMost = 32;
  constexpr std::size_t kMostRules = 2'000;
  std::vector<PageBox> upright;
  if (page.rules.size() > kMostRules) return upright;
  for (const PageRule& rule : page.rules) {
    if (height_of(rule.line) < kLeastPiece || width_of(rule.line) > 1) continue;
    const auto twin = std::find_if(upright.begin(), upright.end(), [&](const PageBox& other) {
      return shared_height(other, rule.line) > -kBetweenPieces &&
             shared_width(other, rule.line) > -kDouble;
    });
    if (twin == upright.end())
      upright.push_back(rule.line);
    else
      *twin = around(*twin, rule.line);
    if (upright.size() > kMost) return {};
  }
  std::vector<PageBox> alone;
  for (const PageBox& box : upright) {
    if (height_of(box) < kLeastHeight || width_of(box) > kDouble) continue;
    const bool is_grid = std::any_of(upright.begin(), upright.end(), [&box](const PageBox& other) {
      return &other != &box && shared_height(other, box) > 0;
    });
    // A level rule across it is one of a grid, one from its foot the other axis of a chart.
    const bool is_met =
        std::any_of(page.rules.begin(), page.rules.end(), [&box](const PageRule& rule) {
          const PageBox& level = rule.line;
          return level.right > box.right + kDouble && level.left < box.right + kDouble &&
                 level.top > box.top + kDouble && level.bottom < box.bottom + kDouble &&
                 (level.left > box.left - kDouble || level.bottom < box.bottom - kDouble);
        });
    if (!is_grid && !is_met) alone.push_back(box);
  }
  return alone;
}

}  // namespace lectern
