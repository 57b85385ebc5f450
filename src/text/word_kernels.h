// The inner loops of kernels.cpp over words of eight bytes, for processors without vectors.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lectern::words {

inline constexpr std::size_t kBytes = sizeof(std::uint64_t);

/// A word of eight times `byte`.
constexpr std::uint64_t all_of(std::uint8_t byte) { return byte * 0x0101010101010101U; }
inline constexpr std::uint64_t kHighBits = all_of(0x80);
inline constexpr std::uint64_t kOtherBits = all_of(0x7F);

inline std::uint64_t load(const std::uint8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, kBytes);
  return word;
}

/// The high bit of each byte that is 0.
constexpr std::uint64_t zeros(std::uint64_t word) {
  return ~(((word & kOtherBits) + kOtherBits) | word) & kHighBits;
}
/// The same for less, but true of the lowest bit alone: higher ones may be those of other bytes.
constexpr std::uint64_t first_zero(std::uint64_t word) {
  return (word - all_of(1)) & ~word & kHighBits;
}
constexpr std::uint64_t equal(std::uint64_t word, std::uint8_t byte) {
  return zeros(word ^ all_of(byte));
}

/// The eight high bits of the bytes of `found`, which has no others, as the lowest bits.
constexpr std::uint64_t bits_of(std::uint64_t found) { return found * 0x0002040810204081U >> 56; }

/// Adds how many of `size` bytes, whole words, are LF and CR.
inline void count_line_ends(const std::uint8_t* bytes, std::size_t size, std::uint64_t& lf,
                            std::uint64_t& cr) {
  for (std::size_t at = 0; at < size; at += kBytes) {
    const std::uint64_t word = load(bytes + at);
    // Most words have no byte below 0x10.
    if (zeros(word & all_of(0xF0)) == 0) continue;
    lf += static_cast<unsigned>(std::popcount(equal(word, '\n')));
    cr += static_cast<unsigned>(std::popcount(equal(word, '\r')));
  }
}

/// How many LF of `size` bytes, whole words, stand behind CR, which may be the byte before.
inline std::size_t count_crlf(const std::uint8_t* bytes, std::size_t size) {
  int found = 0;
  for (std::size_t at = 0; at < size; at += kBytes) {
    found += std::popcount(equal(load(bytes + at), '\n') & equal(load(bytes + at - 1), '\r'));
  }
  return static_cast<std::size_t>(found);
}

/// How many of `size` bytes, whole words, go on a character of UTF-8.
inline std::size_t count_continuations(const std::uint8_t* bytes, std::size_t size) {
  int found = 0;
  for (std::size_t at = 0; at < size; at += kBytes) {
    const std::uint64_t word = load(bytes + at);
    found += std::popcount(word & ~word << 1 & kHighBits);
  }
  return static_cast<std::size_t>(found);
}

/// Whether none of `size` bytes, whole words, is NUL, ESC or 0x80 and above.
inline bool are_plain(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t high = 0;
  std::uint64_t allowed = kHighBits;
  for (std::size_t at = 0; at < size; at += kBytes) {
    const std::uint64_t word = load(bytes + at);
    high |= word;
    // Sums that a high bit makes wrong do not count: it is found.
    allowed &= (word + kOtherBits) & ((word ^ all_of(0x1B)) + kOtherBits);
  }
  return (high & kHighBits) == 0 && (allowed & kHighBits) == kHighBits;
}

/// Whether none of `size` bytes, whole words, is 0x80 or above.
inline bool are_ascii(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t found = 0;
  for (std::size_t at = 0; at < size; at += kBytes) found |= load(bytes + at);
  return (found & kHighBits) == 0;
}

/// Whether the first six bytes are two characters of UTF-8 of three bytes each.
constexpr bool are_two_threes(std::uint64_t word) {
  return (word & 0x0000C0C0F0C0C0F0) == 0x00008080E08080E0;
}
/// Of two characters of three bytes each, the low four bits of the lead bytes.
constexpr std::uint32_t leads_of_threes(std::uint64_t word) {
  return static_cast<std::uint32_t>(word) & 0x0F00000F;
}
/// Whether both of these leads are at least `least`, which is not 0.
constexpr bool are_at_least(std::uint32_t leads, std::uint32_t least) {
  return ((leads + (0x10 - least) * 0x01000001) & 0x10000010) == 0x10000010;
}
/// Whether neither of these leads is `lead`.
constexpr bool are_not(std::uint32_t leads, std::uint32_t lead) {
  return are_at_least(leads ^ lead * 0x01000001, 1);
}

/// Whether none of `size` bytes, whole words, is `byte`.
inline bool lack(const std::uint8_t* bytes, std::size_t size, std::uint8_t byte) {
  std::uint64_t found = 0;
  for (std::size_t at = 0; at < size; at += kBytes) found |= equal(load(bytes + at), byte);
  return found == 0;
}

}  // namespace lectern::words
