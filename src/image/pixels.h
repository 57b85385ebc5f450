// Pictures in memory: 8-bit RGBA, not premultiplied, rows from top to bottom without padding.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/tool_result.h"

namespace lectern {

/// Bytes of one pixel.
inline constexpr std::size_t kRgbaBytes = 4;

/// Bytes of `size` as RGBA8. Cannot overflow: both sides have 32 bits.
constexpr std::uint64_t rgba_bytes(Dimensions size) {
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / kRgbaBytes;
  return pixels > kMost ? std::numeric_limits<std::uint64_t>::max() : pixels * kRgbaBytes;
}

/// A picture that somebody else owns. `rgba` holds exactly rgba_bytes(size) bytes.
struct PixelView {
  ByteSpan rgba;    ///< red, green, blue and alpha of each pixel
  Dimensions size;  ///< of the picture

  /// Row `y`, which must be below `size.height`.
  ByteSpan row(std::uint32_t y) const {
    const std::size_t stride = std::size_t{size.width} * kRgbaBytes;
    return rgba.subspan(stride * y, stride);
  }
};

/// What is known of a picture besides its pixels.
struct DecodedFacts {
  std::uint32_t bit_depth = 8;  ///< of one channel in the file
  bool alpha = false;           ///< at least one pixel may be transparent
  /// The picture's own size, where it was drawn smaller; otherwise that of its pixels.
  std::optional<Dimensions> full_size = std::nullopt;
  /// What the reader of the result should know, one by one.
  std::vector<std::string> warnings;
};

/// A picture that the holder owns.
class Pixels {
 public:
  /// Transparent black. LIMIT_EXCEEDED when it needs more than `max_bytes`.
  static Result<Pixels> create(Dimensions size, std::uint64_t max_bytes) {
    const std::uint64_t needed = rgba_bytes(size);
    if (needed > max_bytes || needed > std::numeric_limits<std::size_t>::max() / 2) {
      return fail(ErrorCode::kLimitExceeded,
                  {"{} pixels need {} bytes, more than the limit of {}", size, needed, max_bytes});
    }
    return Pixels(size, ByteVector(static_cast<std::size_t>(needed)));
  }

  /// Pixels that are there: `rgba` has exactly rgba_bytes(size) bytes.
  static Pixels of(Dimensions size, ByteVector rgba) { return Pixels(size, std::move(rgba)); }

  /// Of the picture.
  Dimensions size() const { return size_; }
  /// All of it, valid as long as this is.
  PixelView view() const { return {rgba_, size_}; }
  /// Its bytes, valid as long as this is.
  ByteSpan rgba() const { return rgba_; }

  /// Gives its bytes away, which stay where they are.
  ByteVector release() { return std::move(rgba_); }

  /// Row `y`, which must be below the height.
  std::span<std::uint8_t> row(std::uint32_t y) {
    const std::size_t stride = std::size_t{size_.width} * kRgbaBytes;
    return std::span(rgba_).subspan(stride * y, stride);
  }

 private:
  Pixels(Dimensions size, ByteVector rgba) : size_(size), rgba_(std::move(rgba)) {}

  Dimensions size_;
  ByteVector rgba_;
};

/// A picture that was decoded elsewhere: by the host, or by a module.
struct HostPicture {
  PixelView pixels;         ///< all of it, upright; facts.full_size may be larger
  DecodedFacts facts = {};  ///< for its result
  Pixels* given = nullptr;  ///< the same pixels, where nobody else needs them
};

/// Takes a picture row by row, from top to bottom. Decoders write to it, so that nobody needs the
/// whole picture in memory.
class RowSink {
 public:
  RowSink() = default;
  RowSink(const RowSink&) = delete;
  RowSink& operator=(const RowSink&) = delete;
  virtual ~RowSink() = default;

  /// Called once, before the first row. An error ends the decoding.
  virtual Result<void> begin(Dimensions size) = 0;
  /// The next row: `size.width` RGBA pixels, valid during the call only.
  virtual void row(ByteSpan rgba) = 0;
  /// The row before once more, which is `rgba`.
  virtual void same_row(ByteSpan rgba) { row(rgba); }
};

/// Keeps nothing: for decoding as a proof.
class NullSink final : public RowSink {
 public:
  Result<void> begin(Dimensions) override { return {}; }
  void row(ByteSpan) override {}
};

}  // namespace lectern
