#include "command/paths.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::command {

TEST_CASE("absolute paths lose what leads nowhere") {
  CHECK(absolute_path("/a//b/./../c/", "/x") == "/a/c");
  CHECK(absolute_path("/../..", "/x") == "/");
  CHECK(absolute_path("a/b", "/x/y") == "/x/y/a/b");
  CHECK(absolute_path("../a", "/x/y") == "/x/a");
}

TEST_CASE("whole components decide what lies in a directory") {
  using Segments = std::vector<std::string>;
  CHECK(segments_below("/tree", "/tree/a/b") == Segments{"a", "b"});
  CHECK(segments_below("/tree", "/tree") == Segments{});
  CHECK(segments_below("/", "/a") == Segments{"a"});
  CHECK_FALSE(segments_below("/tree", "/tree-evil/a"));
  CHECK_FALSE(segments_below("/tree/a", "/tree"));
}

TEST_CASE("a slash or a dot component at the end names a directory") {
  for (const char* path : {"a/", "a/.", "a/..", ".", "..", "/"}) CHECK(names_directory(path));
  for (const char* path : {"a", "a/b", "a/.b", "...", ""}) CHECK_FALSE(names_directory(path));
}

TEST_CASE("a path as a URI has its slashes, and all else that is special by its bytes") {
  CHECK(file_uri("/a b/\u00E9#?.pdf") == "file:///a%20b/%C3%A9%23%3F.pdf");
}

}  // namespace lectern::command
