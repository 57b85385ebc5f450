// Directories as a model reads them: the entries that a host gives.
#include <catch2/catch_test_macros.hpp>

#include "support/archives.h"

namespace lectern {

using testing::Host;
using testing::read_place;

TEST_CASE("a directory is listed from the entries that its host gives") {
  std::string entries;
  for (const std::string_view entry :
       {"-1204 1767225600 b.log", "d 1767225600 src", "l  link", "-0  .hidden"}) {
    entries += entry;
    entries += '\0';
  }
  ReadOptions options;
  options.host.directory = true;
  const ToolResult result = read_place(entries, "work", "", {}, options);
  REQUIRE(result.success);
  CHECK(result.content_type == ContentType::kArchive);
  CHECK(result.metadata.mime_type == "inode/directory");
  CHECK(result.content_hash.empty());
  CHECK(result.content ==
        "(directory: 2 files and 2 other members, 1,204 bytes, 1 hidden by a dot; read one as "
        "work/NAME)\n"
        "-             0                    .hidden\n"
        "-         1,204  2026-01-01 00:00  b.log\n"
        "l                                  link\n"
        "d                2026-01-01 00:00  src/");
}

TEST_CASE("a size that JavaScript's numbers do not tell exactly is left out of a listing") {
  const std::string entries =
      std::string("-9007199254740991  a") + '\0' + "-9007199254740992  b" + '\0';
  ReadOptions options;
  options.host.directory = true;
  const std::string content = read_place(entries, "work", "", {}, options).content;
  CHECK(content.find("- 9,007,199,254,740,991                    a\n") != content.npos);
  CHECK(content.find("9,007,199,254,740,992") == content.npos);
}

TEST_CASE("a directory of any size is asked for in large pieces") {
  std::string entries;
  for (int i = 0; i < 50'000; ++i) {
    entries += "-1 0 file_with_a_name_" + std::to_string(i) + ".txt";
    entries += '\0';
  }
  ReadOptions options;
  options.host.directory = true;
  Host host;
  CHECK(read_place(entries, "work", "", host, {}, options).success);
  CHECK(host.questions <= 2 + entries.size() / (std::size_t{960} << 10));
}

TEST_CASE("a directory of more names than it may have is refused as a directory") {
  const std::string entries = std::string("-  a") + '\0' + "-  b" + '\0';
  ReadOptions options;
  options.host.directory = true;
  options.limits.max_members = 1;
  const ToolResult result = read_place(entries, "work", "", {}, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.error->message == "the directory has more than 1 member, the limit");
}

TEST_CASE("a directory whose names have more bytes than they may have is refused") {
  const std::string entries = std::string("-  abc") + '\0' + "-12 13 defg" + '\0';
  ReadOptions options;
  options.host.directory = true;
  options.limits.max_decoded_bytes = 14;
  CHECK(read_place(entries, "work", "", {}, options).success);
  options.limits.max_decoded_bytes = 13;
  const ToolResult result = read_place(entries, "work", "", {}, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.error->message == "the names of the directory have more than 6 bytes, the limit");
}

TEST_CASE("of a directory with too many names it is enough to say so") {
  ReadOptions options;
  options.host.directory = true;
  options.limits.max_members = 9;
  const auto refusal = [&options](std::string_view note) {
    const ToolResult result = read_place(std::string(note) + '\0', "work", "", {}, options);
    return result.error ? result.error->message : "";
  };
  CHECK(refusal("#9 134217728").empty());
  CHECK(refusal("#10 0") == "the directory has more than 9 members, the limit");
  CHECK(refusal("#2 134217729") ==
        "the names of the directory have more than 134,217,728 bytes, the limit");
}

TEST_CASE("what its host took too long to compare with patterns is not ignored") {
  std::string entries;
  for (const std::string_view entry : {"i-1204 1767225600 a.log", "-4 1767225600 b.txt", "!"}) {
    entries += entry;
    entries += '\0';
  }
  ReadOptions options;
  options.host.directory = true;
  CHECK(read_place(entries, "work", "", {}, options).content ==
        "(directory: 2 files, 1,208 bytes; read one as work/NAME)\n"
        "-         1,204  2026-01-01 00:00  a.log\n"
        "-             4  2026-01-01 00:00  b.txt");
}

}  // namespace lectern
