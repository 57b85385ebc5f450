#include "cli/manifest.h"

#include <catch2/catch_test_macros.hpp>

#include "read/refusal.h"
#include "support/temporary_folder.h"

namespace lectern::cli {
namespace {

const FileFacts kFacts = {12, "1767225600.000000000"};

ToolResult success_with_hash() {
  ToolResult result;
  result.success = true;
  result.content_hash = "abc";
  return result;
}

}  // namespace

TEST_CASE("a manifest says what a file was and what became of it") {
  CHECK(manifest_line("a \"b\"", success_with_hash(), kFacts) ==
        "{\"file_path\":\"a \\\"b\\\"\",\"size\":12,\"mtime\":\"1767225600.000000000\","
        "\"success\":true,\"contentHash\":\"abc\"}\n");
  const ToolResult missing = refusal(file_error(ErrorCode::kFileNotFound, "a"), "a");
  CHECK(manifest_line("a", missing, std::nullopt) ==
        "{\"file_path\":\"a\",\"success\":false,\"errorCode\":\"FILE_NOT_FOUND\"}\n");
}

TEST_CASE("a file is unchanged when its size and time are, by its last line") {
  const std::string old_line = manifest_line("a", success_with_hash(), FileFacts{11, kFacts.mtime});
  const std::string line = manifest_line("a", success_with_hash(), kFacts);
  const auto manifest = Manifest::parse(old_line + line);
  REQUIRE(manifest);
  CHECK(manifest->unchanged("a", kFacts) == line);
  CHECK_FALSE(manifest->unchanged("a", {11, kFacts.mtime}));
  CHECK_FALSE(manifest->unchanged("a", {12, "1767225600.000000001"}));
  CHECK_FALSE(manifest->unchanged("b", kFacts));
}

TEST_CASE("a file that could not be read is never unchanged") {
  const auto manifest = Manifest::parse(manifest_line("a", success_with_hash(), std::nullopt));
  REQUIRE(manifest);
  CHECK_FALSE(manifest->unchanged("a", {}));
}

TEST_CASE("a line without its end does not count; any other that is no entry is named") {
  const std::string line = manifest_line("a", success_with_hash(), kFacts);
  const auto torn = Manifest::parse(line + "{\"file_path\":\"b");
  REQUIRE(torn);
  CHECK(torn->whole_bytes() == line.size());
  for (const std::string_view bad : {"no JSON\n", "[]\n", "{}\n", "\n", "{\"file_path\":1}\n"}) {
    const auto broken = Manifest::parse(line + std::string(bad) + line);
    REQUIRE_FALSE(broken);
    CHECK(broken.error().message == "line 2 is no entry of a manifest");
  }
}

TEST_CASE("a manifest is written on from where it was whole") {
  const TemporaryFolder folder;
  folder.write("m", "whole\ntorn");
  {
    auto file = ManifestFile::open(folder / "m", 6);
    REQUIRE(file);
    REQUIRE(file->add("next\n"));
  }
  std::ifstream written(folder / "m");
  CHECK(std::string(std::istreambuf_iterator<char>(written), {}) == "whole\nnext\n");
  CHECK(ManifestFile::open(folder / "missing/m", 0).error().code == ErrorCode::kFileNotFound);
}

}  // namespace lectern::cli
