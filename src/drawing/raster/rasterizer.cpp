#include "drawing/raster/rasterizer.h"

#include <utility>

namespace lectern::drawing {
namespace {

constexpr std::int32_t kOne = 256;
constexpr std::uint32_t kFull = 1u << 17;
/// Cells that a band has.
constexpr std::int32_t kBandCells = 1 << 18;

std::int32_t fixed(double value) {
  return static_cast<std::int32_t>(std::floor(value * kOne + 0.5));
}

/// whole * part / of, rounded down, for parts that grow in equal steps: only the first and the step
/// are divided. `of` is above 0.
class Share {
 public:
  Share(std::int32_t whole, std::int32_t part, std::int32_t of)
      : whole_(whole), of_(of), at_(divided(part)) {}

  std::int32_t value() const { return at_.quotient; }
  void grow(std::int32_t parts) {
    if (parts != step_parts_) {
      step_parts_ = parts;
      step_ = divided(parts);
    }
    at_.quotient += step_.quotient;
    at_.rest += step_.rest - of_;
    if (at_.rest < 0) {
      at_.rest += of_;
    } else {
      ++at_.quotient;
    }
  }

 private:
  struct Division {
    std::int32_t quotient = 0;
    std::int32_t rest = 0;
  };
  Division divided(std::int32_t part) const {
    const std::int64_t product = std::int64_t{whole_} * part;
    if (product == 0) return {};
    // Most fit into 32 bits, which are divided in less time.
    const auto low = static_cast<std::int32_t>(product);
    auto quotient = low == product ? low / of_ : static_cast<std::int32_t>(product / of_);
    auto rest = static_cast<std::int32_t>(product - std::int64_t{quotient} * of_);
    if (rest < 0) {
      rest += of_;
      --quotient;
    }
    return {quotient, rest};
  }

