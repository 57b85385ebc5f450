// Archives as a model reads them: listings, and members by path.
#include <catch2/catch_test_macros.hpp>

#include "support/archives.h"

namespace lectern {
namespace {

using testing::gzipped;
using testing::Host;
using testing::lines;
using testing::noise;
using testing::read_place;
using testing::TarWriter;
using testing::text_of;
using testing::warns_of;

std::string some_zip() {
  return text_of(ZipWriter()
                     .add("2026/a.log", lines("entry", 3000))
                     .add("2026/b.log", "short\n", false)
                     .add("read me.txt", "hello\n")
                     .finish());
}

/// What must be the same however the bytes come.
void check_same(const ToolResult& a, const ToolResult& b) {
  CHECK(a.content == b.content);
  CHECK(a.content_hash == b.content_hash);
  CHECK(a.metadata.warnings == b.metadata.warnings);
  CHECK(a.metadata.mime_type == b.metadata.mime_type);
  CHECK(a.total_lines == b.total_lines);
}

}  // namespace

TEST_CASE("an archive read without a member is a listing, sorted, with kinds, sizes and names") {
  const ToolResult result = read_place(some_zip(), "logs.zip");
  REQUIRE(result.success);
  CHECK(result.content_type == ContentType::kArchive);
  CHECK(result.metadata.mime_type == "application/zip");
  CHECK(result.metadata.member_count == 3U);
  CHECK(result.total_lines == 3);
  CHECK(result.content ==
        "(ZIP archive: 3 files, 31,905 bytes; read one as logs.zip/NAME)\n"
        "-        31,893                    2026/a.log\n"
        "-             6                    2026/b.log\n"
        "-             6                    read me.txt");
}

TEST_CASE("the depth that is asked for folds what lies deeper into its folder") {
  ReadRequest request;
  request.depth = 1;
  const ToolResult result = read_place(some_zip(), "logs.zip", "", request);
  CHECK(result.content.find("\nd       2 files                    2026/\n") != std::string::npos);
  CHECK(result.total_lines == 2);
}

TEST_CASE("members of one name are listed each, and those that no path leads to are marked") {
  const std::string zip = text_of(ZipWriter()
                                      .add("a.txt", "one\n")
                                      .add("a.txt", "second\n")
                                      .add("./a.txt", "third one\n")
                                      .finish());
  CHECK(read_place(zip, "x.zip").content ==
        "(ZIP archive: 3 files, 21 bytes, 2 with the name of another and not read (=); read one as "
        "x.zip/NAME)\n"
        "-=            4                    a.txt\n"
        "-=            7                    a.txt\n"
        "-            10                    a.txt");
  const ToolResult last = read_place(zip, "x.zip/a.txt", "a.txt");
  CHECK(last.content == "     1\tthird one");
  CHECK(warns_of(last, "a.txt is the last of 3 members of that name; the others are not read"));
  CHECK_FALSE(warns_of(read_place(some_zip(), "x.zip/read me.txt", "read me.txt"), "of that name"));
}

TEST_CASE("of a compressed tar file the first member of a name counts, and the listing says so") {
  const std::string tar = TarWriter().add("a.txt", "one\n").add("a.txt", "second\n").finish();
  const std::string listed = read_place(gzipped(tar), "x.tar.gz").content;
  CHECK(listed.find("\n-             4  2026-01-01 00:00  a.txt\n-=            7") !=
        std::string::npos);
  CHECK(read_place(gzipped(tar), "x.tar.gz/a.txt", "a.txt").content == "     1\tone");
  CHECK(read_place(tar, "x.tar").content.find("\n-=            4") != std::string::npos);
  CHECK(read_place(tar, "x.tar/a.txt", "a.txt").content == "     1\tsecond");
}

TEST_CASE("a file and a folder of one name are two lines") {
  const std::string zip =
      text_of(ZipWriter().add("a/b", "x").add("a", "yy").add("a/c", "z").finish());
  ReadRequest request;
  request.depth = 1;
  CHECK(read_place(zip, "x.zip", "", request).content ==
        "(ZIP archive: 3 files, 4 bytes; read one as x.zip/NAME)\n"
        "d       2 files                    a/\n"
        "-             2                    a");
}

TEST_CASE("thousands of members of one name are counted and paged like all others") {
  ZipWriter writer;
  for (int i = 0; i < 5000; ++i)
    writer.add("same", std::string(static_cast<std::size_t>(i % 7), 'x'), false);
  writer.add("zzz/last", "");
  const std::string zip = text_of(writer.finish());
  ReadRequest request;
  std::uint64_t shown = 0;
  std::string last;
  for (int calls = 0; calls < 4; ++calls) {
    const ToolResult result = read_place(zip, "x.zip", "", request);
    REQUIRE(result.success);
    CHECK(result.total_lines == 5001);
    CHECK(result.content.find("4,999 with the name of another") != std::string::npos);
    CHECK(result.start_line == shown + 1);
    shown += result.line_count;
    last = result.content;
    if (!result.truncation) break;
    request = *result.truncation->next;
  }
  CHECK(shown == 5001);
  CHECK(last.find("\n-             1                    same\nd        1 file") !=
        std::string::npos);
  request = {};
  request.from_end = 3;
  CHECK(read_place(zip, "x.zip", "", request)
            .content.find("\n-=            0                    same\n-             1") !=
        std::string::npos);
}

TEST_CASE("a large archive is listed one level deep, and next leads through all of it") {
  ZipWriter writer;
  for (int i = 0; i < 5000; ++i) writer.add("f" + std::to_string(10'000 + i) + ".txt", "");
  for (int i = 0; i < 30; ++i) writer.add("sub/g" + std::to_string(i), "x");
  const std::string zip = text_of(writer.finish());
  ReadRequest request;
  std::uint64_t shown = 0;
  std::string last;
  for (int calls = 0;; ++calls) {
    REQUIRE(calls < 4);
    const ToolResult result = read_place(zip, "big.zip", "", request);
    REQUIRE(result.success);
    CHECK(result.total_lines == 5001);
    CHECK(result.start_line == shown + 1);
    shown += result.line_count;
    last = result.content;
    if (!result.truncation) break;
    REQUIRE(result.truncation->next);
    request = *result.truncation->next;
  }
  CHECK(shown == 5001);
  CHECK(last.find("30 files                    sub/") != std::string::npos);
  ReadRequest from_end;
  from_end.from_end = 2;
  const ToolResult end = read_place(zip, "big.zip", "", from_end);
  CHECK(end.start_line == 5000);
  CHECK(end.line_count == 2);
}

TEST_CASE("a member is read as a file of its own, with its lines, hash and size") {
  ReadRequest request;
  request.offset = 2999;
  const ToolResult result = read_place(some_zip(), "logs.zip/2026/a.log", "2026/a.log", request);
  REQUIRE(result.success);
  CHECK(result.content == "  2999\tentry 2999\n  3000\tentry 3000");
  CHECK(result.total_lines == 3000);
  CHECK(result.metadata.size_bytes == 31'893);
  CHECK(result.content_hash == sha256_hex(as_bytes(lines("entry", 3000))));
  CHECK(result.metadata.warnings.empty());
}

TEST_CASE("next of a member names the member's whole path") {
  const ToolResult result = read_place(some_zip(), "logs.zip/2026/a.log", "2026/a.log");
  REQUIRE(result.truncation);
  CHECK(result.truncation->next->file_path == "logs.zip/2026/a.log");
  CHECK(result.truncation->next->offset == 2001U);
}

TEST_CASE("a folder of an archive is listed alone") {
  const ToolResult result = read_place(some_zip(), "logs.zip/2026/", "2026");
  REQUIRE(result.success);
  CHECK(result.total_lines == 2);
  CHECK(result.content.find("a.log") != std::string::npos);
  CHECK(result.content.find("2026/a.log") == std::string::npos);
  CHECK(result.content.find("read one as logs.zip/2026/NAME") != std::string::npos);
}

TEST_CASE("a member that is not there is named with those that may be meant") {
  const ToolResult result = read_place(some_zip(), "logs.zip/2026/A.log", "2026/A.log");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kFileNotFound);
  CHECK(
      result.content.starts_with("File does not exist: logs.zip/2026/A.log\n"
                                 "Did you mean logs.zip/2026/a.log"));
}

TEST_CASE("a path into a file that is no archive leads nowhere") {
  const ToolResult result = read_place("plain text\n", "a.txt/b", "b");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kFileNotFound);
  CHECK(result.content == "File does not exist: a.txt/b");
}

TEST_CASE("a path that climbs out of an archive is not there") {
  for (const std::string member : {"../x", "2026/../read me.txt", ".."}) {
    const ToolResult result = read_place(some_zip(), "logs.zip/" + member, member);
    REQUIRE(result.error);
    CHECK(result.error->code == ErrorCode::kFileNotFound);
  }
}

TEST_CASE("names that climb out, hide or end lines are listed harmlessly") {
  const std::string zip = text_of(ZipWriter()
                                      .add("../../etc/passwd", "x")
                                      .add("line\nbreak.txt", "x")
                                      .add("\x1b[31mred", "x")
                                      .add("\xE2\x80\xAEtxt.exe", "x")
                                      .finish());
  const ToolResult result = read_place(zip, "a.zip");
  REQUIRE(result.success);
  CHECK(result.content.find("-!            1                    ../../etc/passwd") !=
        std::string::npos);
  CHECK(result.content.find("\"line\\u000abreak.txt\"") != std::string::npos);
  CHECK(result.content.find("\"\\u001b[31mred\"") != std::string::npos);
  CHECK(result.content.find("\"\\u202etxt.exe\"") != std::string::npos);
  CHECK(warns_of(result, "1 name of the archive would lead out of it"));
}

TEST_CASE("archives in archives are read to a depth of four") {
  std::string zip = text_of(ZipWriter().add("x.txt", "found\n").finish());
  std::string member = "x.txt";
  for (int depth = 1; depth <= 5; ++depth) {
    const ToolResult result = read_place(zip, "a.zip/" + member, member);
    INFO(depth);
    if (depth <= 4) {
      CHECK(result.content == "     1\tfound");
    } else {
      REQUIRE(result.error);
      CHECK(result.error->code == ErrorCode::kLimitExceeded);
    }
    zip = text_of(ZipWriter().add("i.zip", zip).add("noise", noise(100'000)).finish());
    member = "i.zip/" + member;
  }
}

TEST_CASE("a compressed file is read through as its content, with a note") {
  const std::string gz = gzipped(lines("line", 50'000));
  ReadRequest request;
  request.from_end = 1;
  const ToolResult result = read_place(gz, "app.log.gz", "", request);
  REQUIRE(result.success);
  CHECK(result.content == " 50000\tline 50000");
  CHECK(result.content_type == ContentType::kText);
  CHECK(warns_of(result, "gzip"));
  CHECK(result.content_hash == sha256_hex(as_bytes(lines("line", 50'000))));
}

TEST_CASE("gzip members one after the other are one file, and zeros behind them are nothing") {
  const std::string gz = gzipped("one\n") + gzipped("two\n") + std::string(100, '\0');
  const ToolResult result = read_place(gz, "a.gz");
  CHECK(result.content == "     1\tone\n     2\ttwo");
  CHECK(result.metadata.warnings.size() == 1);
}

TEST_CASE("a gzip file that is cut off or damaged is read as far as it goes, and says so") {
  const std::string gz = gzipped(lines("line", 50'000));
  const ToolResult cut = read_place(gz.substr(0, gz.size() / 2), "a.gz");
  REQUIRE(cut.success);
  CHECK(warns_of(cut, "the gzip file is damaged after"));
  std::string wrong = gz;
  wrong[gz.size() - 5] = static_cast<char>(wrong[gz.size() - 5] ^ 1);
  CHECK(warns_of(read_place(wrong, "a.gz"), "its checksum is wrong"));
}

TEST_CASE("tar.gz is a tar archive in a compressed file") {
  TarWriter writer;
  writer.add("src/a.txt", "alpha\n").add("src/b.txt", lines("beta", 20'000)).add("c", "gamma\n");
  const std::string gz = gzipped(writer.finish());
  const ToolResult listing = read_place(gz, "s.tgz");
  REQUIRE(listing.success);
  CHECK(listing.metadata.mime_type == "application/x-tar");
  CHECK(listing.content.find("-             6  2026-01-01 00:00  src/a.txt") != std::string::npos);
  const ToolResult member = read_place(gz, "s.tgz/c", "c");
  CHECK(member.content == "     1\tgamma");
  CHECK(member.metadata.modified == "2026-01-01T00:00:00Z");
}

TEST_CASE("tar headers of every kind are listed, and links are not followed") {
  TarWriter writer;
  writer.add({.name = "d/", .type = '5'}, "");
  writer.add({.name = "l", .target = "/etc/passwd", .type = '2'}, "");
  writer.add({.name = "h", .target = "f", .type = '1'}, "");
  writer.add({.name = "dev", .type = '3'}, "");
  writer.add("f", "x");
  const ToolResult result = read_place(writer.finish(), "a.tar");
  REQUIRE(result.success);
  for (const std::string_view row :
       {"\nd                2026-01-01 00:00  d/", "\nl             0  ", "l -> /etc/passwd",
        "h -> f", "\no             0  "}) {
    INFO(row);
    CHECK(result.content.find(row) != std::string::npos);
  }
  const ToolResult link = read_place(writer.finish(), "a.tar/l", "l");
  REQUIRE(link.error);
  CHECK(link.error->code == ErrorCode::kNotAFile);
  CHECK(link.content.find("a link to /etc/passwd in the archive, which is not followed") !=
        std::string::npos);
}

TEST_CASE("the archive's own folder is no member of it") {
  TarWriter writer;
  writer.add({.name = "./", .type = '5'}, "");
  writer.add({.name = "./a.txt"}, "a\n");
  const ToolResult result = read_place(writer.finish(), "a.tar");
  CHECK(result.content.starts_with("(tar archive: 1 file, 2 bytes; read one as a.tar/NAME)\n"));
  CHECK(result.total_lines == 1);
  CHECK(result.metadata.warnings.empty());
}

TEST_CASE("long names of GNU tar and pax stand for those of the headers after them") {
  const std::string long_name = std::string(150, 'n') + ".txt";
  TarWriter writer;
  writer.add({.name = "././@LongLink", .type = 'L'}, long_name + std::string(1, '\0'));
  writer.add(long_name.substr(0, 100), "gnu\n");
  const std::string path = "p\xC3\xA4x/" + std::string(120, 'p');
  const std::string body = " path=" + path + "\n";
  const std::string size = std::to_string(body.size() + 3);
  writer.add({.name = "PaxHeader", .type = 'x'}, size + body);
  writer.add("short", "pax\n");
  const std::string tar = writer.finish();
  CHECK(read_place(tar, "a.tar/" + long_name, long_name).content == "     1\tgnu");
  CHECK(read_place(tar, "a.tar/" + path, path).content == "     1\tpax");
}

TEST_CASE("of members with one name the last counts, but in a compressed tar the first") {
  TarWriter writer;
  writer.add("a", "old\n").add("b", "other\n").add("a", "new\n");
  CHECK(read_place(writer.finish(), "x.tar/a", "a").content == "     1\tnew");
  CHECK(read_place(gzipped(writer.finish()), "x.tar.gz/a", "a").content == "     1\told");
}

TEST_CASE("holes of sparse files are zeros, and a huge one is listed with its real size") {
  // GNU sparse format 1.0: the map stands before the data.
  std::string map = "1\n1000000\n6\n";
  map.resize(512);
  std::string records;
  for (const std::string record : {"GNU.sparse.major=1", "GNU.sparse.minor=0",
                                   "GNU.sparse.name=big.txt", "GNU.sparse.realsize=12000000000"}) {
    const std::size_t size = record.size() + 4;
    records += std::to_string(size) + " " + record + "\n";
  }
  TarWriter writer;
  writer.add({.name = "PaxHeader", .type = 'x'}, records);
  writer.add("GNUSparseFile.0/big.txt", map + "hello\n");
  const std::string tar = writer.finish();
  const ToolResult listing = read_place(tar, "a.tar");
  REQUIRE(listing.success);
  CHECK(listing.content.find("12,000,000,000") != std::string::npos);
  CHECK(listing.content.find("  big.txt") != std::string::npos);
  const ToolResult member = read_place(tar, "a.tar/big.txt", "big.txt");
  REQUIRE(member.error);
  CHECK(member.error->code == ErrorCode::kBinaryFile);
}

TEST_CASE("bytes of an archive in small pieces, of unknown size and whole give the same") {
  TarWriter tar;
  tar.add("t/a.txt", lines("a", 9000)).add("t/b.txt", "b\n");
  const std::string inner = text_of(ZipWriter().add("deep.txt", lines("deep", 9000)).finish());
  const std::string zip = text_of(ZipWriter()
                                      .add("x.tar.gz", gzipped(tar.finish()))
                                      .add("noise", noise(200'000))
                                      .add("i.zip", inner)
                                      .add("stored.txt", lines("s", 30'000), false)
                                      .finish());
  for (const std::string member : {"", "x.tar.gz", "x.tar.gz/t/b.txt", "i.zip", "i.zip/deep.txt",
                                   "stored.txt", "noise", "none"}) {
    INFO(member);
    const std::string path = "a.zip" + (member.empty() ? "" : "/" + member);
    const ToolResult whole = read_place(zip, path, member);
    for (const std::size_t size : {std::size_t{777}, std::size_t{65'536}}) {
      Host pieces{.most_bytes = size};
      check_same(read_place(zip, path, member, pieces), whole);
      Host stream{.most_bytes = size, .knows_size = false};
      check_same(read_place(zip, path, member, stream), whole);
    }
  }
}

TEST_CASE("of a large archive only the directory and the member are loaded") {
  ZipWriter writer;
  for (int i = 0; i < 40; ++i) writer.add("noise" + std::to_string(i), noise(200'000), false);
  writer.add("small.txt", lines("small", 100));
  const std::string zip = text_of(writer.finish());
  Host host;
  const ToolResult result = read_place(zip, "big.zip/small.txt", "small.txt", host);
  CHECK(result.success);
  CHECK(host.loaded_bytes < 256 * 1024);
  TarWriter tar;
  for (int i = 0; i < 40; ++i) tar.add("noise" + std::to_string(i), noise(200'000));
  tar.add("small.txt", "small\n");
  Host tar_host;
  const ToolResult in_tar = read_place(tar.finish(), "big.tar/small.txt", "small.txt", tar_host);
  CHECK(in_tar.content == "     1\tsmall");
  CHECK(tar_host.loaded_bytes < 512 * 1024);
}

TEST_CASE("other bytes before and behind a ZIP archive do not hide it") {
  const std::string shifted = std::string("\x90\x90#!junk\0", 10) + some_zip() + "trailing";
  const ToolResult result = read_place(shifted, "a.zip");
  REQUIRE(result.success);
  CHECK(result.total_lines == 3);
  CHECK(warns_of(result, "8 bytes behind the ZIP archive"));
  CHECK(read_place(shifted, "a.zip/2026/b.log", "2026/b.log").content == "     1\tshort");
}

TEST_CASE("a ZIP archive without its end is refused by what is missing") {
  const std::string zip = some_zip();
  const ToolResult result = read_place(zip.substr(0, zip.size() / 2), "a.zip");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kCorruptArchive);
  CHECK(result.content.find("no end record") != std::string::npos);
}

TEST_CASE("a member whose bytes do not match its checksum or its size is given with a warning") {
  std::string zip = text_of(ZipWriter().add("a.txt", "hello world\n", false).finish());
  zip[zip.find("hello")] = 'j';
  const ToolResult wrong = read_place(zip, "a.zip/a.txt", "a.txt");
  CHECK(wrong.content == "     1\tjello world");
  CHECK(warns_of(wrong, "its CRC-32 is not the one"));

  // A size in the directory that says less than the data inflates to.
  std::string lying = text_of(ZipWriter().add("a.txt", lines("x", 100'000)).finish());
  const std::size_t entry = lying.rfind("PK\1\2");
  lying.replace(entry + 24, 4, std::string("\x08\0\0\0", 4));
  const ToolResult small = read_place(lying, "a.zip/a.txt", "a.txt");
  CHECK(small.metadata.size_bytes == 8);
  CHECK(warns_of(small, "holds more than the 8 bytes"));
}

TEST_CASE("encrypted members and unknown methods are named, not read") {
  std::string zip = text_of(ZipWriter().add("a.txt", "hello\n", false).finish());
  std::string encrypted = zip;
  const std::size_t entry = zip.rfind("PK\1\2");
  encrypted[entry + 8] = 1;
  CHECK(read_place(encrypted, "a.zip").content.find("-e ") != std::string::npos);
  const ToolResult refused = read_place(encrypted, "a.zip/a.txt", "a.txt");
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kEncrypted);
  zip[entry + 10] = 98;
  const ToolResult ppmd = read_place(zip, "a.zip/a.txt", "a.txt");
  REQUIRE(ppmd.error);
  CHECK(ppmd.error->code == ErrorCode::kUnsupportedFormat);
  CHECK(ppmd.content == "a.txt is compressed with PPMd, which is not read here");
}

TEST_CASE("what unpacks without end stops at the limit, with the numbers") {
  ReadOptions options;
  options.limits.max_inflated_bytes = 2'000'000;
  const std::string bomb = gzipped(lines("a", 400'000));
  ReadRequest late;
  late.offset = 380'000;
  const ToolResult refused = read_place(bomb, "bomb.gz", "", late, options);
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kLimitExceeded);
  CHECK(refused.content.find("2,000,000 bytes") != std::string::npos);
  // What lies before the limit is read, and the lines of the rest are not counted.
  const ToolResult early = read_place(bomb, "bomb.gz", "", {}, options);
  REQUIRE(early.success);
  CHECK(early.total_lines == -1);
}

TEST_CASE("more members than the limit are refused with the number") {
  ReadOptions options;
  options.limits.max_members = 2;
  const ToolResult zip = read_place(some_zip(), "a.zip", "", {}, options);
  REQUIRE(zip.error);
  CHECK(zip.error->code == ErrorCode::kLimitExceeded);
  CHECK(zip.content == "the archive has 3 members, more than the limit of 2");
  TarWriter tar;
  tar.add("a", "").add("b", "").add("c", "");
  CHECK(read_place(tar.finish(), "a.tar", "", {}, options).error);
}

TEST_CASE("while much is unpacked others have their turn") {
  const std::string gz = gzipped(std::string(70'000'000, 'x'), 1);
  Host host{.takes_turns = true};
  ReadRequest request;
  const ToolResult result = read_place(gz, "x.gz", "", host, request);
  CHECK(result.success);
  CHECK(host.turns >= 2);
}

TEST_CASE("a part of a document is a member of its package") {
  const std::string docx = text_of(ZipWriter()
                                       .add("[Content_Types].xml", "<Types/>")
                                       .add("word/document.xml", "<w:document/>")
                                       .add("word/media/note.txt", "inside\n")
                                       .finish());
  const ToolResult result = read_place(docx, "a.docx/word/media/note.txt", "word/media/note.txt");
  CHECK(result.content == "     1\tinside");
}

}  // namespace lectern
