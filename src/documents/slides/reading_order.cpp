#include "documents/slides/reading_order.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lectern {
namespace {

/// Shapes beyond which only rows are looked at.
constexpr std::size_t kMaxShapesInColumns = 2'000;
constexpr int kMaxDivisions = 40;
/// Neighbours may overlap by this part of the smaller one.
constexpr double kOverlap = 0.12;

struct Item {
  SlideBox box;
  std::size_t index;
};
using Items = std::vector<Item>;

/// The runs of items between which no item stands, along one axis.
template <typename Start, typename End>
std::vector<Items> divided(Items items, Start start, End end) {
  std::stable_sort(items.begin(), items.end(),
                   [&](const Item& a, const Item& b) { return start(a.box) < start(b.box); });
  std::vector<Items> runs;
  double reach = 0;
  for (Item& item : items) {
    const double size = end(item.box) - start(item.box);
    if (runs.empty() || start(item.box) + size * kOverlap >= reach) {
      runs.emplace_back();
      reach = end(item.box) - size * kOverlap;
    } else {
      reach = std::max(reach, end(item.box) - size * kOverlap);
    }
    runs.back().push_back(item);
  }
  return runs;
}

std::vector<Items> columns_of(const Items& items) {
  return divided(
      items, [](const SlideBox& box) { return box.left; },
      [](const SlideBox& box) { return box.right; });
}

std::vector<Items> rows_of(const Items& items) {
  return divided(
      items, [](const SlideBox& box) { return box.top; },
      [](const SlideBox& box) { return box.bottom; });
}

void order(const Items& items, int depth, std::vector<std::size_t>& out);

void order_columns(const std::vector<Items>& columns, int depth, std::vector<std::size_t>& out) {
  for (const Items& column : columns) order(column, depth + 1, out);
}

void order(const Items& items, int depth, std::vector<std::size_t>& out) {
  if (items.size() > 1 && depth < kMaxDivisions && items.size() <= kMaxShapesInColumns) {
    const std::vector<Items> columns = columns_of(items);
    if (columns.size() > 1) return order_columns(columns, depth, out);
    const std::vector<Items> rows = rows_of(items);
    if (rows.size() > 1) {
      // Rows in a sequence stand together as long as they have columns in common.
      for (std::size_t i = 0; i < rows.size();) {
        Items band = rows[i++];
        while (i < rows.size() && columns_of(band).size() > 1 && columns_of(rows[i]).size() > 1) {
          Items both = band;
          both.insert(both.end(), rows[i].begin(), rows[i].end());
          if (columns_of(both).size() < 2) break;
          band = std::move(both);
          ++i;
        }
        order(band, depth + 1, out);
      }
      return;
    }
  }
  Items sorted = items;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Item& a, const Item& b) {
    return a.box.top != b.box.top ? a.box.top < b.box.top : a.box.left < b.box.left;
  });
  for (const Item& item : sorted) out.push_back(item.index);
}

}  // namespace

void sort_for_reading(std::vector<SlideShape>& shapes) {
  if (shapes.size() < 2) {
    for (SlideShape& shape : shapes) sort_for_reading(shape.children);
    return;
  }
  std::vector<std::size_t> sorted;
  Items items;
  SlideBox all;
  bool any = false;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].is_title()) sorted.push_back(i);
    if (!shapes[i].box || shapes[i].is_title()) continue;
    const SlideBox& box = *shapes[i].box;
    all = any ? SlideBox{std::min(all.left, box.left), std::min(all.top, box.top),
                         std::max(all.right, box.right), std::max(all.bottom, box.bottom)}
              : box;
    any = true;
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!shapes[i].box || shapes[i].is_title()) continue;
    const SlideBox& box = *shapes[i].box;
    // A ground under everything.
    if (shapes[i].kind == SlideShape::Kind::kPicture && box.width() >= all.width() * 0.9 &&
        box.height() >= all.height() * 0.9 && shapes.size() > 1) {
      sorted.push_back(i);
    } else {
      items.push_back({box, i});
    }
  }
  order(items, 0, sorted);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!shapes[i].box && !shapes[i].is_title()) sorted.push_back(i);
  }
  if (!std::is_sorted(sorted.begin(), sorted.end())) {
    std::vector<SlideShape> result;
    result.reserve(shapes.size());
    for (const std::size_t index : sorted) result.push_back(std::move(shapes[index]));
    shapes = std::move(result);
  }
  for (SlideShape& shape : shapes) sort_for_reading(shape.children);
}

}  // namespace lectern
