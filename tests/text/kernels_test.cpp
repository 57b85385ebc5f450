// The vector loops against plain ones on random input.
#include "text/kernels.h"

#include <catch2/catch_test_macros.hpp>
#include <random>

#include "text/utf8.h"

namespace lectern {
namespace {

/// Bytes that make line ends, escapes and characters of all sizes, broken ones too.
ByteVector random_bytes(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"\n",       "\r",           "\r\n",
                                          "a",        "text ",        "\x1B",
                                          "\xC3\xA9", "\xE6\x88\x91", "\xF0\x9F\x98\x80",
                                          "\xE6\x88", "\xFF"};
  const std::size_t kinds = 1 + random() % std::size(kPieces);
  ByteVector bytes;
  for (std::size_t count = random() % 700; count > 0; --count) {
    const ByteSpan piece = as_bytes(kPieces[random() % 20 == 0 ? random() % kinds : 4]);
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  }
  return bytes;
}

LineEndCounts plain_count(ByteSpan text, bool after_cr) {
  LineEndCounts counts;
  for (const std::uint8_t byte : text) {
    counts.lf += byte == '\n' ? 1 : 0;
    counts.cr += byte == '\r' ? 1 : 0;
    counts.crlf += byte == '\n' && after_cr ? 1 : 0;
    after_cr = byte == '\r';
  }
  return counts;
}

}  // namespace

TEST_CASE("vector loops agree with plain ones") {
  std::mt19937 random(7);  // a fixed seed makes failures repeatable
  for (int round = 0; round < 3000; ++round) {
    const ByteVector storage = random_bytes(random);
    const std::size_t skipped = std::min<std::size_t>(storage.size(), random() % 17);
    const ByteSpan bytes = ByteSpan(storage).subspan(skipped);
    const bool after_cr = random() % 2 == 0;
    CHECK(count_line_ends(bytes, after_cr) == plain_count(bytes, after_cr));

    std::size_t plain = 0;
    while (plain < bytes.size() && bytes[plain] < 0x80 && bytes[plain] != 0 &&
           bytes[plain] != 0x1B) {
      ++plain;
    }
    CHECK(plain_ascii_size(bytes) == plain);

    std::size_t valid = 0;
    while (valid < bytes.size()) {
      const std::size_t size = utf8_sequence_size(bytes.subspan(valid));
      if (size == 0) break;
      valid += size;
    }
    CHECK(valid_utf8_size(bytes) == valid);

    std::size_t characters = 0;
    for (const std::uint8_t byte : bytes) characters += (byte & 0xC0) != 0x80 ? 1 : 0;
    CHECK(count_characters(bytes) == characters);
  }
}

}  // namespace lectern
