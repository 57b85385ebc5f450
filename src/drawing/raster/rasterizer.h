// Exact coverage of pixels by an outline: the area of each pixel that lies inside, in 1/255.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "drawing/raster/path.h"

namespace lectern::drawing {

enum class FillRule : std::uint8_t { kNonZero, kEvenOdd };

/// Collects the lines of an outline in pixels, and then gives the covered spans row by row.
class Rasterizer {
 public:
  Rasterizer(const IntBox& clip, Meter& meter) : clip_(clip), meter_(meter) {}

  /// Begins another part; the one before is closed.
  void move(Point to);
  void line(Point to);
  void close();
  /// Curves and all.
  bool add(const Path& path, const Matrix& matrix);

  /// Calls `span(y, x, coverage)` for what is covered, from top to bottom.
  template <typename Span>
  bool sweep(FillRule rule, Span span);

 private:
  /// What a row takes before its first pixel, in pixels.
  static constexpr std::size_t kRowStart = 4;

  /// In 1/256 pixels from the clip's corner, and `y0 < y1`.
  struct Edge {
    std::int32_t x0, y0, x1, y1, sign;
  };
  bool begin(std::int32_t& band_rows);
  void add_edge(Point from, Point to);
  void put_edge(Point from, Point to, std::int32_t sign);
  void accumulate(const Edge& edge, std::int32_t first_row, std::int32_t rows);
  void accumulate_row(std::int32_t row, std::int32_t x0, std::int32_t x1, std::int32_t height);
  /// The coverage of a row, from `from` on.
  std::span<const std::uint8_t> take_row(std::int32_t row, FillRule rule, std::int32_t& from);

  IntBox clip_;
  Meter& meter_;
  Held held_;
  Point start_;
  Point end_;
  bool is_open_ = false;
  std::vector<Edge> edges_;
  std::int32_t min_y_ = INT32_MAX;
  std::int32_t max_y_ = INT32_MIN;
  std::int32_t min_x_ = INT32_MAX;
  std::int32_t max_x_ = INT32_MIN;
  /// Of the band: what is covered more from this column on, in 1/2^17.
  std::vector<std::uint32_t> cells_;
  std::vector<std::int32_t> row_from_;
  std::vector<std::int32_t> row_to_;
  std::vector<std::uint8_t> coverage_;
  std::int32_t columns_ = 0;
  std::int32_t left_ = 0;
};

template <typename Span>
bool Rasterizer::sweep(FillRule rule, Span span) {
  std::int32_t band_rows = 0;
  if (!begin(band_rows)) return !meter_.has_failed();
  for (std::int32_t top = min_y_ >> 8; top << 8 < max_y_; top += band_rows) {
    if (!meter_.spend(edges_.size() + static_cast<std::uint64_t>(band_rows))) return false;
    for (const Edge& edge : edges_) accumulate(edge, top, band_rows);
    for (std::int32_t row = 0; row < band_rows; ++row) {
      std::int32_t from = 0;
      const std::span<const std::uint8_t> covered = take_row(row, rule, from);
      if (covered.empty()) continue;
      if (!meter_.spend(covered.size() + kRowStart, 2)) return false;
      span(clip_.y0 + top + row, clip_.x0 + from, covered);
    }
  }
  return true;
}

}  // namespace lectern::drawing
