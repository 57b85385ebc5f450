// Ruled tables. Horizontal and vertical rules that meet or cross (to within three points) belong to
// one grid; their places are its rows and columns. Two neighbouring places are one cell when no
// rule runs between them. A grid whose horizontal rules stick out at the left or right is open
// there, and ends where most of them end.
#include "pdf/layout/table_rules.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lectern {
namespace {

constexpr float kMeet = 3.0f;     // points
constexpr float kCovered = 0.6f;  // of a cell's side
constexpr float kOpen = 12.0f;    // points that rules stick out of an open side
constexpr std::size_t kMaxRuleLines = 20'000;
constexpr std::size_t kMaxPairs = 2'000'000;
constexpr std::size_t kMaxGridPlaces = 100'000;

class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  std::size_t find(std::size_t i) {
    while (parents_[i] != i) {
      parents_[i] = parents_[parents_[i]];
      i = parents_[i];
    }
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    parents_[std::max(find(a), find(b))] = std::min(find(a), find(b));
  }

 private:
  std::vector<std::size_t> parents_;
};

/// Places of lines, those less than three points apart as one.
std::vector<float> places(std::vector<float> all) {
  std::stable_sort(all.begin(), all.end());
  std::vector<float> result;
  for (const float at : all) {
    if (result.empty() || at - result.back() >= kMeet) result.push_back(at);
  }
  return result;
}

std::size_t nearest(const std::vector<float>& edges, float at) {
  const auto next = std::lower_bound(edges.begin(), edges.end(), at);
  if (next == edges.begin()) return 0;
  if (next == edges.end()) return edges.size() - 1;
  const auto before = next - 1;
  return static_cast<std::size_t>((at - *before <= *next - at ? before : next) - edges.begin());
}

float middle(std::vector<float> values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return *half;
}

class GridBuilder {
 public:
  GridBuilder(std::vector<RuleLine> horizontals, std::vector<RuleLine> verticals)
      : horizontals_(std::move(horizontals)), verticals_(std::move(verticals)) {}

  /// False when the lines are no grid of two cells.
  bool run(RuleGrid& grid) {
    std::vector<float> xs;
    std::vector<float> ys;
    for (const RuleLine& line : verticals_) xs.push_back(line.at);
    for (const RuleLine& line : horizontals_) ys.push_back(line.at);
    if (xs.empty() || ys.empty()) return false;
    close_sides(xs, horizontals_, verticals_);
    close_sides(ys, verticals_, horizontals_);
    grid.columns = places(std::move(xs));
    grid.rows = places(std::move(ys));
    if (grid.columns.size() < 2 || grid.rows.size() < 2) return false;
    rows_ = grid.rows.size() - 1;
    columns_ = grid.columns.size() - 1;
    if (rows_ * columns_ < 2 || rows_ * columns_ > kMaxGridPlaces) return false;
    right_.assign(rows_ * columns_, false);
    below_.assign(rows_ * columns_, false);
    for (const RuleLine& line : verticals_) mark(line, grid.columns, grid.rows, false);
    for (const RuleLine& line : horizontals_) mark(line, grid.rows, grid.columns, true);
    make_cells(grid);
    return true;
  }

 private:
  /// Adds the ends of `across` where they stick out of the outermost of `edges`, as a line there.
  static void close_sides(std::vector<float>& edges, const std::vector<RuleLine>& across,
                          std::vector<RuleLine>& lines) {
    const auto [low, high] = std::minmax_element(edges.begin(), edges.end());
    const float first = *low;
    const float last = *high;
    std::vector<float> before;
    std::vector<float> after;
    for (const RuleLine& line : across) {
      if (line.from < first - kOpen) before.push_back(line.from);
      if (line.to > last + kOpen) after.push_back(line.to);
    }
    const std::size_t least = std::max<std::size_t>(2, across.size() / 3);
    const auto [top, bottom] =
        std::minmax_element(across.begin(), across.end(),
                            [](const RuleLine& a, const RuleLine& b) { return a.at < b.at; });
    const float from = top->at;
    const float to = bottom->at;
    if (before.size() >= least) {
      edges.push_back(middle(before));
      lines.push_back({edges.back(), from, to});
    }
    if (after.size() >= least) {
      edges.push_back(middle(after));
      lines.push_back({edges.back(), from, to});
    }
  }

