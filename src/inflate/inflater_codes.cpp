// The codes of a block: literals, and matches with what stands before.
#include <cstring>

#include "base/vectors.h"
#include "inflate/inflater_buffers.h"

namespace lectern {
namespace {

/// What one turn of the fast loop may read.
constexpr std::ptrdiff_t kFastInput = 16;
/// Of a distance's bits, the most.
constexpr unsigned kMostDistanceBits = 15 + 13;
constexpr std::uint64_t kSymbolMask = (1u << kSymbolBits) - 1;
constexpr std::uint64_t kDistanceMask = (1u << kDistanceBits) - 1;
constexpr std::string_view kInvalidDistance = "invalid distance code";
constexpr std::string_view kTooFarBack = "invalid distance too far back";

/// The entry that the second table has for the bits behind those of the first.
HuffmanEntry look_further(const HuffmanEntry* table, HuffmanEntry first, std::uint64_t bits) {
  return table[first.value() + (bits & ((1u << first.second_bits()) - 1))];
}

/// Writes `pattern` again and again; up to kSlack bytes more are written.
inline void repeat(Lanes pattern, std::uint8_t* to, const std::uint8_t* end) {
  do {
    std::memcpy(to, &pattern, kLanes);
    std::memcpy(to + kLanes, &pattern, kLanes);
    to += 2 * kLanes;
  } while (to < end);
}

/// Copies what stands `distance` bytes before `to`; up to kSlack bytes more are written.
inline void copy_match(std::uint8_t* to, std::size_t distance, std::size_t length) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const std::uint8_t* from = to - distance;
  std::uint8_t* const end = to + length;
  if (distance >= kLanes) {
    do {
      std::memcpy(to, from, kLanes);
      std::memcpy(to + kLanes, from + kLanes, kLanes);
      from += 2 * kLanes;
      to += 2 * kLanes;
    } while (to < end);
  } else if (distance == 1) {
    repeat(Lanes{} + *from, to, end);
  } else if (distance > kWord) {
    do {
      std::memcpy(to, from, kWord);
      from += kWord;
      to += kWord;
    } while (to < end);
  } else {
    // The pattern, as often as it goes into a word.
    std::uint64_t pattern = load_le64(from);
    for (std::size_t bytes = distance; bytes < kWord; bytes *= 2) {
      pattern &= (std::uint64_t{1} << bytes * 8) - 1;
      pattern |= pattern << bytes * 8;
    }
    const std::size_t step = kWord / distance * distance;
    if (step == kWord) {
      std::uint8_t twice[kLanes];
      store_le64(pattern, twice);
      store_le64(pattern, twice + kWord);
      repeat(load_lanes(twice), to, end);
    } else {
      do {
        store_le64(pattern, to);
        to += step;
      } while (to < end);
    }
  }
}

}  // namespace

Inflater::Stop Inflater::read_codes() {
  const HuffmanEntry* const symbols = buffers_->symbols.data();
  const HuffmanEntry* const distances = buffers_->distances.data();
  for (;;) {
    if (read_codes_fast() == Stop::kError) return Stop::kError;
    if (out_ >= limit_) return Stop::kOutput;
    // A code near the end of the piece, or one that ends the block or is wrong. It is taken when
    // all of its bits are there.
    fill();
    unsigned used = 0;
    HuffmanEntry symbol = symbols[bits_ & kSymbolMask];
    if (symbol.is(HuffmanEntry::kSecondTable)) {
      used = kSymbolBits;
      symbol = look_further(symbols, symbol, bits_ >> used);
    }
    const std::uint64_t symbol_bits = bits_ >> used;
    used += symbol.bits();
    if (used > bit_count_) return Stop::kInput;
    if (symbol.is_literal()) {
      *out_++ = symbol.byte();
      take(used);
      continue;
    }
    if (symbol.is(HuffmanEntry::kEndOfBlock)) {
      take(used);
      step_ = Step::kBlock;
      return Stop::kDone;
    }
    if (symbol.is_special()) return fail("invalid literal/length code");
    HuffmanEntry distance = distances[bits_ >> used & kDistanceMask];
    if (distance.is(HuffmanEntry::kSecondTable)) {
      used += kDistanceBits;
      distance = look_further(distances, distance, bits_ >> used);
    }
    const std::uint64_t distance_bits = bits_ >> used;
    used += distance.bits();
    if (used > bit_count_) return Stop::kInput;
    if (distance.is_special()) return fail(kInvalidDistance);
    const std::size_t back = distance.value_in(distance_bits);
    if (back > static_cast<std::size_t>(out_ - buffers_->window)) return fail(kTooFarBack);
    const std::uint32_t length = symbol.value_in(symbol_bits);
    copy_match(out_, back, length);
    out_ += length;
    take(used);
  }
}

