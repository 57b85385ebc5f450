// ar archives: listings, members, Debian packages, damage.
#include <catch2/catch_test_macros.hpp>

#include "support/archives.h"

namespace lectern {

using testing::gzipped;
using testing::read_place;
using testing::TarWriter;
using testing::warns_of;

namespace {

std::string member(std::string name, const std::string& data) {
  name.resize(16, ' ');
  std::string size = std::to_string(data.size());
  size.resize(10, ' ');
  return name + "1767225600  0     0     100644  " + size + "`\n" + data +
         (data.size() % 2 == 0 ? "" : "\n");
}

}  // namespace

TEST_CASE("an ar archive lists its members with long names, and a Debian package is read into") {
  TarWriter tar;
  tar.add("./usr/share/doc/x/README", "read me\n");
  const std::string deb =
      "!<arch>\n" + member("debian-binary", "2.0\n") + member("data.tar.gz", gzipped(tar.finish()));
  const ToolResult listed = read_place(deb, "x.deb");
  REQUIRE(listed.success);
  CHECK(listed.content.starts_with("(ar archive: 2 files, "));
  CHECK(listed.metadata.mime_type == "application/vnd.debian.binary-package");
  CHECK(listed.content.find("-             4  2026-01-01 00:00  debian-binary") !=
        std::string::npos);
  CHECK(read_place(deb, "x.deb/data.tar.gz/usr/share/doc/x/README",
                   "data.tar.gz/usr/share/doc/x/README")
            .content == "     1\tread me");

  const std::string table = "a_long_name_of_a_member.o/\nanother_long_name.txt/\n";
  const std::string library = "!<arch>\n" + member("/", "index") + member("//", table) +
                              member("/0", "obj") + member("/27", "words\n") +
                              member("#1/12", std::string("bsd name.txt") + "bsd\n");
  const ToolResult names = read_place(library, "x.a");
  REQUIRE(names.success);
  CHECK(names.metadata.member_count == 3U);
  CHECK(names.content.find("a_long_name_of_a_member.o") != std::string::npos);
  CHECK(read_place(library, "x.a/another_long_name.txt", "another_long_name.txt").content ==
        "     1\twords");
  CHECK(read_place(library, "x.a/bsd name.txt", "bsd name.txt").content == "     1\tbsd");
}

TEST_CASE("the index and the names of an ar archive may be long") {
  std::string table = "first.o/\n";
  while (table.size() < 200'000) table += "name.o/\n";
  const std::string library = "!<arch>\n" + member("/", std::string(100'000, 'i')) +
                              member("//", table) + member("/0", "words\n") +
                              member("#1/4000", std::string(4'000, 'n') + "bsd\n");
  CHECK(read_place(library, "x.a").metadata.member_count == 2U);
  CHECK(read_place(library, "x.a/first.o", "first.o").content == "     1\twords");
}

TEST_CASE("an ar archive without members is an empty listing") {
  const ToolResult empty = read_place("!<arch>\n", "x.a");
  REQUIRE(empty.success);
  CHECK(empty.content_type == ContentType::kArchive);
  CHECK(empty.metadata.member_count == 0U);
  CHECK(read_place("!<arch>\nis a mark\n", "x.txt").content_type == ContentType::kText);
}

TEST_CASE("an ar archive cut off anywhere is refused or listed with a warning") {
  const std::string whole =
      "!<arch>\nname/           1767225600  0     0     100644  6         `\nhello\n"
      "more/           1767225600  0     0     100644  4         `\nmore";
  for (std::size_t size = 68; size < whole.size(); ++size) {
    INFO(size);
    const ToolResult result = read_place(whole.substr(0, size), "x.ar");
    CHECK((result.error || result.metadata.member_count.value_or(0) >= 1));
    const ToolResult member = read_place(whole.substr(0, size), "x.ar/more", "more");
    if (member.success) CHECK(size >= 134);
    // Between two members nothing tells that there was one more.
    if (result.success && size != 74) {
      CHECK(warns_of(result, "the ar archive is cut off"));
    }
    if (member.success) CHECK(warns_of(member, "the ar archive has no more of it"));
  }
}

}  // namespace lectern
