#include "inflate/huffman_table.h"

#include <algorithm>
#include <array>
#include <bit>

namespace lectern {
namespace {

constexpr unsigned kMostCodeBits = 15;
constexpr std::size_t kMostSymbols = 288;

using Counts = std::array<std::uint16_t, kMostCodeBits + 1>;

/// How much of all sequences of bits begins with none of the codes, in parts of 1 << kMostCodeBits;
/// below 0 when there are too many codes.
int unused_part(const Counts& counts) {
  int left = 1 << kMostCodeBits;
  for (unsigned bits = 1; bits <= kMostCodeBits; ++bits)
    left -= counts[bits] << (kMostCodeBits - bits);
  return left;
}

/// The code that follows `code`, both with their first bit lowest, as they come in a stream.
std::uint32_t next_code(std::uint32_t code, unsigned bits) {
  const std::uint32_t zeros = ~code & ((1u << bits) - 1);
  if (zeros == 0) return code;  // there is none
  const std::uint32_t last_zero = std::bit_floor(zeros);
  return (code & (last_zero - 1)) | last_zero;
}

/// Symbols in the order of their codes.
class Codes {
 public:
  Codes(std::span<const std::uint8_t> lengths, const Counts& counts) {
    std::array<std::uint16_t, kMostCodeBits + 2> next{};
    for (unsigned bits = 1; bits <= kMostCodeBits; ++bits) {
      next[bits + 1] = static_cast<std::uint16_t>(next[bits] + counts[bits]);
    }
    count_ = next[kMostCodeBits + 1];
    for (std::uint32_t symbol = 0; symbol < lengths.size(); ++symbol) {
      if (lengths[symbol] != 0)
        symbols_[next[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
    }
  }
  auto begin() const { return symbols_.begin(); }
  auto end() const { return symbols_.begin() + count_; }

 private:
  std::array<std::uint16_t, kMostSymbols> symbols_;  // as many as count_ are set
  std::uint16_t count_;
};

}  // namespace

bool make_huffman_table(std::span<const std::uint8_t> lengths, unsigned table_bits, bool complete,
                        std::span<const HuffmanEntry> meanings, std::span<HuffmanEntry> table) {
  Counts counts{};
  for (const std::uint8_t bits : lengths) ++counts[bits];
  const int unused = unused_part(counts);
  if (unused < 0) return false;
  const bool none = unused == 1 << kMostCodeBits;
  const bool one = unused == 1 << (kMostCodeBits - 1) && counts[1] == 1;
  if (unused > 0 && (complete || !(none || one))) return false;

  const std::uint32_t mask = (1u << table_bits) - 1;
  std::size_t end = std::size_t{1} << table_bits;  // of the tables so far
  std::size_t second = 0;                          // the second table that is being filled
  std::uint32_t second_prefix = ~0u;
  std::uint32_t code = 0;
  // While codes are short, so is the table: when they get longer, it is repeated.
  unsigned bits_so_far = 0;
  table[0] = HuffmanEntry(HuffmanEntry::kInvalid, 0, 1);
  const auto repeat_table = [&](unsigned bits) {
    for (; bits_so_far < bits; ++bits_so_far) {
      const std::size_t size = std::size_t{1} << bits_so_far;
      std::copy_n(table.begin(), size, table.begin() + static_cast<std::ptrdiff_t>(size));
    }
  };
  for (const std::uint16_t symbol : Codes(lengths, counts)) {
    const unsigned bits = lengths[symbol];
    repeat_table(std::min(bits, table_bits));
    if (bits <= table_bits) {
      table[code] = meanings[symbol].after_code(bits);
    } else {
      if ((code & mask) != second_prefix) {
        // As many bits as the codes with this prefix need: codes come in the order of their length.
        second_prefix = code & mask;
        unsigned second_bits = bits - table_bits;
        std::uint32_t used = counts[bits];
        while (used < 1u << second_bits) {
          ++second_bits;
          used = used * 2 + counts[table_bits + second_bits];
        }
        second = end;
        end += std::size_t{1} << second_bits;
        table[second_prefix] = HuffmanEntry::second_table(second, second_bits, table_bits);
      }
      const HuffmanEntry entry = meanings[symbol].after_code(bits - table_bits);
      const std::size_t step = std::size_t{1} << (bits - table_bits);
      for (std::size_t at = second + (code >> table_bits); at < end; at += step) table[at] = entry;
    }
    --counts[bits];
    code = next_code(code, bits);
  }
  repeat_table(table_bits);
  return true;
}

}  // namespace lectern
