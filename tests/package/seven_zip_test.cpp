// 7-Zip archives, whole, damaged and hostile.
#include <catch2/catch_test_macros.hpp>

#include "base/base64.h"
#include "package/streams.h"
#include "support/archives.h"

namespace lectern {
namespace {

using testing::Host;
using testing::read_place;
using testing::text_of;
using testing::warns_of;

std::string archive_of(std::string_view base64) {
  const auto bytes = base64_decode(base64);
  REQUIRE(bytes);
  return text_of(*bytes);
}

std::string forty_entries() {
  std::string text;
  for (int i = 1; i <= 40; ++i) text += "entry " + std::to_string(i) + "\n";
  return text;
}

void put_u64(std::string& file, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 8; ++i) file[at + i] = static_cast<char>(value >> 8 * i);
}

/// Makes the checksum of the first fields right again.
std::string with_start_crc(std::string file) {
  const auto crc = crc32(0, as_bytes(file).data() + 12, 20);
  for (std::size_t i = 0; i < 4; ++i) file[8 + i] = static_cast<char>(crc >> 8 * i);
  return file;
}

/// The same of the directory, behind its `place` in the file.
std::string with_header_crc(std::string file, std::size_t place) {
  const auto crc = crc32(0, as_bytes(file).data() + place, static_cast<uInt>(file.size() - place));
  for (std::size_t i = 0; i < 4; ++i) file[28 + i] = static_cast<char>(crc >> 8 * i);
  return with_start_crc(std::move(file));
}

std::size_t header_place(const std::string& file) {
  std::size_t offset = 0;
  for (std::size_t i = 8; i-- > 0;) offset = offset << 8 | static_cast<std::uint8_t>(file[12 + i]);
  return 32 + offset;
}

}  // namespace

TEST_CASE("a 7-Zip archive is listed, and its members are read out of their block") {
  for (const std::string_view stream : {testing::kSevenZip, testing::kSevenZipPacked}) {
    const std::string archive = archive_of(stream);
    const ToolResult listed = read_place(archive, "a.7z");
    REQUIRE(listed.success);
    CHECK(listed.metadata.mime_type == "application/x-7z-compressed");
    CHECK(listed.metadata.warnings.empty());
    CHECK(listed.content ==
          "(7-Zip archive: 3 files and 1 other member, 363 bytes; read one as a.7z/NAME)\n"
          "d                2026-01-01 00:00  docs/\n"
          "-           351  2026-01-01 00:00  docs/a.txt\n"
          "-            12  2026-01-01 00:00  docs/b \xC3\xBC\xF0\x9F\x98\x80.txt\n"
          "-             0  2026-01-01 00:00  empty");
    const ToolResult first = read_place(archive, "a.7z/docs/a.txt", "docs/a.txt");
    CHECK(first.content_hash == sha256_hex(as_bytes(forty_entries())));
    CHECK(first.metadata.warnings.empty());
    const std::string name = "docs/b \xC3\xBC\xF0\x9F\x98\x80.txt";
    CHECK(read_place(archive, "a.7z/" + name, name).content == "     1\tsecond file");
    CHECK(read_place(archive, "a.7z/empty", "empty").success);
    Host host{.most_bytes = 3, .knows_size = false};
    CHECK(read_place(archive, "a.7z/" + name, name, host).content == "     1\tsecond file");
  }
}

TEST_CASE("members of a 7-Zip archive are read through their methods and filters") {
  const std::string archive = archive_of(testing::kSevenZipMethods);
  for (const std::string name : {"deflate", "bzip2", "delta"}) {
    INFO(name);
    const ToolResult result = read_place(archive, "a.7z/" + name, name);
    CHECK(result.content_hash == sha256_hex(as_bytes(forty_entries())));
    CHECK(result.metadata.warnings.empty());
  }
  CHECK(read_place(archive, "a.7z/copy", "copy").content == "     1\tsecond file");
  std::string code;
  for (int byte = 0; byte < 256; ++byte) code += static_cast<char>(byte);
  for (int i = 0; i < 40; ++i) code += std::string("\xE8\0\1\0\0", 5);
  for (const std::string name : {"bcj", "bcj lzma"}) {
    const ToolResult result = read_place(archive, "a.7z/" + name, name);
    CHECK(result.content_hash == sha256_hex(as_bytes(code)));
    CHECK(result.metadata.warnings.empty());
  }
}

