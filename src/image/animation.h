// The frames of an animation, one after the other, and the canvas on which they add up.
#pragma once

#include <cstdint>
#include <optional>

#include "base/error.h"
#include "base/limits.h"
#include "image/pixels.h"

namespace lectern {

/// What becomes of a frame's place before the next frame is drawn.
enum class FrameDisposal : std::uint8_t { kKeep, kBackground, kPrevious };

struct AnimationFrame {
  PixelView pixels;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  /// Drawn over what is there; otherwise it replaces it, alpha included.
  bool blended = true;
  FrameDisposal disposal = FrameDisposal::kKeep;
  std::uint64_t delay_ms = 0;
};

class FrameSink {
 public:
  FrameSink() = default;
  FrameSink(const FrameSink&) = delete;
  FrameSink& operator=(const FrameSink&) = delete;
  virtual ~FrameSink() = default;

  /// The next frame, valid during the call only. An error ends the decoding.
  virtual Result<void> frame(const AnimationFrame& frame) = 0;
};

/// The animation as a viewer shows it. What no frame covers is transparent, as in browsers.
class AnimationCanvas {
 public:
  /// LIMIT_EXCEEDED when the canvas needs more than `max_bytes`.
  static Result<AnimationCanvas> create(Dimensions size, std::uint64_t max_bytes);

  /// Draws the next frame, of which the part outside is left out. \returns LIMIT_EXCEEDED.
  Result<void> draw(const AnimationFrame& frame);

  /// What is seen until the next frame is drawn.
  PixelView view() const { return pixels_.view(); }

 private:
  /// What to undo before the next frame.
  struct Undo {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    Dimensions size;
    std::optional<Pixels> before;  ///< nothing: transparent
  };

  AnimationCanvas(Pixels pixels, std::uint64_t max_bytes)
      : pixels_(std::move(pixels)), max_bytes_(max_bytes) {}

  void undo();

  Pixels pixels_;
  std::uint64_t max_bytes_;
  std::optional<Undo> undo_;
};

}  // namespace lectern
