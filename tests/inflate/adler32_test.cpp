#include "inflate/adler32.h"

#include <catch2/catch_test_macros.hpp>
#include <random>

namespace lectern {
namespace {

/// As RFC 1950 writes it, byte by byte.
std::uint32_t plain_adler32(std::uint32_t checksum, ByteSpan bytes) {
  std::uint32_t first = checksum & 0xFFFF;
  std::uint32_t second = checksum >> 16;
  for (const std::uint8_t byte : bytes) {
    first = (first + byte) % 65521;
    second = (second + first) % 65521;
  }
  return second << 16 | first;
}

}  // namespace

TEST_CASE("the checksum of a known text") {
  CHECK(adler32_of(kAdler32Start, {}) == 1);
  CHECK(adler32_of(kAdler32Start, as_bytes("Wikipedia")) == 0x11E60398);
}

TEST_CASE("the checksum is that of the definition for all lengths and pieces") {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    ByteVector bytes(random() % (round % 10 == 0 ? 40'000 : 100));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const ByteSpan all = bytes;
    const std::size_t cut = all.size() - random() % (all.size() + 1);
    const std::uint32_t of_first = adler32_of(kAdler32Start, all.first(cut));
    CHECK(adler32_of(of_first, all.subspan(cut)) == plain_adler32(kAdler32Start, all));
  }
}

TEST_CASE("the largest sums do not overflow") {
  const ByteVector bytes(100'000, 0xFF);
  constexpr std::uint32_t kLargest = 65520u << 16 | 65520u;
  CHECK(adler32_of(kLargest, bytes) == plain_adler32(kLargest, bytes));
}

}  // namespace lectern
