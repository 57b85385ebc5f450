// What patterns mean is compared with git itself by gitignore.mjs; here, the few rules that
// everything stands on.
#include "command/gitignore.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace lectern::command {
namespace {

bool fits(std::string_view pattern, std::string_view text) { return Glob(pattern).matches(text); }

}  // namespace

TEST_CASE("a star stays in its component, two that fill a component do not") {
  CHECK(fits("a*", "abc"));
  CHECK_FALSE(fits("a*", "a/b"));
  CHECK(fits("**/b", "b"));
  CHECK(fits("**/b", "a/c/b"));
  CHECK(fits("a/**/b", "a/b"));
  CHECK(fits("a/**/b", "a/x/y/b"));
  CHECK_FALSE(fits("a/**/b", "axb"));
  CHECK(fits("a/**", "a/b/c"));
  CHECK_FALSE(fits("a/**", "a"));
  CHECK_FALSE(fits("?**b", "a/b"));
}

TEST_CASE("a class takes one byte, never a slash") {
  CHECK(fits("[a-c]", "b"));
  CHECK_FALSE(fits("[a-c]", "d"));
  CHECK(fits("[!a]", "b"));
  CHECK_FALSE(fits("[!a]", "/"));
  CHECK(fits("[]]", "]"));
  CHECK(fits("[[:digit:]x]", "7"));
  CHECK_FALSE(fits("?", "\xC3\xA9"));
  CHECK(fits("??", "\xC3\xA9"));
}

TEST_CASE("the steps of patterns are counted, and end the comparing") {
  const auto steps_of = [](std::string_view pattern, std::string_view text) {
    std::int64_t left = 0;
    Glob(pattern).matches(text, &left);
    return -left;
  };
  CHECK(steps_of("abc", "xyz") == 1);
  CHECK(steps_of("abc", "abx") == 3);
  CHECK(steps_of("*b", "aab") == 21);
  CHECK(steps_of("**/b", "a/b") == 28);
  std::int64_t left = 3;
  const IgnoreFile file("a\nb\nc\n");
  CHECK(file.ignores("a", false, &left) == std::nullopt);
  CHECK(left < 0);
  CHECK(file.ignores("a", false) == true);
}

TEST_CASE("a pattern that is broken matches nothing") {
  CHECK_FALSE(fits("[a", "[a"));
  CHECK_FALSE(fits("a\\", "a\\"));
  CHECK_FALSE(fits("[[:letter:]]", "a"));
}

TEST_CASE("patterns made to take for ever give their answer") {
  std::string stars;
  for (int i = 0; i < 2000; ++i) stars += "*a";
  const std::string text(2000, 'a');
  CHECK(fits(stars, text));
  CHECK_FALSE(fits(stars + "b", text));
  CHECK_FALSE(fits("*" + std::string(1000, 'a') + "b", text));
  CHECK_FALSE(fits("**/" + stars + "b", text));
  CHECK(fits("**/" + stars + "*", "x/" + text));
}

TEST_CASE("a star gives back what the rest of a pattern needs") {
  CHECK(fits("*ab", "aab"));
  CHECK(fits("a*b*c", "abbcbc"));
  CHECK_FALSE(fits("*a/b", "a/a/b"));
  CHECK(fits("*/b*", "a/bc"));
  CHECK_FALSE(fits("a*", "b"));
  CHECK(fits("*", ""));
  CHECK(fits("**/a/*b", "x/a/a/ab"));
  CHECK_FALSE(fits("**/a/*b", "x/a/b/a"));
}

TEST_CASE("a pattern that is longer than any path does not count") {
  const std::string longest(kMaxPatternBytes, 'a');
  const IgnoreFile file(longest + "\n" + longest + "a\nb\n*" + longest + "\n");
  CHECK(file.left_out() == 2);
  CHECK(file.ignores(longest, false) == true);
  CHECK(file.ignores(longest + "a", false) == std::nullopt);
  CHECK(file.ignores("b", false) == true);
}

TEST_CASE("the last pattern that fits decides") {
  const IgnoreFile file("*.log\n!keep.log\n");
  CHECK(file.ignores("a/b.log", false) == true);
  CHECK(file.ignores("a/keep.log", false) == false);
  CHECK(file.ignores("a/b.txt", false) == std::nullopt);
}

TEST_CASE("a slash anchors a pattern, one at its end asks for a directory") {
  const IgnoreFile file("/top\nbuilt/\na/b\n");
  CHECK(file.ignores("top", false) == true);
  CHECK(file.ignores("a/top", false) == std::nullopt);
  CHECK(file.ignores("a/built", true) == true);
  CHECK(file.ignores("a/built", false) == std::nullopt);
  CHECK(file.ignores("c/a/b", false) == std::nullopt);
}

TEST_CASE("comments, marks and spaces at the ends of lines are no part of patterns") {
  const IgnoreFile file("\xEF\xBB\xBF# a\r\n\\#b\r\nc  \nd\\ \n");
  CHECK(file.ignores("# a", false) == std::nullopt);
  CHECK(file.ignores("#b", false) == true);
  CHECK(file.ignores("c", false) == true);
  CHECK(file.ignores("d ", false) == true);
}

}  // namespace lectern::command
