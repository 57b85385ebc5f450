// What the parts of the inflater share.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "inflate/huffman_table.h"
#include "inflate/inflater.h"

namespace lectern {

inline constexpr std::size_t kMaxMatch = 258;
inline constexpr std::uint32_t kEndOfBlock = 256;
inline constexpr std::size_t kMaxSymbols = 286;
inline constexpr std::size_t kMaxDistances = 30;
inline constexpr std::size_t kLengthSymbols = 19;

/// Bits that are looked up at once.
inline constexpr unsigned kLengthBits = 7;
inline constexpr unsigned kSymbolBits = 11;
inline constexpr unsigned kDistanceBits = 8;
/// With room for all second tables, by zlib's examples/enough.c.
inline constexpr std::size_t kSymbolEntries = 2342;
inline constexpr std::size_t kDistanceEntries = 402;

/// As far as distances reach.
inline constexpr std::size_t kHistory = 32u << 10;
inline constexpr std::size_t kWindowBytes = 5 * kHistory;
/// What a copy may write behind its end.
inline constexpr std::size_t kSlack = 32;
/// What one turn of the fast loop writes at most: three literals, or two and a match.
inline constexpr std::size_t kFastOutput = 2 + kMaxMatch;

struct Inflater::Buffers {
  std::uint8_t window[kWindowBytes + kSlack];
  std::array<std::uint8_t, kLengthSymbols> length_lengths;
  std::array<std::uint8_t, kMaxSymbols + kMaxDistances> lengths;
  std::array<HuffmanEntry, 1 << kLengthBits> length_codes;
  std::array<HuffmanEntry, kSymbolEntries> symbols;
  std::array<HuffmanEntry, kDistanceEntries> distances;
};

/// Eight bytes as a number, the first one lowest.
inline std::uint64_t load_le64(const std::uint8_t* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}
inline void store_le64(std::uint64_t word, std::uint8_t* to) {
  if (std::endian::native != std::endian::little) word = __builtin_bswap64(word);
  std::memcpy(to, &word, sizeof word);
}

}  // namespace lectern
