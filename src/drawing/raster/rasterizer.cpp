#include "drawing/raster/rasterizer.h"

namespace lectern::drawing {
namespace {

constexpr std::int32_t kOne = 256;
constexpr std::uint32_t kFull = 1u << 17;
/// Cells that a band has.
constexpr std::int32_t kBandCells = 1 << 18;

std::int32_t fixed(double value) {
  return static_cast<std::int32_t>(std::floor(value * kOne + 0.5));
}

/// Rounds down.
std::int32_t share(std::int64_t whole, std::int64_t part, std::int64_t of) {
  const std::int64_t product = whole * part;
  const std::int64_t quotient = product / of;
  return static_cast<std::int32_t>(quotient - (product % of < 0 ? 1 : 0));
}

std::uint8_t covered_part(std::uint32_t sum, FillRule rule) {
  const auto wound = static_cast<std::int32_t>(sum);
  std::uint32_t area = wound < 0 ? 0u - sum : sum;
  if (rule == FillRule::kEvenOdd) {
    area &= 2 * kFull - 1;
    if (area > kFull) area = 2 * kFull - area;
  }
  return static_cast<std::uint8_t>((std::min(area, kFull) * 255ull + kFull / 2) >> 17);
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
  const std::int32_t shift = left_ * kOne;
  std::int32_t y = top;
  std::int32_t x = edge.x0 - shift + (dx == 0 ? 0 : share(dx, y - edge.y0, dy));
  meter_.spend(static_cast<std::uint64_t>((bottom - top) >> 8), 4);
  while (y < bottom) {
    const std::int32_t next_y = std::min(bottom, (y | (kOne - 1)) + 1);
    const std::int32_t next_x = edge.x0 - shift + (dx == 0 ? 0 : share(dx, next_y - edge.y0, dy));
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
  std::int32_t done = 0;
  std::int32_t left = x0 & (kOne - 1);
  for (std::int32_t cell = first; cell <= last; ++cell) {
    const bool is_last = cell == last;
    const std::int32_t right = is_last ? x1 & (kOne - 1) : kOne;
    const std::int32_t so_far = is_last ? height : share(height, (cell + 1) * kOne - x0, x1 - x0);
    put(cell, so_far - done, left, right);
    done = so_far;
    left = 0;
  }
}

std::span<const std::uint8_t> Rasterizer::take_row(std::int32_t row, FillRule rule,
                                                   std::int32_t& from) {
  auto& first = row_from_[static_cast<std::size_t>(row)];
  auto& last = row_to_[static_cast<std::size_t>(row)];
  if (first > last) return {};
  std::uint32_t* cells =
      &cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)];
  const std::int32_t end = std::min(columns_ - 1, clip_.width() - left_);
  std::uint32_t sum = 0;
  std::int32_t x = first;
  std::uint8_t* covered = coverage_.data();
  for (; x <= std::min(last, columns_ - 1); ++x) {
    sum += cells[x];
    cells[x] = 0;
    if (x < end) covered[x] = covered_part(sum, rule);
  }
  const std::int32_t stop = std::max(first, std::min(x, end));
  from = left_ + first;
  const auto size = static_cast<std::size_t>(stop - first);
  const std::span<const std::uint8_t> all(covered + first, size);
  first = INT32_MAX;
  last = INT32_MIN;
  return all;
}

}  // namespace lectern::drawing
