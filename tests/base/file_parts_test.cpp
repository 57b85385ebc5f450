#include "base/file_parts.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

namespace lectern {
namespace {

ByteVector counting(std::size_t size) {
  ByteVector bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
  return bytes;
}

/// Loads all that is wanted, at most `piece` bytes at a time. \returns how many stretches it were.
std::size_t load(FileParts& parts, ByteSpan file, std::size_t piece = 1000) {
  std::size_t stretches = 0;
  while (parts.is_lacking()) {
    const auto [from, to] = parts.next_wanted();
    const std::span<std::uint8_t> room = parts.room(piece);
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(from), room.size(), room.begin());
    parts.give(room.size(), false);
    if (from + room.size() == to) ++stretches;
  }
  return stretches;
}

bool is_part(std::optional<ByteSpan> bytes, ByteSpan file, std::size_t from, std::size_t size) {
  return bytes && std::ranges::equal(*bytes, file.subspan(from, size));
}

}  // namespace

TEST_CASE("a file that is here gives any of its bytes, and none behind its end") {
  const ByteVector file = counting(5000);
  FileParts parts{ByteSpan(file)};
  CHECK(is_part(parts.get(0, 5000), file, 0, 5000));
  CHECK(is_part(parts.get(4999, 1), file, 4999, 1));
  CHECK(is_part(parts.get(5000, 0), file, 5000, 0));
  CHECK_FALSE(parts.get(4999, 2));
  CHECK_FALSE(parts.get(~std::uint64_t{0}, 2));
  CHECK_FALSE(parts.is_lacking());
}

TEST_CASE("what is not here is wanted, and is here when it has been loaded") {
  const ByteVector file = counting(1'000'000);
  FileParts parts{std::uint64_t{1'000'000}};
  CHECK_FALSE(parts.get(500'000, 2500));
  CHECK_FALSE(parts.get(10, 20));
  CHECK_FALSE(parts.get(999'999, 2));
  CHECK(parts.loaded_bytes() == 2520);
  CHECK(load(parts, file) == 2);
  CHECK(is_part(parts.get(500'000, 2500), file, 500'000, 2500));
  CHECK(is_part(parts.get(501'000, 9), file, 501'000, 9));
  CHECK(is_part(parts.get(10, 20), file, 10, 20));
  CHECK_FALSE(parts.is_lacking());
}

TEST_CASE("stretches near each other are loaded as one, and overlapping parts become one") {
  const ByteVector file = counting(1'000'000);
  FileParts parts{std::uint64_t{1'000'000}};
  parts.want(100'000, 1000);
  parts.want(110'000, 1000);
  parts.want(300'000, 1000);
  CHECK(load(parts, file) == 2);
  CHECK(is_part(parts.get(100'000, 11'000), file, 100'000, 11'000));

  CHECK_FALSE(parts.get(110'500, 1000));
  CHECK(load(parts, file) == 1);
  CHECK(is_part(parts.get(100'000, 11'500), file, 100'000, 11'500));
  CHECK(parts.loaded_bytes() == 12'500);

  // Between them stands a part that is here: it is neither loaded again nor cut.
  parts.want(299'000, 500);
  parts.want(302'000, 500);
  CHECK(load(parts, file) == 2);
  CHECK(is_part(parts.get(300'000, 1000), file, 300'000, 1000));
}

TEST_CASE("a file that ends before its size was said to end has no bytes behind that") {
  const ByteVector file = counting(3000);
  FileParts parts{std::uint64_t{5000}};
  CHECK_FALSE(parts.get(2000, 3000));
  const std::span<std::uint8_t> room = parts.room(3000);
  std::copy_n(file.begin() + 2000, 1000, room.begin());
  parts.give(1000, true);
  CHECK_FALSE(parts.is_lacking());
  CHECK(parts.size() == 3000);
  CHECK(is_part(parts.get(2000, 1000), file, 2000, 1000));
  CHECK_FALSE(parts.get(2000, 3000));
  CHECK_FALSE(parts.is_lacking());
}

TEST_CASE("random wants give the bytes of the file") {
  const ByteVector file = counting(300'000);
  FileParts parts{std::uint64_t{300'000}};
  std::uint32_t seed = 1;
  const auto random = [&seed](std::uint32_t below) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
  };
  for (int round = 0; round < 300; ++round) {
    const std::size_t from = random(299'000);
    const std::size_t size = 1 + random(900);
    const std::size_t other = random(299'000);
    (void)parts.get(from, size);
    (void)parts.get(other, 100);
    load(parts, file, 1 + random(5000));
    REQUIRE(is_part(parts.get(from, size), file, from, size));
    REQUIRE(is_part(parts.get(other, 100), file, other, 100));
    REQUIRE(parts.loaded_bytes() <= file.size());
  }
}

TEST_CASE("what is longer than may be given is only noted") {
  const ByteVector file = counting(10'000);
  FileParts parts{std::uint64_t{10'000}};
  parts.give_at_most(64);
  CHECK_FALSE(parts.get(1000, 100));
  load(parts, file);
  CHECK_FALSE(parts.get(1000, 100));
  CHECK_FALSE(parts.is_lacking());
  CHECK(is_part(parts.get(1000, 64), file, 1000, 64));
  parts.give_at_most(100);
  CHECK(is_part(parts.get(1000, 100), file, 1000, 100));
}

}  // namespace lectern
