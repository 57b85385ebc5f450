// Decoders against the WHATWG Encoding Standard: names, errors, cuts.
#include "text/decoder.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "support/corpus.h"
#include "text/encoding.h"

namespace lectern {
namespace {

class Collector final : public TextSink {
 public:
  void append(std::string_view text) override { all += text; }
  std::string all;
};

struct Decoded {
  std::string text;
  std::uint64_t replacements;
};

Decoded decoded(Encoding encoding, ByteSpan bytes, std::size_t chunk_bytes = 1 << 20) {
  const auto decoder = make_decoder(encoding);
  REQUIRE(decoder);
  Collector collector;
  for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) {
    decoder->decode(bytes.subspan(at, std::min(chunk_bytes, bytes.size() - at)), collector);
  }
  decoder->finish(collector);
  return {collector.all, decoder->replacements()};
}

std::string text(std::string_view label, std::string_view bytes) {
  const auto encoding = encoding_for_label(label);
  REQUIRE(encoding);
  return decoded(*encoding, as_bytes(bytes)).text;
}

constexpr std::string_view kReplaced = "\xEF\xBF\xBD";

std::string replaced(std::size_t times, std::string_view rest = "") {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += kReplaced;
  return all.append(rest);
}

}  // namespace

TEST_CASE("labels are found without regard to case and surrounding white space") {
  CHECK(encoding_for_label(" UTF8\n") == Encoding::kUtf8);
  CHECK(encoding_for_label("Latin1") == Encoding::kWindows1252);
  CHECK(encoding_for_label("iso-8859-9") == Encoding::kWindows1254);
  CHECK(encoding_for_label("sjis") == Encoding::kShiftJis);
  CHECK(encoding_for_label("gb2312") == Encoding::kGbk);
  CHECK(encoding_for_label("hz-gb-2312") == Encoding::kReplacement);
  CHECK_FALSE(encoding_for_label("utf-7"));
  CHECK_FALSE(encoding_for_label(" "));
  for (int i = 0; i <= static_cast<int>(kLastEncoding); ++i) {
    const auto encoding = static_cast<Encoding>(i);
    CHECK(encoding_for_label(encoding_name(encoding)) == encoding);
  }
}

TEST_CASE("ill-formed UTF-8 becomes one U+FFFD for each maximal subpart") {
  CHECK(text("utf-8", "\xC0\xAF") == replaced(2));
  CHECK(text("utf-8", "\xE0\x80\xAF") == replaced(3));
  CHECK(text("utf-8", "\xED\xA0\x80") == replaced(3));
  CHECK(text("utf-8", "\xF4\x90\x80\x80") == replaced(4));
  CHECK(text("utf-8", "\xE2(\xA1") == replaced(1, "(") + replaced(1));
  CHECK(text("utf-8", "\xF0\x9F\x98") == replaced(1));
  CHECK(text("utf-8", "\xF0\x9F\x98]") == replaced(1, "]"));
  CHECK(text("utf-8", "a\xF0\x9F\x98\x80z") == "a\xF0\x9F\x98\x80z");
}

TEST_CASE("lone surrogates and cut units of UTF-16 become U+FFFD") {
  using namespace std::string_view_literals;
  CHECK(text("utf-16le",
             "a\0\x00\xD8"
             "b\0"sv) == "a" + replaced(1, "b"));
  CHECK(text("utf-16le", "\x00\xDC"sv) == replaced(1));
  CHECK(text("utf-16le", "\x3D\xD8\x00\xDE"sv) == "\xF0\x9F\x98\x80");
  CHECK(text("utf-16be", "\xD8\x3D\xDE\x00"sv) == "\xF0\x9F\x98\x80");
  CHECK(text("utf-16le", "a\0b"sv) == "a" + replaced(1));
  CHECK(text("utf-32le", "\x00\xF6\x01\x00"sv) == "\xF0\x9F\x98\x80");
  CHECK(text("utf-32be", "\x00\x11\x00\x00\x00\x00\xD8\x00"sv) == replaced(2));
}

TEST_CASE("single bytes without a character become U+FFFD") {
  CHECK(text("windows-1252", "\x80\x81\xE9") == "\xE2\x82\xAC\xC2\x81\xC3\xA9");
  CHECK(text("windows-1253", "\xAA") == replaced(1));
  CHECK(text("koi8-u", "\xA4\xAE") == "\xD1\x94\xD1\x9E");
  CHECK(text("ibm866", "\x80\xE0") == "\xD0\x90\xD1\x80");
  CHECK(text("cp737", "\x80") == "\xCE\x91");
  CHECK(text("x-user-defined", "\x80") == "\xEF\x9E\x80");
  CHECK(text("hz-gb-2312", "abc") == replaced(1));
}

