#include "image/gif/gif_lzw.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace lectern {
namespace {

constexpr std::uint32_t kMaxCodes = 4096;
constexpr std::uint32_t kMaxCodeBits = 12;
/// In place of a code: nothing came since the last clear code.
constexpr std::uint32_t kNone = kMaxCodes;

/// The codes of a frame one by one, across sub-blocks.
class CodeReader {
 public:
  explicit CodeReader(ByteSpan blocks) : rest_(blocks) {}

  /// The next code of `bits` bits, or nullopt at the end of the data.
  std::optional<std::uint32_t> next(std::uint32_t bits) {
    while (bit_count_ < bits) {
      if (block_.empty() && !open_block()) return std::nullopt;
      bits_ |= std::uint32_t{block_.front()} << bit_count_;
      block_ = block_.subspan(1);
      bit_count_ += 8;
    }
    const std::uint32_t code = bits_ & ((1u << bits) - 1);
    bits_ >>= bits;
    bit_count_ -= bits;
    return code;
  }

 private:
  bool open_block() {
    if (rest_.empty()) return false;
    const std::size_t length = rest_.front();
    if (length == 0 || rest_.size() <= length) return false;
    block_ = rest_.subspan(1, length);
    rest_ = rest_.subspan(1 + length);
    return true;
  }

  ByteSpan rest_;
  ByteSpan block_;
  std::uint32_t bits_ = 0;
  std::uint32_t bit_count_ = 0;
};

tl::unexpected<Error> bad_code(std::uint32_t code) {
  return fail(ErrorCode::kCorruptImage, {"LZW code {} stands for nothing yet", code});
}

/// Walks the codes and keeps the table's bookkeeping. `Table` stores what the codes stand for:
/// literal(code), add(next, previous, code) and emit(code), which is false when enough was seen.
template <typename Table>
Result<void> walk_codes(ByteSpan blocks, std::uint32_t min_code_bits, Table& table) {
  const std::uint32_t clear = 1u << min_code_bits;
  const std::uint32_t end = clear + 1;
  CodeReader reader(blocks);
  std::uint32_t next = end + 1;
  std::uint32_t bits = min_code_bits + 1;
  std::uint32_t previous = kNone;
  while (const auto code = reader.next(bits)) {
    if (*code == end) return {};
    if (*code == clear) {
      next = end + 1;
      bits = min_code_bits + 1;
      previous = kNone;
      continue;
    }
    const bool literal = *code < clear;
    if (!literal && (previous == kNone || *code > next || (*code == next && next == kMaxCodes))) {
      return bad_code(*code);
    }
    if (previous != kNone && next < kMaxCodes) {
      table.add(next, previous, *code);
      ++next;
      if (next == 1u << bits && bits < kMaxCodeBits) ++bits;
    }
    if (!table.emit(*code)) return {};
    previous = *code;
  }
  return {};
}

/// For each code the number of pixels it stands for: all that counting needs.
class LengthTable {
 public:
  LengthTable(std::uint32_t clear, std::uint64_t most) : most_(most) {
    for (std::uint32_t code = 0; code < clear; ++code) lengths_[code] = 1;
  }
  void add(std::uint32_t next, std::uint32_t previous, std::uint32_t) {
    lengths_[next] = lengths_[previous] + 1;
  }
  bool emit(std::uint32_t code) {
    total_ += lengths_[code];
    return total_ < most_;
  }
  std::uint64_t total() const { return total_; }

 private:
  std::array<std::uint32_t, kMaxCodes> lengths_{};
  std::uint64_t total_ = 0;
  std::uint64_t most_;
};

/// For each code where its pixels were written: those of the code before it, and one more.
class StringTable {
 public:
  StringTable(std::uint32_t clear, std::span<std::uint8_t> out) : clear_(clear), out_(out) {
    for (std::uint32_t code = 0; code < clear; ++code) lengths_[code] = 1;
  }
  void add(std::uint32_t next, std::uint32_t previous, std::uint32_t) {
    starts_[next] = position_ - lengths_[previous];
    lengths_[next] = static_cast<std::uint16_t>(lengths_[previous] + 1);
  }
  bool emit(std::uint32_t code) {
    const std::size_t count = std::min<std::size_t>(lengths_[code], out_.size() - position_);
    std::uint8_t* const to = out_.data() + position_;
    const std::uint8_t* const from = out_.data() + starts_[code];
    if (code < clear_) {
      if (count > 0) *to = static_cast<std::uint8_t>(code);
    } else if (count >= kLong && from + count <= to) {
      std::memcpy(to, from, count);
    } else {
      for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
    }
    position_ += count;
    return !full();
  }
  bool full() const { return position_ == out_.size(); }

 private:
  static constexpr std::size_t kLong = 32;

  std::array<std::size_t, kMaxCodes> starts_{};
  std::array<std::uint16_t, kMaxCodes> lengths_{};
  std::uint32_t clear_;
  std::span<std::uint8_t> out_;
  std::size_t position_ = 0;
};

}  // namespace

Result<std::uint64_t> count_gif_pixels(ByteSpan data_blocks, std::uint32_t min_code_bits,
                                       std::uint64_t most) {
  LengthTable table(1u << min_code_bits, most);
  LECTERN_CHECK(walk_codes(data_blocks, min_code_bits, table));
  return table.total();
}

Result<void> decode_gif_pixels(ByteSpan data_blocks, std::uint32_t min_code_bits,
                               std::span<std::uint8_t> indexes) {
  StringTable table(1u << min_code_bits, indexes);
  LECTERN_CHECK(walk_codes(data_blocks, min_code_bits, table));
  if (!table.full()) return fail(ErrorCode::kCorruptImage, "LZW data ends before the last row");
  return {};
}

}  // namespace lectern
