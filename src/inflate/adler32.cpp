#include "inflate/adler32.h"

#include <algorithm>
#include <bit>

#include "base/vectors.h"

namespace lectern {
namespace {

constexpr std::uint32_t kModulus = 65521;
/// What is summed with 16 bits at a time: more blocks would not fit.
constexpr std::size_t kGroup = 16 * kLanes;
/// Bytes after which the sums must be reduced, whole groups: 32 bits hold them until 5552.
constexpr std::size_t kReduceAfter = 21 * kGroup;

std::uint32_t sum_lanes(UnsignedInts lanes) { return lanes[0] + lanes[1] + lanes[2] + lanes[3]; }

/// The first byte of each pair.
UnsignedShorts firsts_of_pairs(Lanes bytes) {
  const auto pairs = (UnsignedShorts)bytes;
  return std::endian::native == std::endian::little ? pairs & 0xFF : pairs >> 8;
}

/// Both sums of the checksum: of the bytes, and of the first sum after each byte.
struct Sums {
  std::uint32_t bytes;
  std::uint32_t sums;

  /// At most kReduceAfter bytes, in whole blocks of kLanes.
  void add_blocks(ByteSpan blocks) {
    static_assert(kLanes == 1 << 4);
    // A byte is in the sums after it and those behind it in its block, so that a pair counts as
    // often as its second byte does, and its first byte once more.
    const Shorts seconds = kept(Shorts{15, 13, 11, 9, 7, 5, 3, 1});
    sums += bytes * static_cast<std::uint32_t>(blocks.size());
    UnsignedInts all_bytes{}, all_sums{};
    while (!blocks.empty()) {
      const ByteSpan group = blocks.first(std::min(blocks.size(), kGroup));
      blocks = blocks.subspan(group.size());
      // By place in a block: sums of the pairs so far, of these sums before each block, and of the
      // pairs' first bytes.
      UnsignedShorts pairs{}, pairs_before{}, firsts{};
      for (const std::uint8_t* at = group.data(); at != blocks.data(); at += kLanes) {
        const Lanes block = load_lanes(at);
        pairs_before += pairs;
        pairs += sums_of_pairs(block);
        firsts += firsts_of_pairs(block);
      }
      all_sums += all_bytes * static_cast<std::uint32_t>(group.size()) +
                  (sums_of_pairs(pairs_before) << 4) +
                  (UnsignedInts)sums_of_products((Shorts)pairs, seconds) + sums_of_pairs(firsts);
      all_bytes += sums_of_pairs(pairs);
    }
    sums += sum_lanes(all_sums);
    bytes += sum_lanes(all_bytes);
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
    bytes = bytes.subspan(piece.size());
    const std::size_t in_blocks = piece.size() / kLanes * kLanes;
    sums.add_blocks(piece.first(in_blocks));
    sums.add_bytes(piece.subspan(in_blocks));
    sums.bytes %= kModulus;
    sums.sums %= kModulus;
  }
  return sums.sums << 16 | sums.bytes;
}

}  // namespace lectern