TEST_CASE("a broken pair gives back its ASCII byte") {
  CHECK(text("gbk", "\xD6\xD0\x81 ") == "\xE4\xB8\xAD" + replaced(1, " "));
  CHECK(text("gb18030", "\x81\x30\x81") == replaced(1));
  CHECK(text("gb18030",
             "\x81\x30"
             "a") == replaced(1, "0a"));
  CHECK(text("gb18030", "\x81\x30\x81 ") == replaced(1, "0") + replaced(1, " "));
  CHECK(text("gb18030", "\x81\x35\xF4\x37") == "\xEE\x9F\x87");
  CHECK(text("gb18030", "\x90\x30\x81\x30") == "\xF0\x90\x80\x80");
  CHECK(text("gb18030", "\xE3\x32\x9A\x36") == replaced(1));
  CHECK(text("gb18030", "\x80\xFF") == "\xE2\x82\xAC" + replaced(1));
  CHECK(text("big5", "\x88\x62\xA4\x40") == "\xC3\x8A\xCC\x84\xE4\xB8\x80");
  CHECK(text("big5", "\x81z\xA4") == replaced(1, "z") + replaced(1));
  CHECK(text("euc-kr", "\xB0\xA1\x81[") == "\xEA\xB0\x80" + replaced(1, "["));
  CHECK(text("shift_jis", "\x82\xA0\xB1\x80\x81\x20") ==
        "\xE3\x81\x82\xEF\xBD\xB1\xC2\x80" + replaced(1, " "));
  CHECK(text("shift_jis", "\xF0\x40") == "\xEE\x80\x80");
  CHECK(text("euc-jp", "\xA4\xA2\x8E\xB1\x8F\xB0\xA1\xA4") ==
        "\xE3\x81\x82\xEF\xBD\xB1\xE4\xB8\x82" + replaced(1));
}

TEST_CASE("ISO-2022-JP follows its escapes and refuses empty ones") {
  CHECK(text("iso-2022-jp", "a\x1B$B$\"\x1B(Bb") ==
        "a\xE3\x81\x82"
        "b");
  CHECK(text("iso-2022-jp", "\x1B(J\\~") == "\xC2\xA5\xE2\x80\xBE");
  CHECK(text("iso-2022-jp", "\x1B(I1") == "\xEF\xBD\xB1");
  CHECK(text("iso-2022-jp", "\x1B$B\x1B(B") == replaced(1));
  CHECK(text("iso-2022-jp", "\x1B[31m") == replaced(1, "[31m"));
  CHECK(text("iso-2022-jp", "\x1B(") == replaced(1, "("));
  CHECK(text("iso-2022-jp", "\x0E\x80") == replaced(2));
}

TEST_CASE("ISO-2022-KR shifts between ASCII and Korean, whatever other escapes say") {
  CHECK(text("iso-2022-kr",
             "\x1B$)Ca\x0E"
             "0!\x0F!\n\x1B[31m") == "a\xEA\xB0\x80!\n\x1B[31m");
  CHECK(text("iso-2022-kr",
             "\x0E"
             "0\x0F") == replaced(1));
}

TEST_CASE("every pointer of every index decodes as the reference does, in chunks of any size") {
  const std::pair<std::string_view, Encoding> vectors[] = {
      {"big5", Encoding::kBig5},          {"euc_kr", Encoding::kEucKr},
      {"gb18030", Encoding::kGb18030},    {"iso_2022_jp", Encoding::kIso2022Jp},
      {"jis0208", Encoding::kEucJp},      {"jis0212", Encoding::kEucJp},
      {"shift_jis", Encoding::kShiftJis},
  };
  testing::corpus_entries("text");
  for (const auto& [name, encoding] : vectors) {
    INFO(name);
    const std::string stem = "text/encoding_rs/test_data__" + std::string(name);
    const ByteVector input = testing::corpus_bytes(stem + "_in.txt");
    const ByteVector expected = testing::corpus_bytes(stem + "_in_ref.txt");
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{7}, input.size()}) {
      CHECK((decoded(encoding, input, chunk).text == as_chars(expected)));
    }
  }
}

TEST_CASE("the UTF-8 stress file decodes as its reference says") {
  testing::corpus_entries("text");
  const ByteVector input = testing::corpus_bytes("text/utf8tests/utf8tests.bin");
  const ByteVector expected =
      testing::corpus_bytes("text/utf8tests/artifacts__utf8.replace.ref.txt");
  CHECK((decoded(Encoding::kUtf8, input).text == as_chars(expected)));
  CHECK((decoded(Encoding::kUtf8, input, 1).text == as_chars(expected)));
}

}  // namespace lectern
