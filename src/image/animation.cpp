#include "image/animation.h"

#include <algorithm>

namespace lectern {
namespace {

constexpr std::uint32_t kOpaque = 0xFF;

/// `over` on `under`, neither premultiplied (PNG specification, "Alpha blending" of APNG).
void blend(ByteSpan over, std::span<std::uint8_t> under) {
  for (std::size_t i = 0; i < over.size(); i += kRgbaBytes) {
    const std::uint32_t alpha = over[i + 3];
    if (alpha == 0) continue;
    if (alpha == kOpaque) {
      std::copy_n(over.subspan(i).begin(), kRgbaBytes, under.subspan(i).begin());
      continue;
    }
    const std::uint32_t below = under[i + 3] * (kOpaque - alpha);
    const std::uint32_t sum = alpha * kOpaque + below;
    // Divided once: the quarter keeps what is rounded on its side of a whole number.
    const double part = 1.0 / sum;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const std::uint32_t value = over[i + channel] * alpha * kOpaque + under[i + channel] * below;
      under[i + channel] = static_cast<std::uint8_t>((value + sum / 2 + 0.25) * part);
    }
    under[i + 3] = static_cast<std::uint8_t>((sum + kOpaque / 2) / kOpaque);
  }
}

}  // namespace

Result<AnimationCanvas> AnimationCanvas::create(Dimensions size, std::uint64_t max_bytes) {
  LECTERN_TRY(Pixels pixels, Pixels::create(size, max_bytes));
  return AnimationCanvas(std::move(pixels), max_bytes);
}

void AnimationCanvas::undo() {
  if (!undo_) return;
  const std::size_t left = undo_->x * kRgbaBytes;
  const std::size_t length = undo_->size.width * kRgbaBytes;
  for (std::uint32_t y = 0; y < undo_->size.height; ++y) {
    const std::span<std::uint8_t> row = pixels_.row(undo_->y + y).subspan(left, length);
    if (undo_->before) {
      const ByteSpan before = undo_->before->view().row(y);
      std::copy(before.begin(), before.end(), row.begin());
    } else {
      std::fill(row.begin(), row.end(), std::uint8_t{0});
    }
  }
  undo_.reset();
}

Result<void> AnimationCanvas::draw(const AnimationFrame& frame) {
  undo();
  const Dimensions canvas = pixels_.size();
  if (frame.x >= canvas.width || frame.y >= canvas.height) return {};
  const Dimensions seen{std::min(frame.pixels.size.width, canvas.width - frame.x),
                        std::min(frame.pixels.size.height, canvas.height - frame.y)};
  const std::size_t left = frame.x * kRgbaBytes;
  const std::size_t length = seen.width * kRgbaBytes;
  if (frame.disposal != FrameDisposal::kKeep)
    undo_.emplace(Undo{frame.x, frame.y, seen, std::nullopt});
  if (frame.disposal == FrameDisposal::kPrevious) {
    LECTERN_TRY(undo_->before, Pixels::create(seen, max_bytes_));
  }
  for (std::uint32_t y = 0; y < seen.height; ++y) {
    const std::span<std::uint8_t> row = pixels_.row(frame.y + y).subspan(left, length);
    if (undo_ && undo_->before) std::copy(row.begin(), row.end(), undo_->before->row(y).begin());
    const ByteSpan drawn = frame.pixels.row(y).first(length);
    if (frame.blended) {
      blend(drawn, row);
    } else {
      std::copy(drawn.begin(), drawn.end(), row.begin());
    }
  }
  return {};
}

}  // namespace lectern
