#include "base/base64.h"

#include <catch2/catch_test_macros.hpp>
#include <random>

namespace lectern {
namespace {

std::string encoded(std::string_view text) { return base64_encode(as_bytes(text)); }

std::optional<std::string> decoded(std::string_view text) {
  const auto bytes = base64_decode(text);
  if (!bytes) return std::nullopt;
  return std::string(as_chars(*bytes));
}

}  // namespace

TEST_CASE("base64 gives the vectors of RFC 4648, section 10") {
  CHECK(encoded("") == "");
  CHECK(encoded("f") == "Zg==");
  CHECK(encoded("fo") == "Zm8=");
  CHECK(encoded("foo") == "Zm9v");
  CHECK(encoded("foob") == "Zm9vYg==");
  CHECK(encoded("fooba") == "Zm9vYmE=");
  CHECK(encoded("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64 decodes what it encoded, for every size up to 200 bytes") {
  std::mt19937 random(1);
  for (std::size_t size = 0; size <= 200; ++size) {
    ByteVector bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const std::string text = base64_encode(bytes);
    REQUIRE(text.size() == base64_size(size));
    REQUIRE(base64_decode(text) == bytes);
  }
}

TEST_CASE("base64 decoding skips white space and accepts missing padding") {
  CHECK(decoded("Zm9v\r\nYmFy\n") == "foobar");
  CHECK(decoded("Zm8") == "fo");
  CHECK(decoded("Zg") == "f");
}

TEST_CASE("base64 decoding refuses what is not base64") {
  CHECK_FALSE(decoded("Zm9*"));
  CHECK_FALSE(decoded("Z"));
  CHECK_FALSE(decoded("Zg=="
                      "Zg=="));
  CHECK_FALSE(decoded("Zm8=="));
  CHECK_FALSE(decoded("===="));
}

}  // namespace lectern
