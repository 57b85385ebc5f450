#include "pdf/page_region.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"

namespace lectern {

Result<PixelRegion> part_of_page(const PixelRegion& region, double width, double height) {
  const auto points = [](double length) {
    constexpr double kMost = 1'000'000;
    return static_cast<std::uint32_t>(std::ceil(std::clamp(length, 1.0, kMost)));
  };
  const std::uint32_t across = points(width);
  const std::uint32_t down = points(height);
  if (region.x >= across || region.y >= down) {
    return fail(ErrorCode::kOutOfRange,
                {"region at {},{} is outside of the page: it has {} points", region.x, region.y,
                 Dimensions{across, down}});
  }
  return PixelRegion{region.x, region.y, std::min(region.width, across - region.x),
                     std::min(region.height, down - region.y)};
}

void keep_region(PageContent& page, const PixelRegion& region) {
  const auto left = static_cast<float>(region.x);
  const auto top = static_cast<float>(region.y);
  const float right = left + static_cast<float>(region.width);
  const float bottom = top + static_cast<float>(region.height);
  const auto is_outside = [&](const PageBox& box) {
    const float x = (box.left + box.right) / 2;
    const float y = (box.top + box.bottom) / 2;
    return x < left || x > right || y < top || y > bottom;
  };
  std::erase_if(page.words, [&](const PageWord& word) { return is_outside(word.box); });
  const PageBox kept{left, top, right, bottom};
  const auto cut = [&kept](PageBox& box) {
    box = {std::max(box.left, kept.left), std::max(box.top, kept.top),
           std::min(box.right, kept.right), std::min(box.bottom, kept.bottom)};
    return box.left > box.right || box.top > box.bottom;
  };
  std::erase_if(page.rules, [&](PageRule& rule) { return cut(rule.line); });
  std::erase_if(page.areas, [&](PageArea& area) { return cut(area.box); });
  std::erase_if(page.notes, [&](const PageNote& note) { return is_outside(note.box); });
  for (PageNote& note : page.notes) note.answers = -1;
  // The picture of the region shows them.
  page.pictures.clear();
  page.drawings.clear();
  page.slants.clear();
  page.tags.clear();
}

}  // namespace lectern
