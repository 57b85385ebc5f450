#include "base/sha256.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {

TEST_CASE("SHA-256 gives the vectors of FIPS 180-4") {
  CHECK(sha256_hex({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex(as_bytes("abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex(as_bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(ByteVector(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on how the bytes arrive") {
  for (std::size_t size = 0; size < 200; ++size) {
    const ByteVector bytes(size, 'x');
    Sha256 hash;
    for (std::size_t i = 0; i < size; ++i) hash.update(ByteSpan(bytes).subspan(i, 1));
    REQUIRE(hash.finish() == sha256_hex(bytes));
  }
}

}  // namespace lectern
