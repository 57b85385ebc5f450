#include "pdf/layout/chart_axes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

// Points.
constexpr float kLeastAxis = 35;
constexpr float kLeastTick = 0.3f;
constexpr float kMostTick = 7;
constexpr float kTouching = 1;
constexpr float kCorner = 3;
constexpr float kDashGap = 6;  ///< a dash has another one behind it
constexpr float kAxisCell = 4;
constexpr std::uint32_t kLeastTicks = 4;
constexpr std::size_t kMostAxes = 800;
constexpr std::size_t kMostSides = 8;
constexpr std::size_t kMostInCell = 64;

class AxisFinder {
 public:
  explicit AxisFinder(const PageContent& page) : page_(page) {}

  std::vector<PageBox> run() {
    const std::vector<PageBox> level = axes(true);
    if (level.empty()) return {};
    const std::vector<PageBox> upright = axes(false);
    std::vector<PageBox> charts;
    for (const PageBox& x : level) {
      for (const PageBox& y : upright) {
        const bool meets = (near(x.left, y.left) || near(x.right, y.left)) &&
                           (near(y.top, x.top) || near(y.bottom, x.top));
        if (meets && charts.size() < kMostAxes) charts.push_back(around(x, y));
      }
    }
    return charts;
  }

 private:
  static bool near(float one, float other) { return std::fabs(one - other) <= kCorner; }

  static std::int64_t cell(float at) {
    constexpr float kMost = 1'000'000;
    return static_cast<std::int64_t>(std::floor(std::clamp(at, -kMost, kMost) / kAxisCell));
  }

  /// Strokes in one direction that others, short ones, stand on.
  std::vector<PageBox> axes(bool level) {
    std::vector<PageBox> axes;
    std::map<std::int64_t, std::vector<std::size_t>> cells;
    for (const PageRule& rule : page_.rules) {
      const PageBox& line = rule.line;
      const float length = level ? width_of(line) : height_of(line);
      if (length < kLeastAxis) continue;
      std::vector<std::size_t>& found = cells[cell(level ? line.top : line.left)];
      if (found.size() == kMostInCell) continue;
      found.push_back(axes.size());
      axes.push_back(line);
    }
    if (axes.empty()) return {};
    std::vector<std::uint32_t> ticks(axes.size());
    for (const PageBox& tick : ticks_across(level)) {
      const float from = level ? tick.top : tick.left;
      const float to = level ? tick.bottom : tick.right;
      const float at = level ? tick.left : tick.top;
      for (std::int64_t i = cell(from - kTouching); i <= cell(to + kTouching); ++i) {
        const auto found = cells.find(i);
        if (found == cells.end()) continue;
        for (const std::size_t axis : found->second) {
          const PageBox& line = axes[axis];
          const float place = level ? line.top : line.left;
          const float first = level ? line.left : line.top;
          const float last = level ? line.right : line.bottom;
          if (place >= from - kTouching && place <= to + kTouching && at >= first - kTouching &&
              at <= last + kTouching)
            ++ticks[axis];
        }
      }
    }
    std::vector<PageBox> found;
    for (std::size_t i = 0; i < axes.size() && found.size() < kMostAxes; ++i) {
      if (ticks[i] < kLeastTicks) continue;
      // The sides of a frame that is drawn twice.
      const bool again = std::any_of(
          found.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(found.size(), kMostSides)),
          found.end(), [&](const PageBox& known) {
            return near(known.left, axes[i].left) && near(known.top, axes[i].top) &&
                   near(known.right, axes[i].right) && near(known.bottom, axes[i].bottom);
          });
      if (!again) found.push_back(axes[i]);
    }
    return found;
  }

  /// Short strokes that run across `level` ones and are no dashes of a longer line.
  std::vector<PageBox> ticks_across(bool level) const {
    std::map<std::int64_t, std::vector<PageBox>> lines;
    for (const PageRule& rule : page_.rules) {
      const PageBox& line = rule.line;
      const float length = level ? height_of(line) : width_of(line);
      const float other = level ? width_of(line) : height_of(line);
      if (other > 0 || length < kLeastTick || length > kMostTick) continue;
      const float at = level ? line.left : line.top;
      lines[static_cast<std::int64_t>(std::lround(std::clamp(at, -1e6f, 1e6f) * 4))].push_back(line);
    }
    std::vector<PageBox> ticks;
    for (auto& line : lines) {
      std::vector<PageBox>& parts = line.second;
      const auto start = [level](const PageBox& part) { return level ? part.top : part.left; };
      const auto end = [level](const PageBox& part) { return level ? part.bottom : part.right; };
      std::stable_sort(parts.begin(), parts.end(), [&start](const PageBox& one, const PageBox& other) {
        return start(one) < start(other);
      });
      const auto goes_on = [&](std::size_t i) {
        if (i + 1 >= parts.size()) return false;
        const float gap = start(parts[i + 1]) - end(parts[i]);
        return gap > kTouching && gap <= kDashGap;
      };
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!goes_on(i) && (i == 0 || !goes_on(i - 1))) ticks.push_back(parts[i]);
      }
    }
    return ticks;
  }

  const PageContent& page_;
};

}  // namespace

std::vector<PageBox> find_chart_axes(const PageContent& page) { return AxisFinder(page).run(); }

}  // namespace lectern
