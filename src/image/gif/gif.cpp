#include "image/gif/gif.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/format.h"
#include "base/work_budget.h"
#include "image/checks.h"
#include "image/gif/gif_blocks.h"
#include "image/gif/gif_lzw.h"

namespace lectern {
namespace {

/// The picture's size: the logical screen, made larger where the first frame reaches beyond it.
Dimensions canvas_size(const GifBlocks& blocks, const GifFrame& first) {
  const Dimensions screen = blocks.screen();
  return {std::max(screen.width, first.x + first.size.width),
          std::max(screen.height, first.y + first.size.height)};
}

Result<void> verify_frame(const GifFrame& frame, std::uint64_t index, const Limits& limits) {
  const Message name("frame {} at byte {}", index + 1, frame.offset);
  if (frame.size.width == 0 || frame.size.height == 0) {
    return fail(ErrorCode::kCorruptImage, {"{} has {} pixels", name, frame.size}, frame.offset);
  }
  LECTERN_CHECK(check_pixels(frame.size, limits));
  const std::uint64_t needed = std::uint64_t{frame.size.width} * frame.size.height;
  auto held = count_gif_pixels(frame.data_blocks, frame.min_code_bits, needed);
  if (!held) {
    return fail(ErrorCode::kCorruptImage, {"{}: {}", name, held.error().message}, frame.offset);
  }
  if (*held < needed) {
    return fail(ErrorCode::kCorruptImage, {"{} holds {,} of {pixel}", name, *held, needed},
                frame.offset);
  }
  return {};
}

/// Row of the picture that the nth row of the data belongs to.
std::vector<std::uint32_t> row_order(std::uint32_t height, bool interlaced) {
  std::vector<std::uint32_t> order;
  order.reserve(height);
  struct Pass {
    std::uint32_t first, step;
  };
  constexpr Pass kPasses[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
  constexpr Pass kWhole[] = {{0, 1}};
  const auto add = [&](const Pass& pass) {
    for (std::uint32_t y = pass.first; y < height; y += pass.step) order.push_back(y);
  };
  if (interlaced) {
    std::for_each(std::begin(kPasses), std::end(kPasses), add);
  } else {
    add(kWhole[0]);
  }
  return order;
}

/// What each index is drawn as: transparent, a color of the palette, or black where it has none.
class FrameColors {
 public:
  explicit FrameColors(const GifFrame& frame) {
    for (std::size_t index = 0; index < kCount; ++index) {
      std::uint8_t* const color = &colors_[index * kRgbaBytes];
      if (frame.transparent_index == index) continue;
      if (3 * index + 3 <= frame.palette.size())
        std::copy_n(frame.palette.begin() + static_cast<std::ptrdiff_t>(3 * index), 3, color);
      color[3] = 0xFF;
    }
  }

  /// Writes one row of a frame into a row of transparent pixels, as far as there is room.
  void draw(ByteSpan indexes, std::span<std::uint8_t> target) const {
    const std::size_t count = std::min(indexes.size(), target.size() / kRgbaBytes);
    std::uint8_t* pixel = target.data();
    for (std::size_t i = 0; i < count; ++i, pixel += kRgbaBytes)
      std::memcpy(pixel, &colors_[indexes[i] * kRgbaBytes], kRgbaBytes);
  }

 private:
  static constexpr std::size_t kCount = 256;
  std::array<std::uint8_t, kCount * kRgbaBytes> colors_{};
};

/// Palette indexes in the order of the file.
Result<ByteVector> frame_indexes(const GifFrame& frame, const Limits& limits) {
  LECTERN_CHECK(check_pixels(frame.size, limits));
  const std::uint64_t pixels = std::uint64_t{frame.size.width} * frame.size.height;
  LECTERN_CHECK(check_decoded_bytes(pixels, "the GIF frame's pixels", limits));
  ByteVector indexes(static_cast<std::size_t>(pixels));
  LECTERN_CHECK(decode_gif_pixels(frame.data_blocks, frame.min_code_bits, indexes));
  return indexes;
}

/// Transparent where the frame shows what is below it.
Result<Pixels> frame_pixels(const GifFrame& frame, const Limits& limits) {
  LECTERN_TRY(const ByteVector indexes, frame_indexes(frame, limits));
  LECTERN_TRY(Pixels pixels, Pixels::create(frame.size, limits.max_decoded_bytes));
  const std::size_t stride = frame.size.width;
  const FrameColors colors(frame);
  std::size_t stored = 0;
  for (const std::uint32_t y : row_order(frame.size.height, frame.interlaced)) {
    colors.draw(ByteSpan(indexes).subspan(stored++ * stride, stride), pixels.row(y));
  }
  return pixels;
}

FrameDisposal disposal_of(const GifFrame& frame) {
  switch (frame.disposal) {
    case GifDisposal::kBackground:
      return FrameDisposal::kBackground;
    case GifDisposal::kPrevious:
      return FrameDisposal::kPrevious;
    case GifDisposal::kKeep:
      break;
  }
  return FrameDisposal::kKeep;
}

/// Proves the next frame. \returns false when there is none.
Result<bool> verify_next(GifBlocks& blocks, ImageInfo& info, const Limits& limits) {
  LECTERN_TRY(const std::optional<GifFrame> frame, blocks.next_frame());
  if (!frame) return false;
  if (info.frames == 0) {
    info.size = canvas_size(blocks, *frame);
    LECTERN_CHECK(check_pixels(info.size, limits));
  }
  LECTERN_CHECK(verify_frame(*frame, info.frames, limits));
  ++info.frames;
  info.duration_ms += frame->delay_ms;
  info.alpha = info.alpha || frame->transparent_index.has_value();
  const bool covers = frame->x + frame->size.width >= info.size.width &&
                      frame->y + frame->size.height >= info.size.height && frame->x == 0 &&
                      frame->y == 0;
  if (info.frames == 1 && !covers) info.alpha = true;
  return true;
}

}  // namespace

bool sniff_gif(ByteSpan bytes) {
  return starts_with(bytes, "GIF87a") || starts_with(bytes, "GIF89a");
}

Result<ImageInfo> verify_gif(ByteSpan bytes, const Limits& limits) {
  ImageInfo info;
  info.format = ImageFormat::kGif;
  info.color_type = "indexed";
  info.frames = 0;
  LECTERN_TRY(GifBlocks blocks, GifBlocks::open(bytes));
  for (;;) {
    info.bytes_after = blocks.bytes_left();
    Result<bool> next = verify_next(blocks, info, limits);
    if (!next) {
      Error& error = next.error();
      if (info.frames == 0 || error.code != ErrorCode::kCorruptImage) return tl::unexpected(error);
      // The frames before it are a GIF, once they have its end.
      add_to(info.warnings, {"what follows frame {} was left out: {}", info.frames, error.message});
      info.end_mark = ";";
      break;
    }
    if (!*next) {
      info.bytes_after = blocks.bytes_left();
      break;
    }
  }
  if (info.frames == 0) return fail(ErrorCode::kCorruptImage, "the file holds no frame");
  if (info.frames == 1) info.duration_ms = 0;
  return info;
}

Result<void> decode_gif(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  LECTERN_TRY(GifBlocks blocks, GifBlocks::open(bytes));
  LECTERN_TRY(const std::optional<GifFrame> frame, blocks.next_frame());
  if (!frame) return fail(ErrorCode::kCorruptImage, "the file holds no frame");
  const Dimensions canvas = canvas_size(blocks, *frame);
  LECTERN_CHECK(check_pixels(canvas, limits));
  LECTERN_CHECK(sink.begin(canvas));
  LECTERN_TRY(const ByteVector indexes, frame_indexes(*frame, limits));
  const std::size_t stride = frame->size.width;
  const std::vector<std::uint32_t> order = row_order(frame->size.height, frame->interlaced);
  std::vector<std::uint32_t> stored_at(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) stored_at[order[i]] = i;

  const FrameColors colors(*frame);
  ByteVector row(std::size_t{canvas.width} * kRgbaBytes);
  for (std::uint32_t y = 0; y < canvas.height; ++y) {
    std::fill(row.begin(), row.end(), std::uint8_t{0});
    if (y >= frame->y && y - frame->y < frame->size.height) {
      const std::size_t first = stored_at[y - frame->y] * stride;
      const std::size_t left = std::min<std::size_t>(frame->x, canvas.width) * kRgbaBytes;
      colors.draw(ByteSpan(indexes).subspan(first, stride), std::span(row).subspan(left));
    }
    sink.row(row);
  }
  return {};
}

Result<void> animate_gif(ByteSpan bytes, const Limits& limits, FrameSink& sink) {
  LECTERN_TRY(GifBlocks blocks, GifBlocks::open(bytes));
  // All of them are counted before the first is drawn.
  constexpr std::uint64_t kPixelWork = 5;
  GifBlocks counted = blocks;
  WorkBudget work(limits);
  for (;;) {
    const Result<std::optional<GifFrame>> frame = counted.next_frame();
    if (!frame || !*frame) break;
    LECTERN_CHECK(spend_on_frame((*frame)->size, kPixelWork, work));
  }
  for (;;) {
    LECTERN_TRY(const std::optional<GifFrame> frame, blocks.next_frame());
    if (!frame) return {};
    LECTERN_TRY(const Pixels pixels, frame_pixels(*frame, limits));
    LECTERN_CHECK(sink.frame(
        {pixels.view(), frame->x, frame->y, true, disposal_of(*frame), frame->delay_ms}));
  }
}

}  // namespace lectern