  std::int32_t whole_;
  std::int32_t of_;
  Division at_;
  std::int32_t step_parts_ = 0;
  Division step_;
};

/// How many numbers from `from` on are 0.
std::ptrdiff_t zeros(const std::uint32_t* from, const std::uint32_t* end) {
  const std::uint32_t* at = from;
  for (; end - at >= 4; at += 4) {
    if ((at[0] | at[1] | at[2] | at[3]) != 0) break;
  }
  while (at < end && *at == 0) ++at;
  return at - from;
}

std::uint8_t covered_part(std::uint32_t sum, FillRule rule) {
  const auto wound = static_cast<std::int32_t>(sum);
  std::uint32_t area = wound < 0 ? 0u - sum : sum;
  if (rule == FillRule::kEvenOdd) {
    area &= 2 * kFull - 1;
    if (area > kFull) area = 2 * kFull - area;
  }
  return static_cast<std::uint8_t>((std::min(area, kFull) * 255 + kFull / 2) >> 17);
}

}  // namespace

void Rasterizer::move(Point to) {
  close();
  start_ = end_ = to;
  is_open_ = true;
}

void Rasterizer::line(Point to) {
  add_edge(end_, to);
  end_ = to;
}

void Rasterizer::close() {
  if (is_open_) add_edge(end_, start_);
  is_open_ = false;
}

bool Rasterizer::add(const Path& path, const Matrix& matrix) {
  const double scale = std::max(length({matrix.a, matrix.b}), length({matrix.c, matrix.d}));
  const bool is_whole = flatten(path, scale, meter_, [&](const Polyline& polyline) {
    move(matrix(polyline.points[0]));
    for (std::size_t i = 1; i < polyline.points.size(); ++i) line(matrix(polyline.points[i]));
    close();
    return !meter_.has_failed();
  });
  return is_whole;
}

void Rasterizer::add_edge(Point from, Point to) {
  if (!is_finite(from) || !is_finite(to) || from.y == to.y || !meter_.spend(4)) return;
  std::int32_t sign = 1;
  if (from.y > to.y) {
    std::swap(from, to);
    sign = -1;
  }
  // Relative to the clip's corner, cut at its top and bottom.
  const Point corner = {static_cast<double>(clip_.x0), static_cast<double>(clip_.y0)};
  from = from - corner;
  to = to - corner;
  const double height = clip_.height();
  const double width = clip_.width();
  if (to.y <= 0 || from.y >= height || width == 0) return;
  const double slope = (to.x - from.x) / (to.y - from.y);
  if (from.y < 0) from = {from.x - from.y * slope, 0};
  if (to.y > height) to = {to.x + (height - to.y) * slope, height};
  // What stands left or right of the clip becomes its side, from where on it counts.
  const auto at = [&](double x) {
    return Point{x, std::clamp(from.y + (x - from.x) / slope, from.y, to.y)};
  };
  const auto side = [&](Point p) { return p.x < 0 ? -1 : p.x > width ? 1 : 0; };
  if (side(from) != side(to)) {
    Point cuts[2];
    int count = 0;
    const double sides[2] = {slope > 0 ? 0 : width, slope > 0 ? width : 0};
    for (const double x : sides) {
      if ((from.x < x) != (to.x < x)) cuts[count++] = at(x);
    }
    Point last = from;
    for (int i = 0; i < count; ++i) {
      put_edge(last, cuts[i], sign);
      last = cuts[i];
    }
    return put_edge(last, to, sign);
  }
  put_edge(from, to, sign);
}

void Rasterizer::put_edge(Point from, Point to, std::int32_t sign) {
  const double width = clip_.width();
  const auto inside = [&](double x) { return fixed(std::clamp(x, 0.0, width)); };
  const Edge edge = {inside(from.x), fixed(from.y), inside(to.x), fixed(to.y), sign};
  if (edge.y0 >= edge.y1) return;
  if (edges_.size() == edges_.capacity()) {
    const std::size_t more = std::max<std::size_t>(64, edges_.capacity());
    if (!held_.grow(meter_, more * sizeof(Edge))) return;
    edges_.reserve(edges_.capacity() + more);
  }
  edges_.push_back(edge);
  min_y_ = std::min(min_y_, edge.y0);
  max_y_ = std::max(max_y_, edge.y1);
  min_x_ = std::min({min_x_, edge.x0, edge.x1});
  max_x_ = std::max({max_x_, edge.x0, edge.x1});
}

bool Rasterizer::begin(std::int32_t& band_rows) {
  close();
  if (edges_.empty() || meter_.has_failed()) return false;
  left_ = min_x_ >> 8;
  // One column for what begins at the right edge, one for its neighbour.
  columns_ = (max_x_ >> 8) - left_ + 2;
  const std::int32_t rows = ((max_y_ + kOne - 1) >> 8) - (min_y_ >> 8);
  band_rows = std::clamp(kBandCells / columns_, 1, rows);
  const auto cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(band_rows);
  if (!meter_.spend(cells / 4) || !held_.grow(meter_, cells * 4)) return false;
  cells_.assign(cells, 0);
  row_from_.assign(static_cast<std::size_t>(band_rows), INT32_MAX);
  row_to_.assign(static_cast<std::size_t>(band_rows), INT32_MIN);
  coverage_.resize(static_cast<std::size_t>(columns_));
  return true;
}

void Rasterizer::accumulate(const Edge& edge, std::int32_t first_row, std::int32_t rows) {
  const std::int32_t top = std::max(edge.y0, first_row * kOne);
  const std::int32_t bottom = std::min(edge.y1, (first_row + rows) * kOne);
  if (top >= bottom) return;
  const std::int32_t dx = edge.x1 - edge.x0;
  const std::int32_t dy = edge.y1 - edge.y0;
  const std::int32_t x0 = edge.x0 - left_ * kOne;
  std::int32_t y = top;
  Share moved(dx, y - edge.y0, dy);
  std::int32_t x = x0 + moved.value();
  meter_.spend(static_cast<std::uint64_t>((bottom - top) >> 8), 4);
  while (y < bottom) {
    const std::int32_t next_y = std::min(bottom, (y | (kOne - 1)) + 1);
    std::int32_t next_x = x0 + dx;
    if (next_y < edge.y1) {
      moved.grow(next_y - y);
      next_x = x0 + moved.value();
    }
    accumulate_row((y >> 8) - first_row, x, next_x, (next_y - y) * edge.sign);
    y = next_y;
    x = next_x;
  }
}

void Rasterizer::accumulate_row(std::int32_t row, std::int32_t x0, std::int32_t x1,
                                std::int32_t height) {
  if (x0 > x1) std::swap(x0, x1);
  const std::int32_t first = x0 >> 8;
  const std::int32_t last = x1 >> 8;
  std::uint32_t* cells =
      &cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)];
  auto& from = row_from_[static_cast<std::size_t>(row)];
  auto& to = row_to_[static_cast<std::size_t>(row)];
  from = std::min(from, first);
  to = std::max(to, last + 1);
  const auto put = [&](std::int32_t cell, std::int32_t rise, std::int32_t left,
                       std::int32_t right) {
    cells[cell] += static_cast<std::uint32_t>(rise * (2 * kOne - left - right));
    cells[cell + 1] += static_cast<std::uint32_t>(rise * (left + right));
  };
  if (first == last) return put(first, height, x0 & (kOne - 1), x1 & (kOne - 1));
  meter_.spend(static_cast<std::uint64_t>(last - first));
  Share risen(height, (first + 1) * kOne - x0, x1 - x0);
  put(first, risen.value(), x0 & (kOne - 1), kOne);
  std::int32_t done = risen.value();
  for (std::int32_t cell = first + 1; cell < last; ++cell) {
    risen.grow(kOne);
    put(cell, risen.value() - done, 0, kOne);
    done = risen.value();
  }
  put(last, height - done, 0, x1 & (kOne - 1));
}

std::span<const std::uint8_t> Rasterizer::take_row(std::int32_t row, FillRule rule,
                                                   std::int32_t& from) {
  auto& first = row_from_[static_cast<std::size_t>(row)];
  auto& last = row_to_[static_cast<std::size_t>(row)];
  if (first > last) return {};
  std::uint32_t* cells =
      &cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)];
  const std::int32_t end = std::min(columns_ - 1, clip_.width() - left_);
  const std::int32_t cells_end = std::min(last, columns_ - 1) + 1;
  const std::int32_t stop = std::max(first, std::min(cells_end, end));
  std::uint8_t* covered = coverage_.data();
  std::uint32_t sum = 0;
  for (std::int32_t x = first; x < stop;) {
    sum += std::exchange(cells[x], 0);
    const std::uint8_t part = covered_part(sum, rule);
    covered[x++] = part;
    const auto same = static_cast<std::int32_t>(zeros(cells + x, cells + stop));
    std::fill_n(covered + x, same, part);
    x += same;
  }
  std::fill(cells + stop, cells + std::max(stop, cells_end), 0u);
  from = left_ + first;
  const auto size = static_cast<std::size_t>(stop - first);
  const std::span<const std::uint8_t> all(covered + first, size);
  first = INT32_MAX;
  last = INT32_MIN;
  return all;
}

}  // namespace lectern::drawing
