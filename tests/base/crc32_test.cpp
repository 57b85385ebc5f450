#include "base/crc32.h"

#include <zlib.h>

#include <catch2/catch_test_macros.hpp>
#include <random>

namespace lectern {

TEST_CASE("the CRC-32 of a known text") {
  CHECK(crc32_of(0, {}) == 0);
  CHECK(crc32_of(0, as_bytes("123456789")) == 0xCBF43926);
}

TEST_CASE("the CRC-32 is zlib's for all lengths and pieces") {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    // Around the length from which on it is computed in another way, and far above.
    ByteVector bytes(random() % (round % 4 == 0 ? 40'000 : 5'000));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const ByteSpan all = bytes;
    const std::size_t cut = all.size() - random() % (all.size() + 1);
    const std::uint32_t of_first = crc32_of(0, all.first(cut));
    CHECK(crc32_of(of_first, all.subspan(cut)) ==
          crc32(0, bytes.empty() ? Z_NULL : bytes.data(), static_cast<uInt>(bytes.size())));
  }
}

TEST_CASE("a single bit anywhere changes the CRC-32") {
  ByteVector bytes(6'000);
  const std::uint32_t of_zeros = crc32_of(0, bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 11) {
    const auto mask = static_cast<std::uint8_t>(1 << bit % 8);
    bytes[bit / 8] ^= mask;
    CHECK(crc32_of(0, bytes) != of_zeros);
    bytes[bit / 8] ^= mask;
  }
}

}  // namespace lectern