TEST_CASE("methods of 7-Zip archives that are not read are named, and their members are listed") {
  const std::string archive = archive_of(testing::kSevenZipMethods);
  const ToolResult listed = read_place(archive, "a.7z");
  CHECK(listed.content.find("-e            5  2026-01-01 00:00  aes") != std::string::npos);
  const ToolResult ppmd = read_place(archive, "a.7z/ppmd", "ppmd");
  REQUIRE(ppmd.error);
  CHECK(ppmd.error->code == ErrorCode::kUnsupportedFormat);
  CHECK(ppmd.content == "ppmd is compressed with PPMd, which is not read here");
  const ToolResult aes = read_place(archive, "a.7z/aes", "aes");
  REQUIRE(aes.error);
  CHECK(aes.error->code == ErrorCode::kEncrypted);
  CHECK(aes.content == "aes is encrypted and needs a password: the option `password`");
  CHECK(listed.content.find(", 1 encrypted (e: the option `password`)") != std::string::npos);
}

TEST_CASE("encrypted members of a 7-Zip archive are read with the password, alone") {
  const std::string archive = archive_of(testing::kSevenZipEncrypted);
  ReadOptions options;
  options.password =
      "b\xC3\xBC"
      "cher";
  ReadOptions wrong;
  wrong.password = "bucher";
  for (const std::string member : {"copy", "no rounds"}) {
    INFO(member);
    const ToolResult read = read_place(archive, "a.7z/" + member, member, {}, options);
    CHECK(read.content == "     1\tsecond file");
    CHECK(read.metadata.warnings.empty());
    CHECK(
        warns_of(read_place(archive, "a.7z/" + member, member, {}, wrong),
                 "is damaged: its CRC-32 is not the one in the directory of the 7-Zip archive, or "
                 "the password is wrong"));
  }
  ReadRequest late;
  late.offset = 200'000;
  for (const std::size_t most : {std::size_t{1} << 20, std::size_t{7}}) {
    Host host{.most_bytes = most};
    const ToolResult read = read_place(archive, "a.7z/lzma2", "lzma2", host, late, options);
    CHECK(read.content == "200000\tentry");
    CHECK(read.metadata.warnings.empty());
  }
  const ToolResult refused = read_place(archive, "a.7z/lzma2", "lzma2", {}, wrong);
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kEncrypted);
  CHECK(refused.content.starts_with(
      "lzma2 is encrypted and the password is wrong, or it is damaged"));
  const ToolResult far =
      read_place(archive, "a.7z/too many rounds", "too many rounds", {}, options);
  REQUIRE(far.error);
  CHECK(far.error->code == ErrorCode::kLimitExceeded);
  CHECK(far.content.find("a key of 2^62 rounds") != std::string::npos);
}

TEST_CASE("a 7-Zip archive whose names are encrypted is listed with the password, alone") {
  const std::string archive = archive_of(testing::kSevenZipEncryptedNames);
  const ToolResult closed = read_place(archive, "a.7z");
  REQUIRE(closed.error);
  CHECK(closed.error->code == ErrorCode::kEncrypted);
  CHECK(closed.content ==
        "the directory of the 7-Zip archive is encrypted and needs a password: the option `password`");
  ReadOptions options;
  options.password = "bucher";
  const ToolResult refused = read_place(archive, "a.7z", "", {}, options);
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kEncrypted);
  CHECK(refused.content.find("the password is wrong") != std::string::npos);
  options.password =
      "b\xC3\xBC"
      "cher";
  const ToolResult listed = read_place(archive, "a.7z", "", {}, options);
  CHECK(listed.content.find("-e           12  2026-01-01 00:00  no rounds") != std::string::npos);
  const ToolResult read = read_place(archive, "a.7z/copy", "copy", {}, options);
  CHECK(read.content == "     1\tsecond file");
}

TEST_CASE("a link in a 7-Zip archive is not followed") {
  const std::string archive = archive_of(testing::kSevenZipLink);
  CHECK(read_place(archive, "a.7z").content.find("\nl ") != std::string::npos);
  const ToolResult result = read_place(archive, "a.7z/link", "link");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kNotAFile);
}

TEST_CASE("a member with data is a file, whatever its mode says") {
  // As `7z a -si` stores what it reads from a pipe.
  std::string archive = archive_of(testing::kSevenZipLink);
  const std::size_t place = header_place(archive);
  const std::size_t mode = archive.find(std::string("\0\x80\xFF\xA1", 4), place);
  REQUIRE(mode != std::string::npos);
  archive[mode + 3] = '\x11';
  archive = with_header_crc(archive, place);
  CHECK(read_place(archive, "a.7z").content.find("\n- ") != std::string::npos);
  CHECK(read_place(archive, "a.7z/link", "link").content == "     1\tsecond");
}

