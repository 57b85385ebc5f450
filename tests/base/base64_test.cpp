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

/// Bit by bit, as the RFC draws it.
std::string plainly_encoded(ByteSpan bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 6) {
    std::size_t value = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const bool set = i / 8 < bytes.size() && (bytes[i / 8] << (i % 8) & 0x80) != 0;
      value = value << 1 | (set ? 1 : 0);
    }
    text += kAlphabet[value];
  }
  while (text.size() % 4 != 0) text += '=';
  return text;
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

TEST_CASE("the vector loop of base64 agrees with a plain one, whatever the size and place") {
  std::mt19937 random(3);
  ByteVector storage(400);
  for (std::uint8_t& byte : storage) byte = static_cast<std::uint8_t>(random());
  for (std::size_t size = 0; size <= 200; ++size) {
    const ByteSpan bytes = ByteSpan(storage).subspan(size * 7 % 190, size);
    CHECK(base64_encode(bytes) == plainly_encoded(bytes));
  }
  // Each six bits in each place.
  for (unsigned value = 0; value < 64; ++value) {
    for (unsigned place = 0; place < 16; ++place) {
      ByteVector bytes(16);
      const std::size_t bit = std::size_t{6} * place;
      for (unsigned i = 0; i < 6; ++i) {
        std::uint8_t& byte = bytes[(bit + i) / 8];
        byte = static_cast<std::uint8_t>(byte | (value >> (5 - i) & 1) << (7 - (bit + i) % 8));
      }
      CHECK(base64_encode(bytes) == plainly_encoded(bytes));
    }
  }
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

TEST_CASE("base64 decoding finds each wrong character wherever it stands") {
  const std::string text = base64_encode(ByteVector(60, 0xB7));
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::string changed = text;
      changed[at] = static_cast<char>(byte);
      const bool is_space =
          std::string_view(" \t\r\n\f").find(changed[at]) != std::string_view::npos;
      const bool is_six_bits = (changed[at] >= 'A' && changed[at] <= 'Z') ||
                               (changed[at] >= 'a' && changed[at] <= 'z') ||
                               (changed[at] >= '0' && changed[at] <= '9') || changed[at] == '+' ||
                               changed[at] == '/';
      const bool ends_in_padding = changed[at] == '=' && at + 1 == text.size();
      CHECK(base64_decode(changed).has_value() == (is_space || is_six_bits || ends_in_padding));
    }
  }
}

TEST_CASE("base64 decoding takes white space anywhere, in and between vectors") {
  std::mt19937 random(4);
  for (int round = 0; round < 300; ++round) {
    ByteVector bytes(random() % 100);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    std::string text = base64_encode(bytes);
    for (int spaces = 0; spaces < round % 5; ++spaces)
      text.insert(random() % (text.size() + 1), "\r\n");
    CHECK(base64_decode(text) == bytes);
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
  CHECK_FALSE(
      decoded("Zg=="
              "Zg=="));
  CHECK_FALSE(decoded("Zm8=="));
  CHECK_FALSE(decoded("===="));
}

}  // namespace lectern
