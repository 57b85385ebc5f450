#include "base/byte_reader.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {

TEST_CASE("a byte reader gives integers in both byte orders") {
  const ByteVector bytes = {1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(ByteReader(bytes).u8() == 0x01);
  CHECK(ByteReader(bytes).u16_be() == 0x0102);
  CHECK(ByteReader(bytes).u16_le() == 0x0201);
  CHECK(ByteReader(bytes).u32_be() == 0x01020304u);
  CHECK(ByteReader(bytes).u32_le() == 0x04030201u);
  CHECK(ByteReader(bytes).u64_be() == 0x0102030405060708u);
  CHECK(ByteReader(bytes).u64_le() == 0x0807060504030201u);
}

TEST_CASE("after a read that does not fit no smaller one succeeds") {
  const ByteVector bytes = {1, 2, 3};
  ByteReader reader(bytes);
  CHECK_FALSE(reader.u32_be());
  CHECK_FALSE(reader.u8());
  CHECK(reader.at_end());
  REQUIRE(reader.seek(1));
  CHECK_FALSE(reader.take(3));
  CHECK_FALSE(reader.u16_le());
}

TEST_CASE("a byte reader refuses to move past the end and stays where it was") {
  const ByteVector bytes = {1, 2, 3};
  ByteReader reader(bytes);
  REQUIRE(reader.skip(1));
  CHECK_FALSE(reader.skip(3));
  CHECK_FALSE(reader.seek(4));
  CHECK(reader.position() == 1);
  CHECK(reader.take(2)->size() == 2);
  CHECK(reader.at_end());
  CHECK(reader.seek(0));
  CHECK(reader.remaining() == 3);
}

}  // namespace lectern
