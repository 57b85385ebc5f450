// Pixels of a device-independent bitmap: palettes, bit fields and run lengths.
#include <algorithm>
#include <bit>

#include "base/byte_reader.h"
#include "image/bmp/dib.h"
#include "image/checks.h"

namespace lectern {
namespace {

tl::unexpected<Error> cut_off(const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"bitmap {}", what});
}

/// One channel of a pixel by its mask, stretched to 0-255.
std::uint8_t channel(std::uint32_t pixel, std::uint32_t mask) {
  if (mask == 0) return 0;
  const int shift = std::countr_zero(mask);
  const std::uint64_t most = mask >> shift;
  const std::uint64_t value = (pixel & mask) >> shift;
  return static_cast<std::uint8_t>((value * 0xFF + most / 2) / most);
}

void write_palette_color(const Dib& dib, std::size_t index, std::span<std::uint8_t> pixel) {
  const std::size_t at = index * dib.palette_entry_bytes;
  const bool known = at + 3 <= dib.palette.size();
  for (std::size_t i = 0; i < 3; ++i) {
    pixel[i] = known ? dib.palette[at + 2 - i] : std::uint8_t{0};
  }
  pixel[3] = 0xFF;
}

void convert_row(const Dib& dib, ByteSpan row, std::span<std::uint8_t> rgba) {
  const std::uint32_t bits = dib.bits_per_pixel;
  for (std::size_t x = 0; x < dib.size.width; ++x) {
    const std::span<std::uint8_t> pixel = rgba.subspan(x * kRgbaBytes, kRgbaBytes);
    if (bits <= 8) {
      const std::size_t bit = x * bits;
      const std::size_t shift = 8 - bits - bit % 8;
      write_palette_color(dib, row[bit / 8] >> shift & ((1u << bits) - 1), pixel);
      continue;
    }
    const std::size_t bytes = bits / 8;
    std::uint32_t value = 0;
    for (std::size_t i = bytes; i > 0; --i) value = value << 8 | row[x * bytes + i - 1];
    for (std::size_t i = 0; i < 3; ++i) pixel[i] = channel(value, dib.masks[i]);
    pixel[3] = dib.has_alpha() ? channel(value, dib.masks[3]) : std::uint8_t{0xFF};
  }
}

/// RLE4 and RLE8 into one palette index a byte, rows from the bottom up as the file has them.
/// What a run does not reach keeps index 0.
class RunLengths {
 public:
  RunLengths(const Dib& dib, std::span<std::uint8_t> indexes)
      : dib_(dib), reader_(dib.data), indexes_(indexes) {}

  Result<void> decode() {
    while (y_ < dib_.size.height) {
      const auto count = reader_.u8();
      const auto value = reader_.u8();
      if (!count || !value) return ended();
      if (*count > 0) {
        put_run(*count, *value);
        continue;
      }
      // Pictures may leave rows out, and damaged ones write past a row's end; who does both has
      // lost its place.
      if (*value == kEndOfBitmap && overflowed_) return ended();
      if (*value == kEndOfBitmap) return {};
      if (*value == kEndOfLine) {
        x_ = 0;
        ++y_;
      } else if (*value == kDelta) {
        const auto right = reader_.u8();
        const auto up = reader_.u8();
        if (!right || !up) return ended();
        x_ += *right;
        y_ += *up;
      } else if (!put_literals(*value)) {
        return ended();
      }
    }
    return {};
  }

 private:
  static constexpr std::uint8_t kEndOfLine = 0;
  static constexpr std::uint8_t kEndOfBitmap = 1;
  static constexpr std::uint8_t kDelta = 2;

  bool nibbles() const { return dib_.compression == DibCompression::kRle4; }

  /// The data may stop after the last pixel without saying so.
  Result<void> ended() const {
    const bool in_last_row = y_ + 1 == dib_.size.height;
    if (in_last_row && (overflowed_ || x_ >= dib_.size.width)) return {};
    return cut_off({"run lengths end in row {} of {}", y_, dib_.size.height});
  }

  void put(std::uint8_t index) {
    if (x_ < dib_.size.width) indexes_[std::size_t{y_} * dib_.size.width + x_] = index;
    ++x_;
  }

  void put_run(std::uint32_t count, std::uint8_t value) {
    const std::uint32_t seen = std::min(count, dib_.size.width - std::min(x_, dib_.size.width));
    for (std::uint32_t i = 0; i < seen; ++i) put(nibbles() ? nibble(value, i) : value);
    x_ += count - seen;
  }

  /// False when they are cut off.
  bool put_literals(std::uint32_t count) {
    if (x_ >= dib_.size.width || count > dib_.size.width - x_) overflowed_ = true;
    const std::size_t bytes = nibbles() ? (count + 1) / 2 : count;
    const auto literals = reader_.take(bytes);
    if (!literals) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      put(nibbles() ? nibble((*literals)[i / 2], i) : (*literals)[i]);
    }
    return bytes % 2 == 0 || reader_.skip(1);
  }

  static std::uint8_t nibble(std::uint8_t byte, std::uint32_t i) {
    return i % 2 == 0 ? static_cast<std::uint8_t>(byte >> 4) : static_cast<std::uint8_t>(byte & 15);
  }

  const Dib& dib_;
  ByteReader reader_;
  std::span<std::uint8_t> indexes_;
  std::uint32_t x_ = 0;
  std::uint32_t y_ = 0;
  bool overflowed_ = false;
};

}  // namespace

Result<void> decode_dib(const Dib& dib, const Limits& limits, RowSink& sink) {
  LECTERN_CHECK(sink.begin(dib.size));
  Dib rows = dib;
  ByteVector indexes;
  std::size_t stride = dib.row_bytes();
  if (dib.compression == DibCompression::kRle8 || dib.compression == DibCompression::kRle4) {
    const std::uint64_t pixels = std::uint64_t{dib.size.width} * dib.size.height;
    LECTERN_CHECK(check_decoded_bytes(pixels, "the bitmap's pixels", limits));
    indexes.resize(static_cast<std::size_t>(pixels));
    LECTERN_CHECK(RunLengths(dib, indexes).decode());
    rows.data = indexes;
    rows.bits_per_pixel = 8;
    stride = dib.size.width;
  }
  // The padding of the last row is often left out.
  const std::size_t last_row_bytes = (std::size_t{dib.size.width} * rows.bits_per_pixel + 7) / 8;
  const std::uint64_t needed = std::uint64_t{stride} * (dib.size.height - 1) + last_row_bytes;
  if (needed > rows.data.size()) {
    return cut_off({"needs {} bytes of pixels, the file holds {}", needed, rows.data.size()});
  }
  ByteVector rgba(std::size_t{dib.size.width} * kRgbaBytes);
  for (std::uint32_t y = 0; y < dib.size.height; ++y) {
    const std::size_t stored = dib.top_down ? y : dib.size.height - 1 - y;
    convert_row(rows, rows.data.subspan(stored * stride, last_row_bytes), rgba);
    sink.row(rgba);
  }
  return {};
}

}  // namespace lectern
