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

/// Divides shapes into columns and rows, and those again, as long as that is not too much work.
class Division {
 public:
  Division(std::size_t shapes, std::vector<std::size_t>& out)
      : looks_left_(kMinLooks + kLooksOfShape * shapes), out_(out) {}

  void order(const Items& items, int depth) {
    if (items.size() > 1 && depth < kMaxDivisions && items.size() <= kMaxShapesInColumns &&
        spend(2 * items.size())) {
      const std::vector<Items> columns = columns_of(items);
      if (columns.size() > 1) return order_all(columns, depth + 1);
      const std::vector<Items> rows = rows_of(items);
      if (rows.size() > 1) return order_all(bands_of(rows), depth + 1);
    }
    Items sorted = items;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Item& a, const Item& b) {
      return a.box.top != b.box.top ? a.box.top < b.box.top : a.box.left < b.box.left;
    });
    for (const Item& item : sorted) out_.push_back(item.index);
  }

 private:
  static constexpr std::size_t kMinLooks = 10'000;
  static constexpr std::size_t kLooksOfShape = 200;

  bool spend(std::size_t looks) {
    looks_left_ -= std::min(looks, looks_left_);
    return looks_left_ > 0;
  }

  void order_all(const std::vector<Items>& parts, int depth) {
    for (const Items& part : parts) order(part, depth);
  }

  /// Rows in a sequence stand together as long as they have columns in common.
  std::vector<Items> bands_of(const std::vector<Items>& rows) {
    std::vector<Items> bands;
    for (std::size_t i = 0; i < rows.size();) {
      Items band = rows[i++];
      while (i < rows.size() && spend(2 * (band.size() + rows[i].size())) &&
             columns_of(band).size() > 1 && columns_of(rows[i]).size() > 1) {
        Items both = band;
        both.insert(both.end(), rows[i].begin(), rows[i].end());
        if (columns_of(both).size() < 2) break;
        band = std::move(both);
        ++i;
      }
      bands.push_back(std::move(band));
    }
    return bands;
  }

  std::size_t looks_left_;
  std::vector<std::size_t>& out_;
};

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
  Division(items.size(), sorted).order(items, 0);
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
