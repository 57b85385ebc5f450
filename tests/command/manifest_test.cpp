#include "command/manifest.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::command {
namespace {

const FileFacts kFacts = {12, "1767225600.000000000"};

const Json kRead = {{"success", true}, {"content", "x"}, {"contentHash", "abc"}};

}  // namespace

TEST_CASE("a manifest says what a file was and what became of it") {
  CHECK(manifest_line("a \"b\"", kRead, kFacts) ==
        "{\"file_path\":\"a \\\"b\\\"\",\"size\":12,\"mtime\":\"1767225600.000000000\","
        "\"success\":true,\"contentHash\":\"abc\"}\n");
  const Json missing = {{"success", false}, {"errorCode", "FILE_NOT_FOUND"}};
  CHECK(manifest_line("a", missing, std::nullopt) ==
        "{\"file_path\":\"a\",\"success\":false,\"errorCode\":\"FILE_NOT_FOUND\"}\n");
}

TEST_CASE("a file is unchanged when its size and time are, by its last line") {
  const std::string old_line = manifest_line("a", kRead, FileFacts{11, kFacts.mtime});
  const std::string line = manifest_line("a", kRead, kFacts);
  const auto manifest = Manifest::parse(old_line + line);
  REQUIRE(manifest);
  CHECK(manifest->unchanged("a", kFacts) == line);
  CHECK_FALSE(manifest->unchanged("a", {11, kFacts.mtime}));
  CHECK_FALSE(manifest->unchanged("a", {12, "1767225600.000000001"}));
  CHECK_FALSE(manifest->unchanged("b", kFacts));
}

TEST_CASE("a file that could not be read is never unchanged") {
  const auto manifest = Manifest::parse(manifest_line("a", kRead, std::nullopt));
  REQUIRE(manifest);
  CHECK_FALSE(manifest->unchanged("a", {}));
}

TEST_CASE("a line without its end does not count; any other that is no entry is named") {
  const std::string line = manifest_line("a", kRead, kFacts);
  const auto torn = Manifest::parse(line + "{\"file_path\":\"b");
  REQUIRE(torn);
  CHECK(torn->whole_bytes() == line.size());
  for (const std::string_view bad : {"no JSON\n", "[]\n", "{}\n", "\n", "{\"file_path\":1}\n",
                                     "{\"file_path\":\"a\",\"size\":1e400}\n"}) {
    const auto broken = Manifest::parse(line + std::string(bad) + line);
    REQUIRE_FALSE(broken);
    CHECK(broken.error().message == "line 2 is no entry of a manifest");
  }
}

}  // namespace lectern::command