TEST_CASE("a 7-Zip archive with more names than files is refused, for each would be another's") {
  std::string archive = archive_of(testing::kSevenZipLink);
  const std::size_t place = header_place(archive);
  const std::string name("l\0i\0n\0k\0\0\0", 10);
  const std::size_t at = archive.find(name, place);
  REQUIRE(at != std::string::npos);
  archive.replace(at, name.size(), std::string("l\0\0\0n\0k\0\0\0", 10));
  const ToolResult result = read_place(with_header_crc(archive, place), "a.7z");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kCorruptArchive);
}

TEST_CASE("a 7-Zip archive cut off anywhere is refused by what is missing") {
  const std::string archive = archive_of(testing::kSevenZip);
  for (std::size_t size = 6; size < archive.size(); ++size) {
    const ToolResult result = read_place(archive.substr(0, size), "a.7z");
    INFO(size);
    REQUIRE(result.error);
    CHECK(result.error->code == ErrorCode::kCorruptArchive);
    if (size >= 32)
      CHECK(result.content.find("is cut off, or one part of several: its directory of ") !=
            std::string::npos);
  }
}

TEST_CASE("changed bytes of a 7-Zip archive never pass for right") {
  for (const std::string_view stream : {testing::kSevenZip, testing::kSevenZipPacked}) {
    const std::string archive = archive_of(stream);
    for (std::size_t at = 8; at < archive.size(); ++at) {
      std::string changed = archive;
      changed[at] = static_cast<char>(changed[at] ^ 0x04);
      const ToolResult result = read_place(changed, "a.7z/docs/a.txt", "docs/a.txt");
      INFO(at);
      const bool is_whole = result.content_hash == sha256_hex(as_bytes(forty_entries()));
      CHECK((is_whole || result.error || !result.metadata.warnings.empty()));
    }
  }
}

TEST_CASE("any directory of a 7-Zip archive with a right checksum ends within the limits") {
  const std::string archive = archive_of(testing::kSevenZip);
  const std::size_t place = header_place(archive);
  for (std::size_t at = place; at < archive.size(); ++at) {
    for (const int value : {0x00, 0x01, 0x7F, 0xFF}) {
      std::string changed = archive;
      changed[at] = static_cast<char>(value);
      changed = with_header_crc(std::move(changed), place);
      const ToolResult listed = read_place(changed, "a.7z");
      CHECK((listed.success || listed.error));
      const ToolResult member = read_place(changed, "a.7z/docs/a.txt", "docs/a.txt");
      CHECK((member.success || member.error));
    }
  }
}

TEST_CASE("a 7-Zip archive that lies about its directory is refused with the numbers") {
  std::string large = archive_of(testing::kSevenZip);
  put_u64(large, 20, 1'000'000'000);
  const ToolResult refused = read_place(with_start_crc(large), "a.7z");
  REQUIRE(refused.error);
  CHECK(refused.error->code == ErrorCode::kLimitExceeded);
  CHECK(refused.content ==
        "the directory of the 7-Zip archive has 1,000,000,000 bytes, more than the limit of "
        "67,108,864");
  std::string far = archive_of(testing::kSevenZip);
  put_u64(far, 12, ~std::uint64_t{0});
  const ToolResult cut = read_place(with_start_crc(far), "a.7z");
  REQUIRE(cut.error);
  CHECK(cut.error->code == ErrorCode::kCorruptArchive);
  ReadOptions options;
  options.limits.max_members = 3;
  const ToolResult many = read_place(archive_of(testing::kSevenZip), "a.7z", "", {}, options);
  REQUIRE(many.error);
  CHECK(many.content == "the archive has 4 members, more than the limit of 3");
}

TEST_CASE("what stands before a member of a block counts as unpacked") {
  ReadOptions options;
  options.limits.max_inflated_bytes = 300;
  const std::string name = "docs/b \xC3\xBC\xF0\x9F\x98\x80.txt";
  const ToolResult result =
      read_place(archive_of(testing::kSevenZip), "a.7z/" + name, name, {}, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.content.find("stands behind 351 bytes of its block") != std::string::npos);
}

}  // namespace lectern
