#include "image/fit/contact_sheet.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "image/animation.h"
#include "image/fit/resize.h"
#include "image/orient.h"

namespace lectern {
namespace {

constexpr std::uint32_t kMostFrames = 9;
/// Seen on light and on dark frames.
constexpr std::array<std::uint8_t, kRgbaBytes> kGapColor{0x80, 0x80, 0x80, 0xFF};

std::uint32_t length_of(std::uint32_t cells, std::uint32_t side) {
  return cells * side + (cells - 1) * kSheetGap;
}

std::uint32_t rows_for(std::uint32_t count, std::uint32_t columns) {
  return (count + columns - 1) / columns;
}

/// Largest side of a cell that keeps the sheet within `fitted`.
std::uint32_t side_within(std::uint32_t fitted, std::uint32_t cells) {
  const std::uint32_t gaps = (cells - 1) * kSheetGap;
  return fitted > gaps ? (fitted - gaps) / cells : 0;
}

struct Grid {
  std::uint32_t columns = 1;
  Dimensions cell;  ///< upright; {0, 0} when not even a pixel of each fits
};

/// The columns that show the frames largest; of several such grids the most nearly square one.
Grid choose_grid(Dimensions frame, std::uint32_t count, const FitLimits& fit) {
  Grid best;
  std::uint64_t longest = 0;
  for (std::uint32_t columns = 1; columns <= count; ++columns) {
    const std::uint32_t rows = rows_for(count, columns);
    const std::uint64_t width = std::uint64_t{columns} * (std::uint64_t{frame.width} + kSheetGap);
    const std::uint64_t height = std::uint64_t{rows} * (std::uint64_t{frame.height} + kSheetGap);
    constexpr std::uint64_t kMostSide = 0x7FFF'FFFF;
    if (width > kMostSide || height > kMostSide) continue;
    const Dimensions fitted =
        fitted_size({length_of(columns, frame.width), length_of(rows, frame.height)}, fit);
    const Dimensions room{side_within(fitted.width, columns), side_within(fitted.height, rows)};
    // The shape of the frame in the room that the grid leaves for it.
    Dimensions cell = frame;
    if (room.width < frame.width || room.height < frame.height) {
      cell.width = static_cast<std::uint32_t>(std::min<std::uint64_t>(
          room.width, std::uint64_t{frame.width} * room.height / frame.height));
      cell.height = static_cast<std::uint32_t>(std::min<std::uint64_t>(
          room.height, std::uint64_t{frame.height} * cell.width / frame.width));
    }
    if (cell.height == 0) continue;
    const bool larger = cell.width > best.cell.width;
    if (!larger && (cell.width < best.cell.width || std::max(width, height) >= longest)) continue;
    best = {columns, cell};
    longest = std::max(width, height);
  }
  return best;
}

/// Draws the frames and keeps the chosen ones in the cells of the sheet.
class SheetSink final : public FrameSink {
 public:
  SheetSink(AnimationCanvas canvas, ContactSheet& sheet, const ImageInfo& info,
            std::uint64_t max_bytes)
      : canvas_(std::move(canvas)), sheet_(sheet), info_(info), max_bytes_(max_bytes) {}

  Result<void> frame(const AnimationFrame& frame) override {
    LECTERN_CHECK(canvas_.draw(frame));
    ++number_;
    std::vector<SheetFrame>& wanted = sheet_.layout.frames;
    if (next_ < wanted.size() && wanted[next_].number == number_) {
      wanted[next_].time_ms = time_ms_;
      LECTERN_CHECK(place(next_));
      ++next_;
    }
    time_ms_ += frame.delay_ms;
    return {};
  }

  bool complete() const { return next_ == sheet_.layout.frames.size(); }

 private:
  Result<void> place(std::size_t index) {
    const Dimensions cell = sheet_.layout.cell;
    LECTERN_TRY(Pixels scaled,
                scaled_pixels(canvas_.view(), upright_size(cell, info_.orientation), max_bytes_));
    LECTERN_TRY(scaled, turned_upright(std::move(scaled), info_.orientation, max_bytes_));
    const auto column = static_cast<std::uint32_t>(index) % sheet_.layout.columns;
    const auto row = static_cast<std::uint32_t>(index) / sheet_.layout.columns;
    const std::size_t left = std::size_t{column} * (cell.width + kSheetGap) * kRgbaBytes;
    const std::uint32_t top = row * (cell.height + kSheetGap);
    for (std::uint32_t y = 0; y < cell.height; ++y) {
      const ByteSpan from = scaled.view().row(y);
      std::copy(from.begin(), from.end(), sheet_.pixels.row(top + y).subspan(left).begin());
    }
    return {};
  }

  AnimationCanvas canvas_;
  ContactSheet& sheet_;
  const ImageInfo& info_;
  std::uint64_t max_bytes_;
  std::uint64_t number_ = 0;
  std::uint64_t time_ms_ = 0;
  std::size_t next_ = 0;
};

}  // namespace

Result<ContactSheet> make_contact_sheet(ByteSpan bytes, const ImageCodec& codec,
                                        const ImageInfo& info, const FitLimits& fit,
                                        const Limits& limits) {
  const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(info.frames, kMostFrames));
  const Dimensions upright = upright_size(info.size, info.orientation);
  const Grid grid = choose_grid(upright, count, fit);
  if (grid.cell.width == 0) {
    return fail(ErrorCode::kLimitExceeded,
                {"a contact sheet of {} frames does not fit the provider's limits", count});
  }
  SheetLayout layout{grid.columns, grid.cell, {}};
  const std::uint32_t steps = std::max(count, 2u) - 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    layout.frames.push_back({1 + i * (info.frames - 1) / steps, 0});
  }
  const Dimensions size{length_of(grid.columns, grid.cell.width),
                        length_of(rows_for(count, grid.columns), grid.cell.height)};
  LECTERN_TRY(Pixels pixels, Pixels::create(size, limits.max_decoded_bytes));
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = kGapColor[i % kRgbaBytes];
  }
  ContactSheet sheet{std::move(layout), std::move(pixels)};
  LECTERN_TRY(AnimationCanvas canvas, AnimationCanvas::create(info.size, limits.max_decoded_bytes));
  SheetSink sink(std::move(canvas), sheet, info, limits.max_decoded_bytes);
  const Result<void> animated = codec.animate(bytes, limits, sink);
  if (!sink.complete()) {
    if (!animated) return tl::unexpected(animated.error());
    return fail(ErrorCode::kCorruptImage, "frames are missing");
  }
  return sheet;
}

}  // namespace lectern
