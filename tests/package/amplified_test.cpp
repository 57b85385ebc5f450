// Archives in which a few bytes stand for much: names, maps and warnings without number.
#include <catch2/catch_test_macros.hpp>

#include "support/archives.h"

namespace lectern {
namespace {

using testing::gzipped;
using testing::read_place;
using testing::TarWriter;

std::string number_bytes(std::uint64_t value, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i & 0xFF);
  return bytes;
}

std::uint32_t crc_of(const std::string& text) {
  return static_cast<std::uint32_t>(
      crc32(0, as_bytes(text).data(), static_cast<uInt>(text.size())));
}

/// A 7-Zip archive whose directory is this.
std::string seven_zip(const std::string& directory) {
  const std::string fields =
      number_bytes(0, 8) + number_bytes(directory.size(), 8) + number_bytes(crc_of(directory), 4);
  return std::string("7z\xBC\xAF\x27\x1C\0\4", 8) + number_bytes(crc_of(fields), 4) + fields +
         directory;
}

/// A record of a pax header.
std::string pax_record(std::string_view key, std::string_view value) {
  const std::string body = " " + std::string(key) + "=" + std::string(value) + "\n";
  std::size_t size = body.size() + 1;
  while (std::to_string(size).size() + body.size() != size) ++size;
  return std::to_string(size) + body;
}

TEST_CASE("a name of an ar archive that many members could share is refused") {
  const auto head = [](std::string name, std::size_t size) {
    name.resize(16, ' ');
    std::string digits = std::to_string(size);
    digits.resize(10, ' ');
    return name + "0           0     0     644     " + digits + "`\n";
  };
  const std::string file = "!<arch>\n" + head("//", 5000) + std::string(5000, 'a') + head("/0", 0);
  const ToolResult result = read_place(file, "a.a");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kCorruptArchive);
  CHECK(result.content == "a name of 5,000 bytes at byte 5068 of the ar archive");
}

TEST_CASE("maps of a sparse file in several pax headers are bounded together") {
  std::string map = "0";
  for (int i = 1; i < 60'000; ++i) map += ",0,0";
  const std::string record = pax_record("GNU.sparse.map", map + ",0");
  TarWriter tar;
  tar.add({.name = "x", .type = 'x'}, record).add({.name = "x", .type = 'x'}, record);
  tar.add("file", "");
  const ToolResult result = read_place(tar.finish(), "a.tar");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.content.find("has more than 100,000 parts") != std::string::npos);
}

TEST_CASE("a sparse file whose long map stands before its data is read behind the map") {
  std::string map = "2000\n";
  for (int i = 0; i < 1999; ++i) map += "0\n0\n";
  map += "0\n5\n";
  map.resize((map.size() + 511) / 512 * 512);
  const std::string head =
      pax_record("GNU.sparse.major", "1") + pax_record("GNU.sparse.minor", "0") +
      pax_record("GNU.sparse.name", "file") + pax_record("GNU.sparse.realsize", "5");
  TarWriter tar;
  tar.add({.name = "x", .type = 'x'}, head).add("file", map + "words");
  CHECK(read_place(tar.finish(), "a.tar/file", "file").content == "     1\twords");
}

TEST_CASE("a name longer than any path is listed with its beginning and its size") {
  TarWriter tar;
  for (const char last : {'a', 'b'}) {
    tar.add({.name = "././@LongLink", .type = 'L'}, std::string(9'999, 'n') + last + '\0');
    tar.add("short", "x");
  }
  const ToolResult result = read_place(tar.finish(), "a.tar");
  REQUIRE(result.success);
  CHECK(result.total_lines == 2);
  CHECK(result.content.find("... (name 1 has 10,000 bytes)") != std::string::npos);
  CHECK(result.content.find("... (name 2 has 10,000 bytes)") != std::string::npos);
  CHECK(result.content.size() < 10'000);
}

TEST_CASE("of many warnings about an archive the first are given") {
  // Three hundred entries without content and without names.
  const std::string directory = std::string("\x01\x05\x81\x2C\x0E\x26", 6) +
                                std::string(38, '\xFF') + std::string("\x19\x81\x2C", 3) +
                                std::string(300, '\0') + std::string(2, '\0');
  const ToolResult result = read_place(seven_zip(directory), "a.7z");
  REQUIRE(result.success);
  REQUIRE(result.metadata.member_count == 300U);
  REQUIRE(result.metadata.warnings.size() > 50);
  CHECK(result.metadata.warnings[50] == "more of the archive is odd than is named here");
  CHECK(result.metadata.warnings.size() < 60);
}

TEST_CASE("a 7-Zip archive with more packed streams than blocks could have is refused") {
  const std::string directory =
      std::string("\x01\x04\x06\0\xE0\0\0\x10", 8) + std::string((1U << 20) + 2, '\0');
  const ToolResult result = read_place(seven_zip(directory), "a.7z");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.content.find("more than the limit of 1,000,000") != std::string::npos);
}

TEST_CASE("what is held unpacked counts as decoded, with the numbers") {
  const std::string mail = "From: a@example.org\n\n" + std::string(3'000, 'x');
  ReadOptions options;
  options.limits.max_decoded_bytes = 2'000;
  CHECK(read_place(mail, "a.eml", "", {}, options).success);
  const ToolResult result = read_place(gzipped(mail), "a.eml.gz", "", {}, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.content ==
        "mail, which has to be held unpacked, exceeds 2,000 byte limit (actual: 3,021 bytes)");
}

TEST_CASE("what unpacks to more than any text does is paid for, wherever it lies") {
  ReadOptions options;
  options.limits.max_work = 100'000'000;
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  const auto check = [&](const std::string& file, const std::string& path,
                         const std::string& member, bool is_free) {
    ReadRequest late;
    late.offset = is_free ? 60'000'000 : 73'000'000;
    const ToolResult result = read_place(file, path, member, late, options);
    CHECK(result.success == is_free);
    if (is_free) return;
    REQUIRE(result.error);
    CHECK(result.error->code == ErrorCode::kLimitExceeded);
    CHECK(result.content.find("the bytes that a.gz unpacks to beyond 64 times its size take ") !=
          std::string::npos);
  };
  for (const bool is_free : {true, false}) {
    const std::string packed = gzipped(std::string((is_free ? 62 : 70) * kMebibyte, '\n'));
    check(packed, "a.gz", "", is_free);
    const ByteVector zip = ZipWriter().add("a.gz", packed, false).finish();
    check(std::string(zip.begin(), zip.end()), "a.zip/a.gz", "a.gz", is_free);
    // A tar file in it is unpacked once, with its members.
    const std::string tar =
        TarWriter().add("b", std::string((is_free ? 62 : 70) * kMebibyte, '\n')).finish();
    check(gzipped(tar), "a.gz/b", "b", is_free);
  }
  // What is passed by costs less: the listing of a tar file.
  const std::string tar =
      gzipped(TarWriter().add("a", std::string(70 * kMebibyte, '\n')).add("b", "b").finish());
  CHECK(read_place(tar, "a.tgz", "", {}, options).content.starts_with("(tar archive: 2 files, "));
}

}  // namespace
}  // namespace lectern
