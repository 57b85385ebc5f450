#include "image/png/png_scanlines.h"

#include <algorithm>

namespace lectern {
namespace {

constexpr std::uint8_t kFilterTypes = 5;

/// Adam7: where each pass begins and how far its pixels are apart.
struct Adam7Pass {
  std::uint32_t x, y, x_step, y_step;
};
constexpr Adam7Pass kAdam7[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

std::uint64_t steps(std::uint32_t length, std::uint32_t first, std::uint32_t step) {
  return length <= first ? 0 : (std::uint64_t{length} - first + step - 1) / step;
}

}  // namespace

PngScanlines::PngScanlines(Dimensions size, std::uint32_t bits_per_pixel, bool interlaced,
                           std::string_view chunk_type)
    : chunk_type_(chunk_type) {
  const auto row_bytes = [bits_per_pixel](std::uint64_t width) {
    return (width * bits_per_pixel + 7) / 8 + 1;
  };
  if (!interlaced) {
    passes_.push_back({row_bytes(size.width), size.height});
  } else {
    for (const Adam7Pass& pass : kAdam7) {
      const std::uint64_t width = steps(size.width, pass.x, pass.x_step);
      const std::uint64_t height = steps(size.height, pass.y, pass.y_step);
      if (width > 0 && height > 0) passes_.push_back({row_bytes(width), height});
    }
  }
}

tl::unexpected<Error> PngScanlines::corrupt(const Message& what, std::uint64_t offset) const {
  return fail(ErrorCode::kCorruptImage, {"{} {}", chunk_type_, what}, offset);
}

void PngScanlines::feed(ByteSpan piece, std::uint64_t offset) {
  inflater_.feed(piece);
  offset_ = offset;
}

Result<ByteSpan> PngScanlines::next() {
  if (ended_) return ByteSpan();
  const auto inflated = inflater_.next();
  if (!inflated) {
    const std::uint64_t at = offset_ + inflater_.position();
    return corrupt({"data does not inflate at byte {} ({})", at, inflated.error()}, at);
  }
  LECTERN_TRY(const ByteSpan rows, check_rows(*inflated));
  // No decoder reads on behind the last row, so neither does the proof.
  ended_ = extra_data_ || inflater_.ended();
  return rows;
}

/// What of `inflated` belongs to the picture.
Result<ByteSpan> PngScanlines::check_rows(ByteSpan inflated) {
  std::size_t position = 0;
  while (position < inflated.size()) {
    if (pass_ == passes_.size()) {
      extra_data_ = true;
      break;
    }
    const Pass& pass = passes_[pass_];
    if (row_position_ == 0 && inflated[position] >= kFilterTypes) {
      return corrupt({"row {} has the unknown filter type {}", row_, inflated[position]}, offset_);
    }
    const auto step = static_cast<std::size_t>(
        std::min<std::uint64_t>(pass.row_bytes - row_position_, inflated.size() - position));
    position += step;
    row_position_ += step;
    if (row_position_ < pass.row_bytes) break;
    row_position_ = 0;
    if (++row_ == pass.rows) {
      row_ = 0;
      ++pass_;
    }
  }
  return inflated.first(position);
}

Result<void> PngScanlines::finish() const {
  if (pass_ < passes_.size()) {
    const Pass& pass = passes_[pass_];
    const Message where("data ends in row {} of {}", row_, pass.rows);
    if (passes_.size() == 1) return fail(ErrorCode::kCorruptImage, {"{} {}", chunk_type_, where});
    return fail(ErrorCode::kCorruptImage, {"{} {} of pass {}", chunk_type_, where, pass_ + 1});
  }
  if (!ended_) {
    return fail(ErrorCode::kCorruptImage, {"{} data ends before its checksum", chunk_type_});
  }
  return {};
}

}  // namespace lectern
