#include "pdf/layout/tick_boxes.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

// Points.
constexpr float kLeastBoxSide = 5;
constexpr float kMostBoxSide = 18;
constexpr float kSameLength = 1.5f;
constexpr float kApart = 1;  ///< from other boxes: cells touch
/// Of the side of a box.
constexpr float kLeastCross = 0.5f;
constexpr float kBeyondBox = 0.3f;
constexpr std::size_t kMostBoxes = 400;
constexpr std::size_t kMostBoxComparisons = 5'000'000;

bool is_level_side(const PageRule& rule) { return width_of(rule.line) > height_of(rule.line); }

/// Whether the four rules from `first` on are the sides of a small square.
bool is_square(const PageRule* first, PageBox& box) {
  box = first->line;
  int level = 0;
  for (const PageRule* side = first; side != first + 4; ++side) {
    box = around(box, side->line);
    level += is_level_side(*side) ? 1 : 0;
  }
  const float width = width_of(box);
  if (level != 2 || width < kLeastBoxSide || width > kMostBoxSide ||
      std::fabs(width - height_of(box)) > kSameLength)
    return false;
  return std::all_of(first, first + 4, [width](const PageRule& side) {
    const float length = std::max(width_of(side.line), height_of(side.line));
    return std::fabs(length - width) <= kSameLength;
  });
}

PageBox grown_by(const PageBox& box, float by) {
  return {box.left - by, box.top - by, box.right + by, box.bottom + by};
}

bool is_crossed(const PageBox& box, const std::vector<PageBox>& slants) {
  const float side = width_of(box);
  const PageBox reach = grown_by(box, kBeyondBox * side);
  return std::any_of(slants.begin(), slants.end(), [&](const PageBox& slant) {
    return slant.left >= reach.left && slant.right <= reach.right && slant.top >= reach.top &&
           slant.bottom <= reach.bottom && width_of(slant) >= kLeastCross * side &&
           height_of(slant) >= kLeastCross * side;
  });
}

}  // namespace

void add_tick_boxes(PageContent& page) {
  std::vector<PageBox> boxes;
  if (page.slants.empty()) return;
  for (std::size_t i = 0; i + 4 <= page.rules.size(); ++i) {
    PageBox box;
    if (!is_square(&page.rules[i], box)) continue;
    boxes.push_back(box);
    i += 3;
    if (boxes.size() > kMostBoxes) return;
  }
  if (std::uint64_t{boxes.size()} * (page.slants.size() + page.words.size() + boxes.size()) >
      kMostBoxComparisons)
    return;
  std::vector<std::pair<PageBox, bool>> found;
  bool any = false;
  for (const PageBox& box : boxes) {
    const PageBox reach = grown_by(box, kApart);
    const auto others = std::count_if(boxes.begin(), boxes.end(), [&](const PageBox& other) {
      return shared_area(reach, other) > 0;
    });
    const bool is_empty =
        std::none_of(page.words.begin(), page.words.end(),
                     [&](const PageWord& word) { return shared_area(word.box, box) > 0; });
    if (others > 1 || !is_empty) continue;
    found.emplace_back(box, is_crossed(box, page.slants));
    any = any || found.back().second;
  }
  if (!any) return;
  for (const auto& [box, crossed] : found) {
    PageWord word;
    word.text = crossed ? "[x]" : "[ ]";
    word.field = true;
    word.box = box;
    word.font_size = height_of(box);
    word.baseline = box.bottom - (box.bottom - box.top) / 5;
    page.words.push_back(std::move(word));
  }
}

}  // namespace lectern