  void mark(const RuleLine& line, const std::vector<float>& edges, const std::vector<float>& along,
            bool horizontal) {
    const std::size_t edge = nearest(edges, line.at);
    if (edge == 0 || edge + 1 == edges.size()) return;
    std::size_t i = nearest(along, line.from);
    if (i > 0) --i;
    for (; i + 1 < along.size() && along[i] < line.to; ++i) {
      const float covered = std::min(line.to, along[i + 1]) - std::max(line.from, along[i]);
      if (covered < kCovered * (along[i + 1] - along[i])) continue;
      if (horizontal) {
        below_[(edge - 1) * columns_ + i] = true;
      } else {
        right_[i * columns_ + edge - 1] = true;
      }
    }
  }

  void make_cells(RuleGrid& grid) {
    Sets sets(rows_ * columns_);
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < columns_; ++column) {
        const std::size_t place = row * columns_ + column;
        if (column + 1 < columns_ && !right_[place]) sets.join(place, place + 1);
        if (row + 1 < rows_ && !below_[place]) sets.join(place, place + columns_);
      }
    }
    struct Region {
      GridCell box;
      std::size_t count = 0;
    };
    std::vector<Region> regions(rows_ * columns_);
    for (std::size_t place = 0; place < regions.size(); ++place) {
      const auto row = static_cast<std::uint32_t>(place / columns_);
      const auto column = static_cast<std::uint32_t>(place % columns_);
      Region& region = regions[sets.find(place)];
      if (region.count++ == 0) region.box = {row, row, column, column};
      region.box.last_row = std::max(region.box.last_row, row);
      region.box.first_column = std::min(region.box.first_column, column);
      region.box.last_column = std::max(region.box.last_column, column);
    }
    for (std::size_t place = 0; place < regions.size(); ++place) {
      const std::size_t root = sets.find(place);
      const Region& region = regions[root];
      const std::size_t area = std::size_t{region.box.last_row - region.box.first_row + 1} *
                               (region.box.last_column - region.box.first_column + 1);
      if (area == region.count) {
        if (place == root) grid.cells.push_back(region.box);
        continue;
      }
      // No rectangle: each of its rows is cells of its own.
      const std::size_t column = place % columns_;
      if (column > 0 && sets.find(place - 1) == root) continue;
      std::size_t last = place;
      while (last % columns_ + 1 < columns_ && sets.find(last + 1) == root) ++last;
      const auto row = static_cast<std::uint32_t>(place / columns_);
      grid.cells.push_back({row, row, static_cast<std::uint32_t>(column),
                            static_cast<std::uint32_t>(last % columns_)});
    }
  }

  std::vector<RuleLine> horizontals_;
  std::vector<RuleLine> verticals_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<bool> right_;  ///< a rule at the right side of a place
  std::vector<bool> below_;
};

}  // namespace

std::vector<RuleGrid> find_grids(const TableFrame& frame) {
  const auto& horizontals = frame.horizontals;
  const auto& verticals = frame.verticals;
  const std::size_t across = horizontals.size();
  if (across + verticals.size() > kMaxRuleLines) return {};
  Sets sets(across + verticals.size());
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < across; ++i) {
    const RuleLine& line = horizontals[i];
    auto other = std::lower_bound(verticals.begin(), verticals.end(), line.from - kMeet,
                                  [](const RuleLine& a, float x) { return a.at < x; });
    for (; other != verticals.end() && other->at <= line.to + kMeet; ++other) {
      if (++pairs > kMaxPairs) return {};
      if (line.at >= other->from - kMeet && line.at <= other->to + kMeet)
        sets.join(i, across + static_cast<std::size_t>(other - verticals.begin()));
    }
  }
  struct Group {
    std::vector<RuleLine> horizontals;
    std::vector<RuleLine> verticals;
  };
  std::vector<Group> groups(across + verticals.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i < across) {
      groups[sets.find(i)].horizontals.push_back(horizontals[i]);
    } else {
      groups[sets.find(i)].verticals.push_back(verticals[i - across]);
    }
  }
  std::vector<RuleGrid> grids;
  for (Group& group : groups) {
    RuleGrid grid;
    if (GridBuilder(std::move(group.horizontals), std::move(group.verticals)).run(grid))
      grids.push_back(std::move(grid));
  }
  return grids;
}

}  // namespace lectern
