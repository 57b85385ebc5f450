#include "image/png_scanlines.h"

#include <zlib.h>

#include <algorithm>

#include "base/byte_reader.h"

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
    : chunk_type_(chunk_type), stream_(std::make_unique<z_stream>()), window_(kWindowBytes) {
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
  inflateInit(stream_.get());
  // The checksum is compared here: zlib's takes twice as long.
  inflateValidate(stream_.get(), 0);
}

PngScanlines::~PngScanlines() { inflateEnd(stream_.get()); }

tl::unexpected<Error> PngScanlines::corrupt(const Message& what, std::uint64_t offset) const {
  return fail(ErrorCode::kCorruptImage, {"{} {}", chunk_type_, what}, offset);
}

void PngScanlines::feed(ByteSpan piece, std::uint64_t offset) {
  piece_ = piece;
  offset_ = offset;
  piece_is_used_up_ = ended_ || piece.empty();
  stream_->next_in = const_cast<Bytef*>(piece.data());  // zlib reads only
  stream_->avail_in = static_cast<uInt>(piece.size());
}

Result<ByteSpan> PngScanlines::next() {
  if (piece_is_used_up_) return ByteSpan();
  stream_->next_out = window_.data();
  stream_->avail_out = static_cast<uInt>(window_.size());
  const int status = inflate(stream_.get(), Z_NO_FLUSH);
  if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
    const std::string reason = stream_->msg == nullptr ? "bad zlib data" : stream_->msg;
    const std::uint64_t at = offset_ + piece_.size() - stream_->avail_in;
    return corrupt({"data does not inflate at byte {} ({})", at, reason}, at);
  }
  const ByteSpan inflated = ByteSpan(window_).first(window_.size() - stream_->avail_out);
  sum_ = adler32_of(sum_, inflated);
  LECTERN_TRY(const ByteSpan rows, check_rows(inflated));
  if (extra_data_) ended_ = true;  // no decoder reads on, so neither does the proof
  if (ended_ || status != Z_OK || stream_->avail_out > 0) {
    LECTERN_CHECK(end_piece(status == Z_STREAM_END));
  }
  return rows;
}

Result<void> PngScanlines::end_piece(bool stream_ended) {
  piece_is_used_up_ = true;
  const std::size_t consumed = piece_.size() - stream_->avail_in;
  keep_last(piece_.first(consumed));
  if (!stream_ended) return {};
  ended_ = true;
  if (extra_data_ || ByteReader(last_read_).u32_be() == sum_) return {};
  const std::uint64_t at = offset_ + consumed;
  return corrupt({"data does not inflate at byte {} (incorrect data check)", at}, at);
}

void PngScanlines::keep_last(ByteSpan consumed) {
  const std::size_t kept = last_read_.size() - std::min(last_read_.size(), consumed.size());
  std::copy(last_read_.end() - static_cast<std::ptrdiff_t>(kept), last_read_.end(),
            last_read_.begin());
  const ByteSpan tail = consumed.last(last_read_.size() - kept);
  std::copy(tail.begin(), tail.end(), last_read_.begin() + static_cast<std::ptrdiff_t>(kept));
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
