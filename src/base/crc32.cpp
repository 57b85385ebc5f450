#include "base/crc32.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "base/vectors.h"

namespace lectern {
namespace {

// The bytes are a polynomial over bits, their first bit its highest coefficient, and the checksum
// is what is left of it by division. The divisor divides x^300 + x^155 + x^117 + x^89 + 1 as well,
// and the same with exponents 32 times as large, since squaring such a polynomial doubles them. So
// a word of four bytes may be taken away and be added, without carries, to those 145, 183, 211 and
// 300 words further on: sixteen bytes at once, without tables. What comes to stand at the end is
// left to zlib. The idea is Chorba's (arXiv:2412.16398), which shifts bits.
constexpr std::size_t kWord = 4;
constexpr std::size_t kReach = 300 * kWord;
constexpr std::size_t kSteps[] = {145 * kWord, 183 * kWord, 211 * kWord, kReach};
/// Bytes that are taken away before the last of them are put in front again.
constexpr std::size_t kBlock = 256 * kLanes;
/// For fewer bytes zlib is as fast.
constexpr std::size_t kWorthwhile = 2 * kReach;

std::uint32_t zlib_crc32(std::uint32_t checksum, ByteSpan bytes) {
  // A null pointer, as an empty span may carry, would begin anew.
  if (bytes.empty()) return checksum;
  return static_cast<std::uint32_t>(crc32(checksum, bytes.data(), static_cast<uInt>(bytes.size())));
}

void add_words(const std::uint8_t* from, std::uint8_t* to) {
  const LongWords sum = load_long_words(to) ^ load_long_words(from);
  std::memcpy(to, &sum, kLanes);
}

}  // namespace

std::uint32_t crc32_of(std::uint32_t checksum, ByteSpan bytes) {
  if (bytes.size() < kWorthwhile) return zlib_crc32(checksum, bytes);
  // The last kReach bytes that were taken away, and behind them the next.
  std::uint8_t taken[kReach + kBlock];
  std::uint8_t* const next = taken + kReach;
  // Of what came before, the checksum is left, which zlib gives inverted.
  std::memset(taken, 0, kReach);
  for (std::size_t i = 0; i < sizeof checksum; ++i) {
    taken[i] = static_cast<std::uint8_t>(~checksum >> 8 * i);
  }
  std::size_t to_take = (bytes.size() - kReach) / kLanes * kLanes;
  while (to_take > 0) {
    const std::size_t size = std::min(to_take, kBlock);
    for (std::size_t at = 0; at < size; at += kLanes) {
      LongWords words = load_long_words(bytes.data() + at);
#pragma GCC unroll 4
      for (const std::size_t step : kSteps) words ^= load_long_words(next + at - step);
      std::memcpy(next + at, &words, kLanes);
    }
    std::memmove(taken, taken + size, kReach);
    bytes = bytes.subspan(size);
    to_take -= size;
  }
  std::uint8_t end[kReach + kLanes];
  std::memcpy(end, bytes.data(), bytes.size());
  std::memset(next, 0, kLanes);
  for (const std::size_t step : kSteps) {
    for (std::size_t at = 0; at < step; at += kLanes) add_words(next - step + at, end + at);
  }
  return zlib_crc32(~std::uint32_t{0}, ByteSpan(end, bytes.size()));
}

}  // namespace lectern
