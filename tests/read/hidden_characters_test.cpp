#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "read/read.h"
#include "text/hidden_characters.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Warnings = std::vector<std::string>;

ToolResult read_as(std::string_view name, const std::string& text, ReadRequest request = {}) {
  request.file_path = name;
  ToolResult result = read(as_bytes(text), request);
  REQUIRE(result.success);
  return result;
}

Warnings warnings_of(std::string_view name, const std::string& text, ReadRequest request = {}) {
  return read_as(name, text, std::move(request)).metadata.warnings;
}

TEST_CASE("hidden characters are reported and kept") {
  const ToolResult result = read_as("a.txt",
                                    "a\xE2\x80\xAE"
                                    "b\xE2\x81\xA6"
                                    "\n\xE2\x80\x8B\n\xF3\xA0\x81\x81\n\x1B[8mno\x1B[0m\n");
  CHECK(result.metadata.warnings ==
        Warnings{"2 bidirectional control characters in the text shown, the first is U+202E",
                 "1 zero-width character in the text shown, the first is U+200B",
                 "1 invisible tag character in the text shown, the first is U+E0041",
                 "2 control characters in the text shown, the first is U+001B"});
  CHECK(result.content.find("\xE2\x80\xAE") != std::string::npos);
}

TEST_CASE("of all characters those are reported that do not show") {
  std::string text;
  for (char32_t c = 0; c <= kLastCodePoint; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    append_utf8(c, text);
    text += 'x';
  }
  CHECK(describe_hidden_characters(text) ==
        Warnings{"12 bidirectional control characters in the text shown, the first is U+061C",
                 "10 zero-width characters in the text shown, the first is U+180E",
                 "128 invisible tag characters in the text shown, the first is U+E0000",
                 "4 unusual line separators in the text shown, the first is U+000D",
                 "60 control characters in the text shown, the first is U+0000"});
}

TEST_CASE("a character that does not show is found anywhere in text of one kind") {
  for (const std::string_view shown : {"a", "\xE6\x88\x91", "\xC3\xA9", "\xEE\x80\x80"}) {
    for (int before = 0; before < 20; ++before) {
      for (const std::string_view hidden : {"\x7F", "\xE2\x80\x8B", "\xEF\xBB\xBF", "\xC2\x80"}) {
        std::string text;
        for (int i = 0; i < before; ++i) text += shown;
        text += hidden;
        for (int i = 0; i < 20; ++i) text += shown;
        CAPTURE(text);
        CHECK(describe_hidden_characters(text).size() == 1);
      }
    }
  }
}

TEST_CASE("variation selectors are reported when they select nothing") {
  const std::string heart = "\xE2\x9D\xA4\xEF\xB8\x8F";
  CHECK(warnings_of("a.txt", heart + heart).empty());
  CHECK(warnings_of("a.txt", heart + "\xF3\xA0\x84\x80\xF3\xA0\x84\x81") ==
        Warnings{"2 stray variation selectors in the text shown, the first is U+E0100"});
}

TEST_CASE("every reader reports hidden characters of the text it shows, once") {
  const std::string tag = "\xF3\xA0\x81\x81";
  const Warnings expected = {"1 invisible tag character in the text shown, the first is U+E0041"};
  CHECK(warnings_of("a.ipynb", R"({"cells":[{"cell_type":"markdown","metadata":{},"source":"a)" +
                                   tag + R"("}],"metadata":{},"nbformat":4,"nbformat_minor":5})") ==
        expected);
  CHECK(warnings_of("a.eml", "Subject: a\n\nb" + tag + "\n") == expected);
  CHECK(warnings_of("a.mbox", "From a@b.example Thu Jan  1 00:00:00 1970\nSubject: a" + tag +
                                  "\n\nb\n") == expected);
  CHECK(warnings_of("a.html", "<title>a</title><p>b" + tag) == expected);
  CHECK(warnings_of("a.rtf", R"({\rtf1 a\u-9408?\u-9151? b})").size() == 1);
  CHECK(warnings_of("a.fb2",
                    "<?xml version=\"1.0\"?><FictionBook xmlns=\""
                    "http://www.gribuser.ru/xml/fictionbook/2.0\"><body><section><p>b" +
                        tag + "</p></section></body></FictionBook>") == expected);
}

TEST_CASE("places, outlines and searches report hidden characters of what they show") {
  const std::string tag = "\xF3\xA0\x81\x81";
  const Warnings expected = {"1 invisible tag character in the text shown, the first is U+E0041"};
  const std::string json = R"({"a": "x)" + tag + R"(", "b": 1})";
  ReadRequest at;
  at.at = "a";
  CHECK(warnings_of("a.json", json, at) == expected);
  at.at = "b";
  CHECK(warnings_of("a.json", json, at).empty());
  ReadRequest search;
  search.search = "x";
  CHECK(warnings_of("a.txt", "x" + tag + "\ny\n", search) == expected);
}

}  // namespace
}  // namespace lectern
