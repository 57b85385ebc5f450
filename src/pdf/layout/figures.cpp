#include "pdf/layout/figures.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

constexpr float kFigureCell = 12;  ///< points: parts of a figure are no farther apart
constexpr std::size_t kMostCells = 40'000;
constexpr float kLeastSide = 60;      ///< points
constexpr float kMostOfPage = 0.85f;  ///< of the page's area
constexpr std::size_t kMostFigures = 50;
constexpr std::uint32_t kLeastParts = 8;  ///< curves of a chart

/// The page in cells: those that drawings touch, and figures as cells that hang together.
class FigureFinder {
 public:
  explicit FigureFinder(const PageContent& page) : page_(page) {}

  std::vector<PageBox> run() {
    columns_ = static_cast<std::size_t>(std::max(page_.width, 0.0f) / kFigureCell) + 1;
    rows_ = static_cast<std::size_t>(std::max(page_.height, 0.0f) / kFigureCell) + 1;
    if ((page_.drawings.empty() && page_.pictures.empty()) || columns_ > kMostCells ||
        columns_ * rows_ > kMostCells)
      return {};
    parts_.assign(columns_ * rows_, 0);
    for (const PageBox& box : page_.drawings) {
      if (!is_ground(box)) mark(box, 1);
    }
    for (const PagePicture& picture : page_.pictures) {
      if (!is_ground(picture.box)) mark(picture.box, kLeastParts);
    }
    for (std::size_t cell = 0; cell < parts_.size(); ++cell) {
      if (parts_[cell] > 0) gather(cell);
    }
    return std::move(figures_);
  }

 private:
  bool is_ground(const PageBox& box) const {
    return width_of(box) * height_of(box) > kMostOfPage * page_.width * page_.height;
  }

  std::size_t place(float at, std::size_t count) const {
    return std::min(static_cast<std::size_t>(std::max(at, 0.0f) / kFigureCell), count - 1);
  }

  /// The corners and edges of a box, and for pictures all of it: a box counts once.
  void mark(const PageBox& box, std::uint32_t parts) {
    if (marks_ > kMostMarks) return;
    const std::size_t top = place(box.top, rows_);
    const std::size_t bottom = place(box.bottom, rows_);
    const std::size_t left = place(box.left, columns_);
    const std::size_t right = place(box.right, columns_);
    for (std::size_t row = top; row <= bottom; ++row) {
      for (std::size_t column = left; column <= right; ++column, ++marks_) {
        std::uint32_t& cell = parts_[row * columns_ + column];
        if (cell == 0) cell = 1;
      }
    }
    parts_[top * columns_ + left] += parts;
  }

  void gather(std::size_t start) {
    std::size_t top = rows_;
    std::size_t bottom = 0;
    std::size_t left = columns_;
    std::size_t right = 0;
    std::uint32_t parts = 0;
    std::vector<std::size_t> waiting = {start};
    parts += std::exchange(parts_[start], 0) - 1;
    while (!waiting.empty()) {
      const std::size_t cell = waiting.back();
      waiting.pop_back();
      const std::size_t row = cell / columns_;
      const std::size_t column = cell % columns_;
      top = std::min(top, row);
      bottom = std::max(bottom, row);
      left = std::min(left, column);
      right = std::max(right, column);
      for (std::size_t y = row > 0 ? row - 1 : 0; y <= std::min(row + 1, rows_ - 1); ++y) {
        for (std::size_t x = column > 0 ? column - 1 : 0; x <= std::min(column + 1, columns_ - 1);
             ++x) {
          const std::size_t next = y * columns_ + x;
          if (parts_[next] == 0) continue;
          parts += std::exchange(parts_[next], 0) - 1;
          waiting.push_back(next);
        }
      }
    }
    const PageBox box{static_cast<float>(left) * kFigureCell, static_cast<float>(top) * kFigureCell,
                      std::min(static_cast<float>(right + 1) * kFigureCell, page_.width),
                      std::min(static_cast<float>(bottom + 1) * kFigureCell, page_.height)};
    if (figures_.size() < kMostFigures && parts >= kLeastParts && width_of(box) >= kLeastSide &&
        height_of(box) >= kLeastSide)
      figures_.push_back(box);
  }

  static constexpr std::uint64_t kMostMarks = 4'000'000;

  const PageContent& page_;
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  std::vector<std::uint32_t> parts_;  ///< of each cell; 0 where nothing is drawn
  std::uint64_t marks_ = 0;
  std::vector<PageBox> figures_;
};

}  // namespace

std::vector<PageBox> find_figures(const PageContent& page) { return FigureFinder(page).run(); }

}  // namespace lectern
