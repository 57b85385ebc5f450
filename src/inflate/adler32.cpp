#include "inflate/adler32.h"

#include <algorithm>
#include <cstring>

#include "base/vectors.h"

namespace lectern {
namespace {

constexpr std::uint32_t kModulus = 65521;
/// What is summed with 16 bits at a time: more blocks would not fit.
constexpr std::size_t kGroup = 15 * kLanes;
/// Bytes after which the sums must be reduced, whole groups: 32 bits hold them until 5552.
constexpr std::size_t kReduceAfter = 23 * kGroup;

std::uint32_t sum_lanes(Ints lanes) {
  return static_cast<std::uint32_t>(lanes[0]) + static_cast<std::uint32_t>(lanes[1]) +
         static_cast<std::uint32_t>(lanes[2]) + static_cast<std::uint32_t>(lanes[3]);
}

/// Both sums of the checksum: of the bytes, and of the first sum after each byte.
struct Sums {
  std::uint32_t bytes;
  std::uint32_t sums;

  /// At most kGroup bytes, in whole blocks of kLanes.
  void add_group(ByteSpan blocks) {
    using Half = std::uint8_t __attribute__((vector_size(8)));
    constexpr Shorts kOnes = {1, 1, 1, 1, 1, 1, 1, 1};
    // Each byte is in the sums after it and those behind it in its block.
    constexpr Shorts kFirst = {16, 15, 14, 13, 12, 11, 10, 9};
    constexpr Shorts kSecond = {8, 7, 6, 5, 4, 3, 2, 1};
    static_assert(kLanes == 1 << 4);
    // By place in a block: of the bytes so far, and of these sums before each block.
    Shorts first{}, second{}, first_before{}, second_before{};
    for (std::size_t at = 0; at < blocks.size(); at += kLanes) {
      Half halves[2];
      std::memcpy(halves, &blocks[at], kLanes);
      first_before += first;
      second_before += second;
      first += __builtin_convertvector(halves[0], Shorts);
      second += __builtin_convertvector(halves[1], Shorts);
    }
    const Ints before =
        sums_of_products(first_before, kOnes) + sums_of_products(second_before, kOnes);
    const Ints inside = sums_of_products(first, kFirst) + sums_of_products(second, kSecond);
    sums += bytes * static_cast<std::uint32_t>(blocks.size()) + sum_lanes((before << 4) + inside);
    bytes += sum_lanes(sums_of_products(first + second, kOnes));
  }

  void add_bytes(ByteSpan rest) {
    for (const std::uint8_t byte : rest) sums += bytes += byte;
  }
};

}  // namespace

std::uint32_t adler32_of(std::uint32_t checksum, ByteSpan bytes) {
  Sums sums{checksum & 0xFFFF, checksum >> 16};
  while (!bytes.empty()) {
    ByteSpan piece = bytes.first(std::min(bytes.size(), kReduceAfter));
    bytes = bytes.subspan(piece.size());
    while (piece.size() >= kLanes) {
      const std::size_t size = std::min(piece.size() / kLanes * kLanes, kGroup);
      sums.add_group(piece.first(size));
      piece = piece.subspan(size);
    }
    sums.add_bytes(piece);
    sums.bytes %= kModulus;
    sums.sums %= kModulus;
  }
  return sums.sums << 16 | sums.bytes;
}

}  // namespace lectern
