// The vector loops against plain ones on random input.
#include "text/kernels.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>

#include "support/plain_kernels.h"
#include "text/utf8.h"
#include "text/word_kernels.h"

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
  for (std::size_t count = random() % (random() % 8 == 0 ? 3000 : 700); count > 0; --count) {
    const ByteSpan piece = as_bytes(kPieces[random() % 20 == 0 ? random() % kinds : 4]);
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  }
  return bytes;
}

}  // namespace

TEST_CASE("vector loops agree with plain ones") {
  std::mt19937 random(7);  // a fixed seed makes failures repeatable
  for (int round = 0; round < 3000; ++round) {
    const ByteVector storage = random_bytes(random);
    const std::size_t skipped = std::min<std::size_t>(storage.size(), random() % 17);
    const ByteSpan bytes = ByteSpan(storage).subspan(skipped);
    const bool after_cr = random() % 2 == 0;
    CHECK(count_line_ends(bytes, after_cr) == plain_line_ends(bytes, after_cr));

    CHECK(plain_ascii_size(bytes) == plain_ascii_prefix(bytes));

    CHECK(valid_utf8_size(bytes) == plain_utf8_prefix(bytes));

    CHECK(count_characters(bytes) == plain_characters(bytes));

    const auto value = static_cast<std::uint8_t>(random() % 2 == 0 ? '\n' : 0);
    const auto found = std::find(bytes.begin(), bytes.end(), value);
    CHECK(find_byte(bytes, value) == static_cast<std::size_t>(found - bytes.begin()));
  }
}

TEST_CASE("loops over words, for processors without vectors, agree with plain ones") {
  std::mt19937 random(13);
  for (int round = 0; round < 3000; ++round) {
    // A byte before, which may be CR; bytes beside those that are looked for.
    constexpr std::uint8_t kBytes[] = {0,    1,    '\n' - 1, '\n', '\n' + 1, '\r', '\r' + 1,
                                       0x1A, 0x1B, 0x1C,     'a',  0x7F,     0x80, 0x81,
                                       0x8A, 0x8D, 0x9B,     0xBF, 0xC0,     0xFF};
    ByteVector storage(1 + 8 * (random() % 40), 'a');
    const std::uint64_t rare = random() % 30 + 1;
    for (auto& byte : storage)
      if (random() % rare == 0) byte = kBytes[random() % std::size(kBytes)];
    const ByteSpan bytes = ByteSpan(storage).subspan(1);
    const std::size_t size = bytes.size();
    const LineEndCounts ends = plain_line_ends(bytes, storage[0] == '\r');
    LineEndCounts counted;
    words::count_line_ends(bytes.data(), size, counted.lf, counted.cr);
    CHECK(counted.lf == ends.lf);
    CHECK(counted.cr == ends.cr);
    CHECK(words::count_crlf(bytes.data(), size) == ends.crlf);
    CHECK(words::count_continuations(bytes.data(), size) == size - plain_characters(bytes));
    CHECK(words::are_plain(bytes.data(), size) == (plain_ascii_prefix(bytes) == size));
    CHECK(words::are_ascii(bytes.data(), size) ==
          std::all_of(bytes.begin(), bytes.end(), [](auto byte) { return byte < 0x80; }));
    CHECK(words::lack(bytes.data(), size, '\n') == (ends.lf == 0));
  }
}

TEST_CASE("two characters of three bytes are known by their word") {
  constexpr std::string_view kFirst[] = {"\xE0\xA0\x80",
                                         "\xE1\x80\x80",
                                         "\xE2\xBF\xBF",
                                         "\xE3\x80\x80",
                                         "\xED\x9F\xBF",
                                         "\xEE\x80\x80",
                                         "\xEF\xBF\xBF",
                                         "\xC3\xA9"
                                         "a",
                                         "\xE6\x88"
                                         "a",
                                         "abc",
                                         "\xF0\x9F\x98",
                                         "\x80\x80\x80"};
  for (const std::string_view first : kFirst) {
    for (const std::string_view second : kFirst) {
      const std::string text = std::string(first) + std::string(second) + "\xE3\x81";
      const std::uint64_t word = words::load(as_bytes(text).data());
      const auto is_three = [](std::string_view c) { return utf8_sequence_size(as_bytes(c)) == 3; };
      CAPTURE(text);
      CHECK(words::are_two_threes(word) == (is_three(first) && is_three(second)));
      if (!words::are_two_threes(word)) continue;
      const auto least = std::min(first[0] & 0xF, second[0] & 0xF);
      const std::uint32_t leads = words::leads_of_threes(word);
      for (int lead = 0; lead < 16; ++lead) {
        const auto low = static_cast<std::uint32_t>(lead);
        CHECK((lead == 0 || words::are_at_least(leads, low) == (least >= lead)));
        CHECK(words::are_not(leads, low) ==
              ((first[0] & 0xF) != lead && (second[0] & 0xF) != lead));
      }
    }
  }
}

