// What patterns mean is compared with git itself by gitignore.mjs; here, the few rules that
// everything stands on.
#include "cli/gitignore.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace lectern::cli {
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

TEST_CASE("a pattern that is broken matches nothing") {
  CHECK_FALSE(fits("[a", "[a"));
  CHECK_FALSE(fits("a\\", "a\\"));
  CHECK_FALSE(fits("[[:letter:]]", "a"));
}

TEST_CASE("a pattern made to take for ever takes no longer than its length times the text's") {
  std::string pattern;
  for (int i = 0; i < 1000; ++i) pattern += "*a";
  CHECK_FALSE(fits(pattern + "b", std::string(1000, 'a')));
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

}  // namespace lectern::cli
