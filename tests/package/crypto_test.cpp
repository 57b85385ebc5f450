// Published vectors: RFC 1321, FIPS 180, RFC 2202 and 4231 (HMAC), RFC 6070 (PBKDF2), FIPS 197 and
// NIST SP 800-38A (AES), RFC 6229 (RC4), and Schneier's for Blowfish.
#include "package/crypto.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace lectern {
namespace {

std::string hex(ByteSpan bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

ByteVector unhex(std::string_view text) {
  ByteVector bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(
        static_cast<std::uint8_t>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  return bytes;
}

TEST_CASE("digests are those of the standards", "[crypto]") {
  const auto abc = [](DigestKind kind) {
    return hex(digest_of(kind, {as_bytes("a"), as_bytes("bc")}));
  };
  CHECK(abc(DigestKind::kMd5) == "900150983cd24fb0d6963f7d28e17f72");
  CHECK(abc(DigestKind::kSha1) == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(abc(DigestKind::kSha256) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(abc(DigestKind::kSha384) ==
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        "8086072ba1e7cc2358baeca134c825a7");
  CHECK(abc(DigestKind::kSha512) ==
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
}

TEST_CASE("HMAC takes keys that are longer than a block", "[crypto]") {
  Hmac hmac(DigestKind::kSha1, ByteVector(80, 0xAA));
  hmac.update(as_bytes("Test Using Larger Than Block-Size Key - Hash Key First"));
  CHECK(hex(hmac.finish()) == "aa4ae5e15272d00e95705637ce8a3b55ed402112");
  Hmac other(DigestKind::kSha512, as_bytes("Jefe"));
  other.update(as_bytes("what do ya want for nothing?"));
  CHECK(hex(other.finish()) ==
        "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737");
}

TEST_CASE("PBKDF2 makes keys that are longer than a digest", "[crypto]") {
  ByteVector key(25);
  pbkdf2(DigestKind::kSha1, as_bytes("passwordPASSWORDpassword"),
         as_bytes("saltSALTsaltSALTsaltSALTsaltSALTsalt"), 4096, key);
  CHECK(hex(key) == "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038");
  ByteVector once(20);
  pbkdf2(DigestKind::kSha1, as_bytes("password"), as_bytes("salt"), 1, once);
  CHECK(hex(once) == "0c60c80f961f0e71f3a9b524af6012062fe037a6");
}

TEST_CASE("AES decrypts blocks, chains and counters with all three sizes of key", "[crypto]") {
  const ByteVector plain = unhex("00112233445566778899aabbccddeeff");
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"},
      {"000102030405060708090a0b0c0d0e0f1011121314151617", "dda97ca4864cdfe06eaf70a0ec0d7191"},
      {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
       "8ea2b7ca516745bfeafc49904b496089"}};
  for (const auto& [key, cipher] : kCases) {
    ByteVector bytes = unhex(cipher);
    Aes(unhex(key), Aes::Use::kDecrypt).decrypt_blocks(bytes);
    CHECK(hex(bytes) == hex(plain));
    ByteVector encrypted(16);
    Aes(unhex(key), Aes::Use::kEncrypt).block(plain.data(), encrypted.data());
    CHECK(hex(encrypted) == cipher);
  }
  ByteVector chain = unhex(
      "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
      "ff");
  Aes(unhex("2b7e151628aed2a6abf7158809cf4f3c"), Aes::Use::kDecrypt)
      .decrypt_chain(unhex("000102030405060708090a0b0c0d0e0f"), chain);
  CHECK(hex(chain) ==
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        "ff");
}

TEST_CASE("AES counts from one, the lowest byte first, over pieces of any size", "[crypto]") {
  const ByteVector key = unhex("2b7e151628aed2a6abf7158809cf4f3c");
  ByteVector whole(5000);
  AesCounter(key).apply(whole);
  ByteVector block(16);
  ByteVector counter(16);
  counter[0] = 0x01;
  counter[1] = 0x01;  // 257: the carry
  Aes(key, Aes::Use::kEncrypt).block(counter.data(), block.data());
  CHECK(hex(ByteSpan(whole).subspan(256 * 16, 16)) == hex(block));
  ByteVector pieces(5000);
  AesCounter counted(key);
  for (std::size_t at = 0; at < pieces.size(); at += 7)
    counted.apply(std::span(pieces).subspan(at, std::min<std::size_t>(7, pieces.size() - at)));
  CHECK(pieces == whole);
}

TEST_CASE("RC4 and Blowfish are those that documents were encrypted with", "[crypto]") {
  ByteVector stream(16);
  Rc4(unhex("0102030405")).apply(stream);
  CHECK(hex(stream) == "b2396305f03dc027ccc3524a0a1118a8");
  Rc4 later(unhex("0102030405"));
  later.skip(1536);
  ByteVector far(16);
  later.apply(far);
  CHECK(hex(far) == "d8729db41882259bee4f825325f5a130");

  ByteVector text = unhex("e73214a2822139caf26ecf6d2eb9e76e3da3de04d1517200519d57a6c3");
  decrypt_blowfish(unhex("0123456789abcdeff0e1d2c3b4a59687"), unhex("fedcba9876543210"), text);
  CHECK(as_chars(text) == std::string_view("7654321 Now is the time for \0", 29));
}

}  // namespace
}  // namespace lectern