/// Reads codes as long as it need not look whether all of their bits are there. Leaves those that
/// end a block or are none.
Inflater::Stop Inflater::read_codes_fast() {
  const HuffmanEntry* const symbols = buffers_->symbols.data();
  const HuffmanEntry* const distances = buffers_->distances.data();
  const std::uint8_t* const window = buffers_->window;
  const std::uint8_t* const limit = limit_;
  const std::uint8_t* const in_end = piece_.data() + piece_.size();
  if (in_end - in_ < kFastInput) return Stop::kDone;
  const std::uint8_t* const in_limit = in_end - kFastInput;
  // What changes, where the compiler can keep it in registers.
  const std::uint8_t* in = in_;
  std::uint8_t* out = out_;
  std::uint64_t bits = bits_;
  unsigned bit_count = bit_count_;
  const auto refill = [&] {
    bits |= load_le64(in) << bit_count;
    in += (63 - bit_count) / 8;
    bit_count |= 56;
  };
  const auto drop = [&](HuffmanEntry entry) {
    bits >>= entry.bits();
    bit_count -= entry.bits();
  };
  std::string_view wrong;
  refill();
  // The next code is looked up before the match in front of it is copied.
  HuffmanEntry symbol = symbols[bits & kSymbolMask];
  const auto put = [&](HuffmanEntry literal) {
    *out++ = literal.byte();
    drop(literal);
    symbol = symbols[bits & kSymbolMask];
  };
  while (in <= in_limit && out < limit) {
    refill();
    if (symbol.is_literal()) {
      put(symbol);
      if (symbol.is_literal()) {
        put(symbol);
        if (symbol.is_literal()) {
          put(symbol);
          continue;
        }
      }
    }
    if (symbol.is_special()) {
      if (!symbol.is(HuffmanEntry::kSecondTable)) break;
      const HuffmanEntry further = look_further(symbols, symbol, bits >> kSymbolBits);
      if (further.is_special()) break;
      drop(symbol);
      if (further.is_literal()) {
        put(further);
        continue;
      }
      symbol = further;
    }
    const std::uint32_t length = symbol.value_in(bits);
    drop(symbol);
    if (bit_count < kMostDistanceBits + kSymbolBits) refill();
    HuffmanEntry distance = distances[bits & kDistanceMask];
    if (distance.is_special()) {
      if (distance.is(HuffmanEntry::kSecondTable)) {
        drop(distance);
        distance = look_further(distances, distance, bits);
      }
      if (distance.is_special()) {
        wrong = kInvalidDistance;
        break;
      }
    }
    const std::size_t back = distance.value_in(bits);
    if (back > static_cast<std::size_t>(out - window)) {
      wrong = kTooFarBack;
      break;
    }
    drop(distance);
    symbol = symbols[bits & kSymbolMask];
    copy_match(out, back, length);
    out += length;
  }
  in_ = in;
  out_ = out;
  bits_ = bits;
  bit_count_ = bit_count;
  return wrong.empty() ? Stop::kDone : fail(wrong);
}

}  // namespace lectern
