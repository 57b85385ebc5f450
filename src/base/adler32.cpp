#include "base/adler32.h"

#include <algorithm>
#include <cstring>

#include "base/vectors.h"

namespace lectern {
namespace {

constexpr std::uint32_t kModulus = 65521;
/// Bytes after which the sums must be reduced: 32 bits hold them until then.
constexpr std::size_t kReduceAfter = 5552;
constexpr std::uint32_t kBlock = 16;
static_assert(kReduceAfter % kBlock == 0);

std::uint32_t sum_lanes(Ints lanes) {
  return static_cast<std::uint32_t>(lanes[0]) + static_cast<std::uint32_t>(lanes[1]) +
         static_cast<std::uint32_t>(lanes[2]) + static_cast<std::uint32_t>(lanes[3]);
}

/// Both sums of the checksum: of the bytes, and of the first sum after each byte.
struct Sums {
  std::uint32_t bytes;
  std::uint32_t sums;

  /// At most kReduceAfter bytes, in whole blocks.
  void add_blocks(ByteSpan blocks) {
    using Bytes = std::uint8_t __attribute__((vector_size(8)));
    constexpr Shorts kOnes = {1, 1, 1, 1, 1, 1, 1, 1};
    constexpr Shorts kHigh = {16, 15, 14, 13, 12, 11, 10, 9};
    constexpr Shorts kLow = {8, 7, 6, 5, 4, 3, 2, 1};
    Ints total{};     // of the bytes so far
    Ints before{};    // of `total` before each block
    Ints weighted{};  // each byte by how many sums of its block it is in
    for (std::size_t at = 0; at < blocks.size(); at += kBlock) {
      Bytes halves[2];
      std::memcpy(halves, &blocks[at], kBlock);
      const Shorts first = __builtin_convertvector(halves[0], Shorts);
      const Shorts second = __builtin_convertvector(halves[1], Shorts);
      before += total;
      total += sums_of_products(first + second, kOnes);
      weighted += sums_of_products(first, kHigh) + sums_of_products(second, kLow);
    }
    sums += bytes * static_cast<std::uint32_t>(blocks.size()) + sum_lanes(before) * kBlock +
            sum_lanes(weighted);
    bytes += sum_lanes(total);
  }

  void add_bytes(ByteSpan rest) {
    for (const std::uint8_t byte : rest) sums += bytes += byte;
  }
};

}  // namespace

std::uint32_t adler32_of(std::uint32_t checksum, ByteSpan bytes) {
  Sums sums{checksum & 0xFFFF, checksum >> 16};
  while (!bytes.empty()) {
    const ByteSpan piece = bytes.first(std::min(bytes.size(), kReduceAfter));
    const std::size_t in_blocks = piece.size() / kBlock * kBlock;
    sums.add_blocks(piece.first(in_blocks));
    sums.add_bytes(piece.subspan(in_blocks));
    sums.bytes %= kModulus;
    sums.sums %= kModulus;
    bytes = bytes.subspan(piece.size());
  }
  return sums.sums << 16 | sums.bytes;
}

}  // namespace lectern
