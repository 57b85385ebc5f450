#include "json/json_scanner.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace lectern {
namespace {

constexpr std::uint64_t kDepth = 8;

/// What is wrong with `text` as a whole document, or "".
std::string mistake(std::string_view text) {
  JsonScanner scanner(text, kDepth);
  scanner.value();
  if (scanner.finish()) return "";
  return scanner.failure()->message + " at " + std::to_string(scanner.failure()->offset);
}

std::string unescaped(std::string_view raw) {
  std::string out;
  append_unescaped(raw, out);
  return out;
}

}  // namespace

TEST_CASE("well-formed JSON is accepted, Python's three extra numbers included") {
  for (const std::string_view text :
       {"{}", "[]", " [ 1 , -0.5e+10 , 0 , 1E3 ] ", R"({"a":{"b":[null,true,false]}})", "NaN",
        "[-Infinity,Infinity]", R"("\"\\\/\b\f\n\r\t\u00e9")",
        "\"caf\xC3\xA9 and more than eight\""}) {
    INFO(text);
    CHECK(mistake(text) == "");
  }
}

TEST_CASE("a mistake is told with its place and what was expected") {
  CHECK(mistake("") == "expected a JSON value but found the end of the file at 0");
  CHECK(mistake("<html>") == "expected a JSON value but found '<' at 0");
  CHECK(mistake("[1,]") == "expected a JSON value but found ']' at 3");
  CHECK(mistake("[1 2]") == "expected ',' or ']' but found '2' at 3");
  CHECK(mistake("[1}") == "expected ',' or ']' but found '}' at 2");
  CHECK(mistake("{1:2}") == "expected a key in double quotes or '}' but found '1' at 1");
  CHECK(mistake(R"({"a":1,})") == "expected a key in double quotes but found '}' at 7");
  CHECK(mistake(R"({"a" 1})") == "expected ':' after the key but found '1' at 5");
  CHECK(mistake("{} x") == "expected the end of the file but found 'x' at 3");
  CHECK(mistake("[1") == "expected ',' or ']' but found the end of the file at 2");
  CHECK(mistake("[01]") == "expected ',' or ']' but found '1' at 2");
  CHECK(mistake("1.") == "expected a digit but found the end of the file at 2");
  CHECK(mistake("-") == "expected a digit but found the end of the file at 1");
  CHECK(mistake("nul") == "expected a JSON value but found an unknown word at 0");
  CHECK(mistake("[\"open") ==
        "expected '\"' but found the end of the file in the string that begins at 1");
  CHECK(mistake("\"a\nb\"") ==
        "expected '\"' or more of the string but found control character 10 at 2");
  CHECK_FALSE(mistake(R"("\x")").empty());
  CHECK_FALSE(mistake(R"("\u12g4")").empty());
}

TEST_CASE("nesting is accepted up to the limit and refused beyond it") {
  CHECK(mistake(std::string(kDepth, '[') + std::string(kDepth, ']')) == "");
  JsonScanner scanner(std::string_view("[[[[[[[[[[[["), kDepth);
  scanner.value();
  REQUIRE(scanner.failure());
  CHECK(scanner.failure()->too_deep);
  CHECK(scanner.failure()->message == "nested deeper than 8 levels");
}

TEST_CASE("members are visited in order and skipped ones are checked") {
  JsonScanner scanner(R"({"a":[1,{"x":2}],"b\u0062":"text"})", kDepth);
  REQUIRE(scanner.enter());
  CHECK(scanner.next_key() == "a");
  REQUIRE(scanner.enter());
  REQUIRE(scanner.next_element());
  CHECK(scanner.value()->raw == "1");
  REQUIRE(scanner.next_element());
  CHECK(scanner.peek() == JsonKind::kObject);
  CHECK(scanner.value()->raw == R"({"x":2})");
  CHECK_FALSE(scanner.next_element());
  CHECK(scanner.next_key() == "bb");
  CHECK(scanner.value()->raw == R"("text")");
  CHECK_FALSE(scanner.next_key());
  CHECK(scanner.finish());
}

TEST_CASE("after a mistake every call gives nothing, so that loops end") {
  JsonScanner scanner("[1,?", kDepth);
  REQUIRE(scanner.enter());
  int elements = 0;
  while (scanner.next_element()) {
    scanner.value();
    ++elements;
  }
  CHECK(elements == 2);
  CHECK_FALSE(scanner.ok());
  CHECK_FALSE(scanner.peek());
  CHECK_FALSE(scanner.value());
  CHECK_FALSE(scanner.enter());
}

TEST_CASE("a long string that is known is handed out without being looked at again") {
  const std::string picture(10'000, 'A');
  const std::string caption = R"(two\nlines)" + std::string(5'000, '.');
  std::string text =
      R"([{"png":")" + picture + R"(","text":"short","caption":")" + caption + R"("}])";
  JsonScanner first(text, kDepth);
  REQUIRE(first.value());
  REQUIRE(first.finish());
  REQUIRE(first.long_strings() == LongStrings{picture, caption});

  // A part of the text, in which a mistake would be found now.
  const std::string_view part = std::string_view(text).substr(1, text.size() - 2);
  text[5'000] = '"';
  JsonScanner again(part, kDepth, first.long_strings());
  REQUIRE(again.enter());
  CHECK(again.next_key() == "png");
  CHECK(again.value()->raw.size() == picture.size() + 2);
  CHECK(again.next_key() == "text");
  CHECK(again.value()->raw == "\"short\"");
  CHECK(again.next_key() == "caption");
  CHECK(again.value()->raw == '"' + caption + '"');
  CHECK_FALSE(again.next_key());
  CHECK(again.finish());
}

TEST_CASE("escapes become characters and lone surrogates U+FFFD") {
  CHECK(unescaped(R"("a\nb\u00e9\u20ac\ud83d\ude00")") ==
        "a\nb\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(unescaped(R"("\ud800 \udc00x")") == "\xEF\xBF\xBD \xEF\xBF\xBDx");
  CHECK(unescaped(R"("\ud800\u0041")") ==
        "\xEF\xBF\xBD"
        "A");
  CHECK(unescaped(R"("\ud800")") == "\xEF\xBF\xBD");
}

TEST_CASE("a position counts lines and characters from one") {
  const std::string text = "ab\n\xC3\xA9x\n";
  CHECK(position_of(text, 0).line == 1);
  CHECK(position_of(text, 0).column == 1);
  CHECK(position_of(text, 5).line == 2);
  CHECK(position_of(text, 5).column == 2);
  CHECK(position_of(text, 99).line == 3);
}

}  // namespace lectern
