#include "cli/paths.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::cli {

TEST_CASE("absolute paths lose what leads nowhere") {
  CHECK(absolute_path("/a//b/./../c/") == "/a/c");
  CHECK(absolute_path("/../..") == "/");
  CHECK(absolute_path("a/b") == absolute_path(".") + "/a/b");
}

TEST_CASE("whole components decide what lies in a directory") {
  using Segments = std::vector<std::string>;
  CHECK(segments_below("/tree", "/tree/a/b") == Segments{"a", "b"});
  CHECK(segments_below("/tree", "/tree") == Segments{});
  CHECK(segments_below("/", "/a") == Segments{"a"});
  CHECK_FALSE(segments_below("/tree", "/tree-evil/a"));
  CHECK_FALSE(segments_below("/tree/a", "/tree"));
}

TEST_CASE("a path as a URI has its slashes, and all else that is special by its bytes") {
  CHECK(file_uri("/a b/\u00E9#?.pdf") == "file:///a%20b/%C3%A9%23%3F.pdf");
}

}  // namespace lectern::cli
