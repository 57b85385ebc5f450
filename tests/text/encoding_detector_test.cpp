// What encoding text without a label is in, and what is no text.
#include "text/encoding_detector.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "text/text_stream.h"

namespace lectern {
namespace {

/// No block of tables, so that none are found.
constexpr std::string_view kNoTables = "none";

struct Outcome {
  bool binary;
  bool lacks_tables;
  TextFacts facts;
  std::string text;
};

Outcome outcome(std::string_view bytes, const TextStreamOptions& options = {}) {
  class : public TextStreamSink {
   public:
    void append(std::string_view text) override { all += text; }
    void at_line_start(const TextStreamState&) override {}
    std::string all;
  } collector;
  TextStream stream(options, collector);
  stream.push(as_bytes(bytes));
  stream.finish();
  return {stream.is_binary(), stream.lacks_tables(), stream.facts(), collector.all};
}

Outcome outcome_without_tables(std::string_view bytes, std::optional<Encoding> encoding = {}) {
  return outcome(bytes, {.encoding = encoding, .legacy_tables = {as_bytes(kNoTables)}});
}

Encoding encoding_of(std::string_view bytes) {
  const Outcome found = outcome(bytes);
  CHECK_FALSE(found.binary);
  return found.facts.encoding;
}

}  // namespace

TEST_CASE("byte order marks decide and are taken off") {
  using namespace std::string_view_literals;
  CHECK(outcome("\xEF\xBB\xBF"
                "a")
            .text == "a");
  CHECK(outcome("\xFF\xFE"
                "a\0"sv)
            .text == "a");
  CHECK(outcome("\xFE\xFF\0a"sv).text == "a");
  CHECK(outcome("\xFF\xFE\0\0a\0\0\0"sv).text == "a");
  CHECK(outcome("\0\0\xFE\xFF\0\0\0a"sv).text == "a");
  CHECK(outcome("\xFF\xFE"
                "a\0"sv)
            .facts.bom);
}

TEST_CASE("UTF-16 and UTF-32 are known without a mark, and binary data is not taken for them") {
  using namespace std::string_view_literals;
  CHECK(encoding_of("h\0i\0\n\0"sv) == Encoding::kUtf16Le);
  CHECK(encoding_of("\0h\0i\0\n"sv) == Encoding::kUtf16Be);
  CHECK(encoding_of("h\0\0\0i\0\0\0"sv) == Encoding::kUtf32Le);
  CHECK(encoding_of("\0\0\0h\0\0\0i"sv) == Encoding::kUtf32Be);
  CHECK(outcome("abc\0def\n"sv).binary);
  CHECK(outcome("\1\0\2\0\3\0\4\0"sv).binary);
  CHECK(outcome(std::string(64, '\0')).binary);
}

TEST_CASE("UTF-16 without a mark is text in any living script") {
  // Ethiopic, Cherokee and Tifinagh.
  constexpr std::u16string_view kText =
      u"\u12A0\u121B\u122D\u129B \u13E3\u13B3\u13A9 \u2D5C\u2D49\u2D3C\n";
  std::string bytes;
  for (const char16_t c : kText) {
    bytes += static_cast<char>(c & 0xFF);
    bytes += static_cast<char>(c >> 8);
  }
  CHECK(encoding_of(bytes) == Encoding::kUtf16Le);
}

TEST_CASE("the DOS page 855 and the Mac's one for Central Europe are guessed") {
  using namespace std::string_view_literals;
  CHECK(
      encoding_of(
          "\xA7\xD6\xC6\xE7\xD2\xA8\xD4\xE5 \xE3\xD6\xB5\xE1\xA0\xD4\x84\xD4 \xEB \xE3\xE5\xA0\xE1\xD6\xBD \xC6\xD6\xA6\xB7\xE1\xD6\xEB\xC6\xA8. \xDD\xE1\xD6\xFB\xB7\xE5\xA0\xBD\xE5\xA8 \xA8\xAC\xD6 \xEB\xD4\xB7\xD2\xA0\xE5\xA8\xD0\xED\xD4\xD6.\n"sv) ==
      Encoding::kIbm855);
  CHECK(encoding_of("P\xDE\x92li\xE4 \xEClu\xE9ou\x8Bk\xF9 k\xF3\xCB \x9Cp\x9El \x93\x87"
                    "belsk\x8E \x97"
                    "dy, \xDE"
                    "ekl n\x87\xE4 p\xDE\x92tel.\n"sv) == Encoding::kXMacCe);
}

TEST_CASE("UTF-8 is told from its bytes even where a character is cut") {
  CHECK(encoding_of(std::string(1023, 'x') + "\xE3\x81\x82") == Encoding::kUtf8);
  CHECK(encoding_of("caf\xC3\xA9 \xE6\x88") == Encoding::kUtf8);
  std::string ideographs;
  for (int i = 0; i < 171; ++i) ideographs += "\xE6\x88\x91";
  CHECK(encoding_of(ideographs) == Encoding::kUtf8);
  // A character across the end of the window of 256 KiB.
  CHECK(encoding_of("\xC3\xA9" + std::string((256 << 10) - 3, 'x') + "\xC3\xA9") ==
        Encoding::kUtf8);
}

TEST_CASE("a few damaged bytes do not make another encoding of UTF-8") {
  std::string text;
  for (int i = 0; i < 50; ++i)
    text +=
        "gr\xC3\xBC\xC3\x9F"
        "e ";
  const Outcome found = outcome(text + "\xFF" + text);
  CHECK(found.facts.encoding == Encoding::kUtf8);
  CHECK(found.facts.replacements == 1);
  CHECK(found.facts.confidence_percent);
}

TEST_CASE("short legacy texts are told apart") {
  CHECK(encoding_of("caf\xE9 au lait") == Encoding::kWindows1252);
  CHECK(encoding_of("don\x92t say \x93"
                    "no\x94 to na\xEFve people") == Encoding::kWindows1252);
  CHECK(encoding_of("\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0!") == Encoding::kWindows1251);
  CHECK(encoding_of("\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2!") == Encoding::kKoi8R);
  CHECK(encoding_of("\xC4\xE3\xBA\xC3\xA3\xAC\xCA\xC0\xBD\xE7\xA1\xA3") == Encoding::kGb18030);
  CHECK(encoding_of("\xA7\x41\xA6\x6E\xA1\x41\xA5\x40\xAC\xC9\xA1\x43") == Encoding::kBig5);
  CHECK(encoding_of("\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x90\xA2\x8A\x45") ==
        Encoding::kShiftJis);
  CHECK(encoding_of("\xA4\xB3\xA4\xF3\xA4\xCB\xA4\xC1\xA4\xCF\xC0\xA4\xB3\xA6") ==
        Encoding::kEucJp);
  CHECK(encoding_of("\xBE\xC8\xB3\xE7\xC7\xCF\xBC\xBC\xBF\xE4 \xBC\xBC\xB0\xE8") ==
        Encoding::kEucKr);
  CHECK(encoding_of("\x1B$B$3$s$K$A$O\x1B(B\n") == Encoding::kIso2022Jp);
  CHECK(encoding_of("\x1B$)C\x0E>H3g\x0F\n") == Encoding::kIso2022Kr);
}

TEST_CASE("the last letter of the Russian alphabet is not taken for a euro sign behind a word") {
  CHECK(encoding_of("\xCA\xEB\xE0\xE2\xE8\xF8\xE0 \xED\xE0\xF5\xEE\xE4\xE8\xF2\xF1\xFF "
                    "\xF1\xEB\xE5\xE2\xE0") == Encoding::kWindows1251);
}

TEST_CASE("colours of a terminal are no encoding") {
  const Outcome found = outcome("\x1B[31mred\x1B[0m\n");
  CHECK(found.facts.encoding == Encoding::kUtf8);
  CHECK(found.text == "\x1B[31mred\x1B[0m\n");
}

TEST_CASE("bytes that read as words nowhere are binary data") {
  std::string noise;
  unsigned state = 1;
  for (int i = 0; i < 4000; ++i) {
    state = state * 1103515245 + 12345;
    noise += static_cast<char>(1 + (state >> 16) % 255);
  }
  CHECK(outcome(noise).binary);
}

TEST_CASE("text in Unicode and binary data need no tables") {
  using namespace std::string_view_literals;
  std::string damaged;
  for (int i = 0; i < 50; ++i) damaged += "sch\xC3\xB6n \xC3\xBC ";
  const std::string_view inputs[] = {
      "",
      "plain\n",
      "\x1B[31mred\x1B[0m\n",
      "caf\xC3\xA9\n",
      "caf\xC3\xA9 \xE6\x88",
      "\xEF\xBB\xBF\xFF",
      "h\0\xE9\0\n\0"sv,
      "\0\0\xFE\xFF\0\0\0a"sv,
      "GIF89a\xF7 caf\xE9",
      "caf\xE9\0"sv,
      "\x7F"
      "ELF caf\xE9",
      "\xE9 \x01\x02\x03\n",
  };
  for (const std::string_view input : inputs) {
    INFO(input);
    const Outcome without = outcome_without_tables(input);
    const Outcome with = outcome(input);
    CHECK_FALSE(without.lacks_tables);
    CHECK(without.binary == with.binary);
    CHECK(without.facts.encoding == with.facts.encoding);
    CHECK(without.text == with.text);
  }
  CHECK(outcome_without_tables(damaged + "\xFF").text == outcome(damaged + "\xFF").text);
  CHECK(outcome_without_tables("\x80", Encoding::kXUserDefined).text == "\xEF\x9E\x80");
  CHECK_FALSE(outcome_without_tables("abc", Encoding::kReplacement).lacks_tables);
}

TEST_CASE("other text asks for the tables, and is read with them") {
  // An encoding that has to be found, and ones that are known.
  const Outcome french = outcome_without_tables("caf\xE9 au lait\n");
  CHECK(french.lacks_tables);
  CHECK_FALSE(french.binary);
  CHECK(french.facts.encoding == Encoding::kUtf8);
  CHECK(outcome("caf\xE9 au lait\n").text == "caf\xC3\xA9 au lait\n");

  const Outcome japanese = outcome_without_tables("\x1B$B$3$s\x1B(B\n");
  CHECK(japanese.lacks_tables);
  CHECK(japanese.facts.encoding == Encoding::kIso2022Jp);

  CHECK(outcome_without_tables("abc", Encoding::kWindows1252).lacks_tables);
  CHECK(outcome("abc", {Encoding::kWindows1252, {}}).text == "abc");
}

TEST_CASE("who only asks whether bytes are text hears the same as who decodes them") {
  std::uint32_t state = 1;
  const auto next = [&state](std::uint32_t count) {
    state = state * 1'664'525U + 1'013'904'223U;
    return (state >> 16U) % count;
  };
  for (int round = 0; round < 400; ++round) {
    // From all letters to hardly any: dense data is none, but in Thai.
    const std::uint32_t most = 1 + next(200);
    const std::uint32_t base = next(2) == 0 ? 0x80 : 0xA1;
    std::string bytes;
    for (std::uint32_t size = next(300); bytes.size() < size;) {
      bytes += static_cast<char>(next(200) < most ? base + next(0x100 - base) : ' ' + next(95));
      if (next(most) == 0) bytes += '\n';
      if (next(2'000) == 0) bytes += '\0';
    }
    TextStreamOptions asking;
    asking.decode = false;
    CAPTURE(round);
    CHECK(outcome(bytes, asking).binary == outcome(bytes).binary);
  }
}

}  // namespace lectern