TEST_CASE("UTF-16 has the characters of UTF-8") {
  std::mt19937 random(17);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    std::u16string expected;
    for (std::size_t count = random() % 60; count > 0; --count) {
      constexpr char32_t kMost[] = {0x7F, 0x7F, 0x7F, 0x7FF, 0xD7FF, 0x10FFFF};
      const auto c = static_cast<char32_t>(random() % (kMost[random() % std::size(kMost)] + 1));
      if (c >= 0xD800 && c < 0xE000) continue;
      append_utf8(c, text);
      if (c >= 0x10000) expected += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      expected += static_cast<char16_t>(c < 0x10000 ? c : 0xDC00 + (c & 0x3FF));
    }
    std::u16string units(2 * utf8_length(text), u'\0');
    units.resize(utf8_to_utf16(text, units.data()));
    CHECK(units == expected);
  }
}

TEST_CASE("a pair of bytes is found where it stands, or where its second byte is still to come") {
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    ByteVector bytes(random() % 400, 'x');
    for (std::size_t i = 0; i < 6 && !bytes.empty(); ++i)
      bytes[random() % bytes.size()] = as_bytes("aAbB@`")[i];
    const BytePair pair{{'a', 0x20}, {'b', 0x20}, random() % 16};
    const auto is_at = [&](std::size_t at) {
      const bool is_cut = bytes.size() - at <= pair.distance;
      return (bytes[at] == 'a' || bytes[at] == 'A') &&
             (is_cut || bytes[at + pair.distance] == 'b' || bytes[at + pair.distance] == 'B');
    };
    std::size_t expected = 0;
    while (expected < bytes.size() && !is_at(expected)) ++expected;
    CHECK(find_pair(bytes, pair) == expected);
  }
}

TEST_CASE("one wrong byte anywhere in UTF-8 is found where it is") {
  constexpr std::string_view kCharacters[] = {"a",
                                              "\n",
                                              "\xC2\x80",
                                              "\xDF\xBF",
                                              "\xE0\xA0\x80",
                                              "\xED\x9F\xBF",
                                              "\xEE\x80\x80",
                                              "\xF0\x90\x80\x80",
                                              "\xF4\x8F\xBF\xBF"};
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    ByteVector text;
    for (std::size_t count = random() % 400; count > 0; --count) {
      const ByteSpan character = as_bytes(kCharacters[random() % std::size(kCharacters)]);
      text.insert(text.end(), character.begin(), character.end());
    }
    CHECK(valid_utf8_size(text) == text.size());
    if (text.empty()) continue;
    // Any byte, mostly one beside a limit of the table.
    constexpr std::uint8_t kLimits[] = {0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1,
                                        0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF};
    text[random() % text.size()] = random() % 4 == 0 ? static_cast<std::uint8_t>(random())
                                                     : kLimits[random() % std::size(kLimits)];
    CHECK(valid_utf8_size(text) == plain_utf8_prefix(text));
    text.resize(random() % text.size());
    CHECK(valid_utf8_size(text) == plain_utf8_prefix(text));
  }
}

TEST_CASE("counts hold where every byte counts") {
  for (const std::size_t size : {15U, 16U, 17U, 4079U, 4080U, 4081U, 8160U, 20'000U}) {
    INFO(size << " bytes");
    const ByteVector feeds(size, '\n');
    CHECK(count_line_ends(feeds, false) == LineEndCounts{size, 0, 0});
    CHECK(count_line_ends(feeds, true) == LineEndCounts{size, 0, 1});
    const ByteVector returns(size, '\r');
    CHECK(count_line_ends(returns, false) == LineEndCounts{0, size, 0});
    const ByteVector continuations(size, 0x80);
    CHECK(count_characters(continuations) == 0);
    ByteVector both;
    for (std::size_t i = 0; i < size; ++i) both.push_back(i % 2 == 0 ? '\r' : '\n');
    CHECK(count_line_ends(both, false) == plain_line_ends(both, false));
  }
}

}  // namespace lectern
