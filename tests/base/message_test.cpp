#include "base/message.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>

#include "base/error.h"

using namespace lectern;

TEST_CASE("a message writes each of its values at its place in the pattern") {
  const std::string owned = "owned";
  const std::string_view view = "view";
  const char* literal = "pointer";
  CHECK(compose({"{}, {}, {} and {}", owned, view, literal, "literal"}) ==
        "owned, view, pointer and literal");
  CHECK(compose({"{}{}", 'a', 'b'}) == "ab");
  CHECK(compose({"{} pixels", Dimensions{1200, 800}}) == "1200x800 pixels");
  CHECK(compose({"{}{}{}{}{}{}{}{}", 1, 2, 3, 4, 5, 6, 7, 8}) == "12345678");
}

TEST_CASE("a message writes integers of every size, the smallest and the largest too") {
  CHECK(compose({"{} {}", std::numeric_limits<std::int64_t>::min(),
                 std::numeric_limits<std::int64_t>::max()}) ==
        "-9223372036854775808 9223372036854775807");
  CHECK(compose({"{} {}", std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()}) ==
        "0 18446744073709551615");
  CHECK(compose({"{} {} {} {}", std::int8_t{-128}, std::uint8_t{65}, std::int16_t{-1},
                 std::uint16_t{65535}}) == "-128 65 -1 65535");
}

TEST_CASE("a message writes a comma before each third digit where the pattern says so") {
  const auto with_commas = [](std::uint64_t value) { return compose({"{,}", value}); };
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(1000) == "1,000");
  CHECK(with_commas(123456) == "123,456");
  CHECK(with_commas(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
}

TEST_CASE("a message counts what the pattern names") {
  const auto pages = [](std::uint64_t count) { return compose({"it has {more page}.", count}); };
  CHECK(pages(0) == "it has 0 more pages.");
  CHECK(pages(1) == "it has 1 more page.");
  CHECK(pages(2) == "it has 2 more pages.");
  CHECK(pages(1234) == "it has 1,234 more pages.");
}

TEST_CASE("a message keeps empty texts, NUL bytes and braces of its values as they are") {
  using namespace std::string_literals;
  CHECK(compose({"[{}{}{}]", "", std::string(), std::string_view()}) == "[]");
  CHECK(compose({"[{}]", "a\0b"s}) == "[a\0b]"s);
  CHECK(compose({"[{}]", std::string_view("a\0b", 3)}) == "[a\0b]"s);
  CHECK(compose({"[{}]", "{} {,} {{"}) == "[{} {,} {{]");
}

TEST_CASE("two braces in a pattern are one, before and after its values") {
  CHECK(compose({"{{\"a\":{}}", 1}) == "{\"a\":1}");
  CHECK(compose({"{} {{}", 1}) == "1 {}");
}

TEST_CASE("a text alone is no pattern") {
  using namespace std::string_literals;
  CHECK(compose("{} {{") == "{} {{");
  CHECK(compose("a{}\0b"s) == "a{}\0b"s);
  CHECK(compose(std::string_view("{}")) == "{}");
  CHECK(compose("").empty());
}

TEST_CASE("a message may be a value of another") {
  const Message place(" at byte {}", 7);
  CHECK(compose({"{} is cut off{}", "IDAT", place}) == "IDAT is cut off at byte 7");
}

TEST_CASE("a message is written after what is there, and as one more of several") {
  std::string text = "cells";
  append_to(text, {" {}-{}", 1, 5});
  append_to(text, " of 9");
  CHECK(text == "cells 1-5 of 9");

  std::vector<std::string> warnings{"first"};
  add_to(warnings, {"{} of {}", 2, 2});
  CHECK(warnings == std::vector<std::string>{"first", "2 of 2"});
}

TEST_CASE("an error carries its message and, where it is known, the place") {
  const Result<int> without = fail(ErrorCode::kCorruptImage, {"row {} of {}", 3, 8});
  CHECK(without.error().message == "row 3 of 8");
  CHECK_FALSE(without.error().offset_bytes);
  const Result<int> with = fail(ErrorCode::kCorruptImage, "cut off", 42);
  CHECK(with.error().message == "cut off");
  CHECK(with.error().offset_bytes == 42);
}
