// Archives that say one thing and hold another: nothing of them is lost in silence.
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "base/base64.h"
#include "support/archives.h"

namespace lectern {
namespace {

using testing::gzipped;
using testing::Host;
using testing::read_place;
using testing::TarWriter;
using testing::text_of;
using testing::warns_of;

void put_number(std::string& file, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) file[at + i] = static_cast<char>(value >> 8 * i);
}

std::uint32_t checksum_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, as_bytes(bytes).data(), static_cast<uInt>(bytes.size())));
}

/// One member `a.txt`, stored.
std::string one_file(std::string_view name = "a.txt") {
  return text_of(ZipWriter().add(name, "hello\n", false).finish());
}

std::size_t entry_of(const std::string& zip) { return zip.find("PK\1\2"); }

/// A ZIP archive whose directory does not have that member.
std::string without_entry(std::string zip, std::string_view name) {
  std::size_t at = entry_of(zip);
  while (zip.compare(at + 46, name.size(), name) != 0) at = zip.find("PK\1\2", at + 1);
  zip.erase(at, 46 + name.size());
  const std::size_t end = zip.rfind("PK\5\6");
  for (const std::size_t count : {std::size_t{8}, std::size_t{10}}) --zip[end + count];
  zip[end + 12] = static_cast<char>(zip[end + 12] - static_cast<char>(46 + name.size()));
  return zip;
}

/// A ZIP archive of one member with other bytes in it, before its directory.
std::string inserted(std::string zip, std::size_t at, std::string_view bytes) {
  zip.insert(at, bytes);
  put_number(zip, zip.rfind("PK\5\6") + 16, zip.find("PK\1\2"), 4);
  return zip;
}

/// A 7-Zip archive of one stored block whose directory is `files` behind the block's.
std::string seven_zip(std::string_view packed, std::string_view streams, std::string_view files) {
  const std::string header =
      "\1\4" + std::string(streams) + "\5" + std::string(files) + '\0' + '\0';
  std::string fields(20, '\0');
  put_number(fields, 0, packed.size(), 8);
  put_number(fields, 8, header.size(), 8);
  put_number(fields, 16, checksum_of(header), 4);
  std::string start("7z\xBC\xAF\x27\x1C\0\4\0\0\0\0", 12);
  put_number(start, 8, checksum_of(fields), 4);
  return start + fields + std::string(packed) + header;
}

/// Stored blocks of six bytes each. \param place  where they begin
std::string stored_blocks(char count, const std::string& place = std::string(1, '\0')) {
  const auto n = static_cast<std::size_t>(count);
  std::string folders;
  for (std::size_t i = 0; i < n; ++i) folders += std::string("\1\1\0", 3);
  const std::string sizes(n, '\6');
  return "\6" + place + count + "\t" + sizes + '\0' + "\7\x0B" + count + '\0' + folders + "\x0C" +
         sizes + '\0' + '\0';
}

constexpr std::string_view kOneName("\1\x11\5\0a\0\0\0", 8);

}  // namespace

TEST_CASE("a member whose own header says something else than the directory is told of") {
  const std::string zip = one_file();
  CHECK(read_place(zip, "x.zip/a.txt", "a.txt").metadata.warnings.empty());
  // Method, CRC-32, packed size and size of the local header.
  for (const std::size_t at : {8U, 14U, 18U, 22U}) {
    std::string other = zip;
    other[at] ^= 9;
    const ToolResult result = read_place(other, "x.zip/a.txt", "a.txt");
    CHECK(result.content == "     1\thello");
    CHECK(warns_of(result, "a.txt has another method, size or CRC-32 in its own header"));
  }
  // They stand behind the data, or the header says that they are in a field for zip64.
  std::string behind = zip;
  put_number(behind, 6, 0x808, 2);
  put_number(behind, 14, 0, 8);
  put_number(behind, 22, 0, 4);
  CHECK(read_place(behind, "x.zip/a.txt", "a.txt").metadata.warnings.empty());
  std::string wide = zip;
  put_number(wide, 18, ~std::uint64_t{0}, 8);
  CHECK(read_place(wide, "x.zip/a.txt", "a.txt").metadata.warnings.empty());
}

TEST_CASE("a name in Unicode counts when it belongs to the entry's name") {
  for (const bool is_right : {true, false}) {
    std::string zip = one_file();
    const std::size_t entry = entry_of(zip);
    std::string field("\x75\x70\x0A\0\1\0\0\0\0b.txt", 14);
    put_number(field, 5, checksum_of(is_right ? "a.txt" : "z.txt"), 4);
    put_number(zip, entry + 8, 0, 2);
    put_number(zip, entry + 30, field.size(), 2);
    zip.insert(entry + 46 + 5, field);
    put_number(zip, zip.size() - 10, 46 + 5 + field.size(), 4);
    CHECK(read_place(zip, "x.zip").content.ends_with(is_right ? "  b.txt" : "  a.txt"));
  }
}

TEST_CASE("what a folder of an archive holds is a file that can be read") {
  const std::string zip = one_file("d/");
  CHECK(read_place(zip, "x.zip").content.find("\n-             6") != std::string::npos);
  CHECK(read_place(zip, "x.zip/d", "d").content == "     1\thello");
  std::string by_mode = one_file();
  by_mode[entry_of(by_mode) + 5] = 3;
  put_number(by_mode, entry_of(by_mode) + 38, std::uint32_t{0040755} << 16, 4);
  CHECK(read_place(by_mode, "x.zip/a.txt", "a.txt").content == "     1\thello");
  const std::string tar = TarWriter().add("d/", "hello\n").add("e", "next\n").finish();
  CHECK(read_place(tar, "x.tar/d", "d").content == "     1\thello");
  CHECK(read_place(tar, "x.tar/e", "e").content == "     1\tnext");
  const std::string files = std::string(kOneName) + std::string("\x15\6\1\0\x10\0\0\0", 8);
  const std::string seven = seven_zip("hello\n", stored_blocks(1), files);
  CHECK(read_place(seven, "x.7z/a", "a").content == "     1\thello");
}

TEST_CASE("members that a ZIP archive's directory leaves out are told of") {
  constexpr std::string_view kWarning = "between the members of the ZIP archive and its directory";
  for (const bool deflates : {false, true}) {
    ZipWriter writer;
    for (const std::string name : {"a", "b", "c"}) writer.add(name, name + "\n", deflates);
    const std::string zip = text_of(writer.finish());
    CHECK(read_place(zip, "x.zip").metadata.warnings.empty());
    for (const std::string_view name : {"b", "c"}) {
      const std::string hidden = without_entry(zip, name);
      const ToolResult list = read_place(hidden, "x.zip");
      CHECK(list.content.find("2 files") != std::string::npos);
      CHECK(warns_of(list, deflates ? "35 bytes between the members" : "33 bytes between"));
      CHECK(warns_of(read_place(hidden, "x.zip/a", "a"), kWarning));
      CHECK(
          warns_of(read_place(without_entry(hidden, name == "b" ? "c" : "b"), "x.zip"), kWarning));
    }
    CHECK(warns_of(read_place(without_entry(zip, "a"), "x.zip"), "before the first member"));
  }
  const std::string none = without_entry(one_file(), "a.txt");
  CHECK(warns_of(read_place(none, "x.zip"), "41 bytes before the first member"));
}

TEST_CASE("what a ZIP archive's directory says of a member does not cover others") {
  constexpr std::string_view kWarning = "between the members of the ZIP archive and its directory";
  const auto hides = [&](const std::string& zip) {
    return warns_of(read_place(zip, "x.zip"), kWarning);
  };
  const std::string one = one_file();
  const std::size_t entry = entry_of(one);
  const std::string secret(900, 's');
  // An extra field, or a name, that the member's own header does not have.
  std::string filled = one;
  put_number(filled, entry + 30, 1'000, 2);
  filled.insert(entry + 51, std::string(1'000, '\0'));
  put_number(filled, filled.size() - 10, 1'051, 4);
  CHECK_FALSE(hides(filled));
  CHECK(hides(inserted(filled, entry, secret)));
  // Bytes between the directory and the end record.
  const std::size_t end = one.size() - 22;
  CHECK(hides(inserted(one, end, secret)));
  CHECK(read_place(inserted(one, end, secret), "x.zip/a.txt", "a.txt").content == "     1\thello");
  // A member that is said to begin behind the archive.
  std::string far =
      text_of(ZipWriter().add("a.txt", "hello\n", false).add("b", "b\n", false).finish());
  put_number(far, entry_of(far) + 51 + 42, 0xFFFFFFFE, 4);
  CHECK(warns_of(read_place(far, "x.zip"), "33 bytes between"));
}

TEST_CASE("members of a ZIP archive that run into others are told of") {
  constexpr std::string_view kWarning = "gives 1 member more bytes than there are before";
  const std::string zip =
      text_of(ZipWriter().add("a", "a\n", false).add("b", "b\n", false).finish());
  CHECK(read_place(zip, "x.zip").metadata.warnings.empty());
  for (const std::size_t entry : {entry_of(zip), entry_of(zip) + 47}) {
    std::string longer = zip;
    put_number(longer, entry + 20, 70'000, 4);
    CHECK(warns_of(read_place(longer, "x.zip"), kWarning));
  }
}

TEST_CASE("parts that a document's directory leaves out, or names twice, are told of") {
  const auto document = [](std::string_view text) {
    return "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">"
           "<w:body><w:p><w:r><w:t>" +
           std::string(text) + "</w:t></w:r></w:p></w:body></w:document>";
  };
  constexpr std::string_view kPart = "word/document.xml";
  const ByteVector twice =
      ZipWriter().add(kPart, document("early")).add(kPart, document("late")).finish();
  const ToolResult last = read_place(text_of(twice), "a.docx");
  CHECK(last.content == "late");
  CHECK(warns_of(last, "not read: 1 member of the package with the name of a later one"));
  for (const bool is_large : {false, true}) {
    ZipWriter writer;
    writer.add(kPart, document("shown"), false).add("b", std::string(2'000, 'b'), false);
    writer.add("word/other.xml", document(""), false);
    // Its parts are loaded apart.
    if (is_large) writer.add("word/media/a.png", std::string(9 << 20, 'x'), false);
    const std::string file = text_of(writer.finish());
    CHECK(read_place(file, "a.docx").metadata.warnings.empty());
    const std::string hidden = without_entry(file, "b");
    const ToolResult result = read_place(hidden, "a.docx");
    CHECK(result.content == "shown");
    CHECK(warns_of(result, "2,031 bytes before the directory of the package belong to no member"));
    std::string longer = file;
    put_number(longer, 28, 900, 2);
    longer.insert(30 + kPart.size(), std::string(900, '\0'));
    for (std::size_t at = longer.find("PK\1\2"); at != longer.npos;
         at = longer.find("PK\1\2", at + 1)) {
      std::uint32_t offset = 0;
      std::memcpy(&offset, longer.data() + at + 42, 4);
      if (offset > 0) put_number(longer, at + 42, offset + 900, 4);
    }
    put_number(longer, longer.rfind("PK\5\6") + 16, entry_of(longer), 4);
    CHECK(read_place(longer, "a.docx").metadata.warnings.empty());
  }
}

TEST_CASE("what stands in a member's packed data behind its end is told of") {
  std::string zip = text_of(ZipWriter().add("a.txt", "hello\n").finish());
  const std::size_t packed = entry_of(zip) - 35;
  CHECK(read_place(zip, "x.zip/a.txt", "a.txt").metadata.warnings.empty());
  put_number(zip, 18, packed + 6, 4);
  put_number(zip, entry_of(zip) + 20, packed + 6, 4);
  zip = inserted(zip, entry_of(zip), "secret");
  const ToolResult file = read_place(zip, "x.zip/a.txt", "a.txt");
  CHECK(file.content == "     1\thello");
  CHECK(warns_of(file, "a.txt is followed by 6 bytes within its data"));

  std::string folder = text_of(ZipWriter().add("d/", "secret", false).finish());
  put_number(folder, entry_of(folder) + 24, 0, 4);
  CHECK(warns_of(read_place(folder, "x.zip/d", "d"), "d/ holds more than the 0 bytes"));
}

TEST_CASE(
    "what fills up a ZIP archive, sizes behind data and Android's signatures are no warning") {
  for (const std::size_t filled : {std::size_t{4}, std::size_t{60}, std::size_t{16'000}}) {
    std::string zip = one_file();
    put_number(zip, 28, filled, 2);
    zip = inserted(zip, 35, std::string(filled, '\0'));
    CHECK(read_place(zip, "x.zip").metadata.warnings.empty());
    CHECK(warns_of(read_place(inserted(zip, entry_of(zip), std::string(31, 'x')), "x.zip"),
                   "31 bytes between"));
  }
  for (const std::size_t behind : {std::size_t{12}, std::size_t{16}, std::size_t{24}}) {
    std::string zip = one_file();
    put_number(zip, 6, 8, 2);
    put_number(zip, entry_of(zip) + 8, 8, 2);
    CHECK(read_place(inserted(zip, entry_of(zip), std::string(behind, 'x')), "x.zip")
              .metadata.warnings.empty());
  }
  std::string block(100, 'x');
  put_number(block, 0, block.size() - 8, 8);
  put_number(block, block.size() - 24, block.size() - 8, 8);
  block.replace(block.size() - 16, 16, "APK Sig Block 42");
  const std::string apk = inserted(one_file(), 41, std::string(3'000, '\0') + block);
  CHECK(read_place(apk, "x.apk").metadata.warnings.empty());
  CHECK(warns_of(read_place(inserted(apk, 41, "secret"), "x.apk"), "3,006 bytes between"));
}

TEST_CASE(
    "what stands before a ZIP archive's first member, or behind a tar file's end, is told of") {
  const std::string two = one_file("hidden.txt") + one_file();
  const ToolResult zip = read_place(two, "x.zip");
  CHECK(zip.content.find("hidden.txt") == std::string::npos);
  CHECK(warns_of(zip, "bytes before the first member of the ZIP archive are no part of it"));
  CHECK(read_place(one_file(), "x.zip").metadata.warnings.empty());

  const std::string first = TarWriter().add("a", "one\n").finish();
  const std::string filled = first + std::string(8'192, '\0');
  const std::string far = first + std::string(300'000, '\0');
  for (const std::string& tar : {first, filled, far}) {
    CHECK(read_place(tar, "x.tar").metadata.warnings.empty());
    const std::string both = tar + TarWriter().add("b", "two\n").finish();
    for (const std::size_t most : {std::size_t{1} << 20, std::size_t{700}}) {
      Host host{.most_bytes = most};
      CHECK(warns_of(read_place(both, "x.tar", "", host),
                     "the tar file ends at byte 1024; what follows is not read"));
      Host packed{.most_bytes = most};
      CHECK(
          warns_of(read_place(gzipped(both), "x.tar.gz", "", packed), "what follows is not read"));
    }
  }
  // Of more zeros than any record has nobody knows what is behind them.
  const std::string zeros = first + std::string(std::size_t{2} << 20, '\0');
  CHECK(warns_of(read_place(zeros, "x.tar"), "what follows is not read"));
}

TEST_CASE("a member without a name, as of a pipe's output, gets one and is read") {
  const std::string seven = seven_zip("hello\n", stored_blocks(1), {"\1\x11\3\0\0\0\0", 7});
  for (const std::string& archive : {one_file(""), seven}) {
    const ToolResult listed = read_place(archive, "x");
    CHECK(listed.content.ends_with("  unnamed-1"));
    CHECK(warns_of(listed, "member 1 of the archive has no name; here it is unnamed-1"));
    CHECK(read_place(archive, "x/unnamed-1", "unnamed-1").content == "     1\thello");
  }
}

TEST_CASE("zip64 records that nothing needs are no warning, nor are zeros behind an archive") {
  std::string zip = one_file();
  const std::size_t end = zip.rfind("PK\5\6");
  std::string records("PK\6\6\x2C\0\0\0\0\0\0\0\x2D\0\x2D\0\0\0\0\0\0\0\0\0", 24);
  records.resize(56);
  put_number(records, 24, 1, 8);
  put_number(records, 32, 1, 8);
  put_number(records, 40, end - entry_of(zip), 8);
  put_number(records, 48, entry_of(zip), 8);
  records += std::string("PK\6\7\0\0\0\0", 8) + std::string(12, '\0');
  put_number(records, 64, end, 8);
  put_number(records, 72, 1, 4);
  zip.insert(end, records);
  for (const std::string& each : {zip, "#!/bin/sh\n" + zip, zip + std::string(3000, '\0')}) {
    const ToolResult result = read_place(each, "x.zip");
    CHECK(result.content.ends_with("  a.txt"));
    CHECK(result.metadata.warnings.size() == (each[0] == '#' ? 1 : 0));
  }
  CHECK(warns_of(read_place(zip + std::string(99, '\0') + "x", "x.zip"), "100 bytes behind"));
}

TEST_CASE("a directory that its end record does not find stands right before it") {
  std::string zip = one_file();
  put_number(zip, zip.rfind("PK\5\6") + 16, 0xFFFFFFFF, 4);
  CHECK(warns_of(read_place(zip, "x.zip"), "stands at byte 41, not at byte 4294967295"));
  CHECK(read_place(zip, "x.zip/a.txt", "a.txt").content == "     1\thello");
}

TEST_CASE("comments of a ZIP archive and of its members are shown, and forge no line") {
  std::string zip = one_file("b  \"c\"");
  const auto with_comment = [&zip](std::string_view comment, std::string_view of_member) {
    std::string with = zip;
    const std::size_t end = with.rfind("PK\5\6");
    put_number(with, end + 12, end + of_member.size() - entry_of(with), 4);
    put_number(with, end + 20, comment.size(), 2);
    put_number(with, entry_of(with) + 32, of_member.size(), 2);
    with.insert(end, of_member);
    return read_place(with + std::string(comment), "x.zip").content;
  };
  CHECK(with_comment("Built by \x81.\r\n(3 \"files\")", "") ==
        "(ZIP archive: 1 file, 6 bytes; read one as x.zip/NAME)\n"
        "(comment: \"Built by \u00FC.\\u000d\\u000a(3 \\\"files\\\")\")\n"
        "-             6                    \"b  \\\"c\\\"\"");
  CHECK(with_comment("", "draft\n- 6 x") ==
        "(ZIP archive: 1 file, 6 bytes, 1 with a comment in quotes behind the name; read one as "
        "x.zip/NAME)\n"
        "-             6                    \"b  \\\"c\\\"\"  \"draft\\u000a- 6 x\"");
  const std::string most(65'535, 'x');
  CHECK(with_comment(most, "").find("x\"... (65,535 bytes in all))\n") != std::string::npos);
}

TEST_CASE("only links have a target") {
  TarWriter::Header plain{"a.txt", "/etc/passwd"};
  const std::string tar = TarWriter().add(plain, "hello\n").finish();
  CHECK(read_place(tar, "x.tar").content.ends_with("  a.txt"));
}

TEST_CASE("members that no password opens are not said to want one") {
  std::string zip = one_file();
  put_number(zip, entry_of(zip) + 8, 0x841, 2);
  CHECK(read_place(zip, "x.zip").content.find("1 encrypted (e in a way that is not read)") !=
        std::string::npos);
}

TEST_CASE("a name that is near is offered once, however many members have it") {
  const std::string zip = text_of(ZipWriter().add("a.txt", "1").add("a.txt", "2").finish());
  const ToolResult result = read_place(zip, "x.zip/b.txt", "b.txt");
  REQUIRE(result.error);
  CHECK(result.error->message.ends_with("Did you mean x.zip/a.txt?"));
}

TEST_CASE("a ZIP archive whose directory is longer than its end record says has all its members") {
  std::string zip = text_of(ZipWriter().add("a.txt", "1").add("b.txt", "2").finish());
  const std::size_t end = zip.rfind("PK\5\6");
  put_number(zip, end + 12, end - zip.rfind("PK\1\2"), 4);
  const ToolResult result = read_place(zip, "x.zip");
  CHECK(result.content.find("a.txt") != std::string::npos);
  CHECK(result.content.find("b.txt") != std::string::npos);
  CHECK(warns_of(result, "the directory of the ZIP archive is not the 51 bytes"));
  CHECK(read_place(zip, "x.zip/a.txt", "a.txt").content == "     1\t1");
  // What stands before an archive is no part of it, though it is one, too.
  const std::string twice =
      text_of(ZipWriter().add("old", "1").finish()) + text_of(ZipWriter().add("new", "2").finish());
  CHECK(read_place(twice, "x.zip/new", "new").content == "     1\t2");
}

TEST_CASE("a directory that is longer than its end record says may be far from its end") {
  ZipWriter writer;
  for (int i = 0; i < 3'000; ++i) writer.add(compose({"{}{}.txt", std::string(60, 'd'), i}), "");
  std::string zip = text_of(writer.finish());
  const std::size_t end = zip.rfind("PK\5\6");
  put_number(zip, end + 12, end - zip.rfind("PK\1\2"), 4);
  CHECK(read_place(zip, "x.zip").metadata.member_count == 3'000U);
}

TEST_CASE("a long name of a member is cut where a message has it") {
  const std::string zip = text_of(ZipWriter().add(std::string(60'000, 'x'), "1").finish());
  const ToolResult result = read_place(zip, "x.zip/b.txt", "b.txt");
  REQUIRE(result.error);
  CHECK(result.error->message.size() < 700);
  CHECK(result.error->message.ends_with("xxx... (a name of 60,006 bytes)"));
}

TEST_CASE("the map of a sparse file is asked for in few questions") {
  TarWriter::Header sparse{.name = "s", .type = 'S', .magic = std::string("ustar  \0", 8)};
  std::string block;
  for (int i = 0; i < 42; ++i) block += std::string("00000000001\0", 12);
  block += std::string("\1\0\0\0\0\0\0\0", 8);
  std::string file = TarWriter().add(sparse, "").finish().substr(0, 512);
  // The header says that a block of the map follows; its checksum counts it.
  file[482] = 1;
  file[386] = file[398] = '0';
  unsigned sum = 0;
  for (std::size_t i = 0; i < 512; ++i)
    sum += i >= 148 && i < 156 ? unsigned{' '} : static_cast<unsigned char>(file[i]);
  for (int digit = 5; digit >= 0; --digit)
    file[static_cast<std::size_t>(148 + 5 - digit)] =
        static_cast<char>('0' + (sum >> 3 * digit & 7));
  for (int i = 0; i < 3000; ++i) file += block;
  Host host;
  const ToolResult result = read_place(file, "x.tar", "", host);
  REQUIRE(result.error);
  CHECK(result.error->message.find("the map of the sparse file") != std::string::npos);
  CHECK(host.questions < 30);
}

TEST_CASE("a block of a 7-Zip archive that lies before the file is refused") {
  // 2^64 - 1 bytes behind the first 32: the sum would be 31.
  const std::string place(9, '\xFF');
  const ToolResult result =
      read_place(seven_zip("hello\n", stored_blocks(1, place), kOneName), "x.7z/a", "a");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kCorruptArchive);
}

TEST_CASE("all keys of a 7-Zip archive together may be hashed so often") {
  // Its directory and its block each want a key of 2^22 rounds, with a salt of their own.
  constexpr std::string_view kTwoKeys =
      "N3q8ryccAAT4q80ZUAAAAAAAAAAoAAAAAAAAAMhSQUdYV+osi0egWGLAHa+bpFZtqla7gw6ue+FFiViWx61YoRBh"
      "aPbaX6AOvsjjqpzb1mKmBQFCDXhPSPSUh9UOBr9kkgU/a7JSS1KjgLPANMB2zhcGEAEJQAAHCwEAASQG8QcBEpbw"
      "AQEBAQEBAQEBAQEBAQEBAQw0AAA=";
  ReadOptions options;
  options.password = "secret";
  const auto bytes = base64_decode(kTwoKeys);
  REQUIRE(bytes);
  const ToolResult result = read_place(text_of(*bytes), "x.7z/a", "a", {}, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.content.find("a is encrypted with a key of 2^22 rounds") != std::string::npos);
}

TEST_CASE("content that a 7-Zip archive does not name is told of") {
  const ToolResult result =
      read_place(seven_zip("hello\nother\n", stored_blocks(2), kOneName), "x.7z");
  CHECK(result.success);
  CHECK(warns_of(result, "the 7-Zip archive holds 1 file that its directory does not name"));
}

TEST_CASE("a member that is said to be longer than it is has an end") {
  std::string zip =
      text_of(ZipWriter().add("in.zip", one_file() + std::string(70'000, 0)).finish());
  put_number(zip, 22, 0xFFFFFFF0, 4);
  put_number(zip, entry_of(zip) + 24, 0xFFFFFFF0, 4);
  const ToolResult inner = read_place(zip, "x.zip/in.zip/a.txt", "in.zip/a.txt");
  REQUIRE(inner.error);
  CHECK(inner.error->code == ErrorCode::kIoError);

  const std::string tar =
      TarWriter().add({.name = "in.bin"}, std::string(80'000, 1), 1 << 27).finish();
  ReadRequest request;
  request.view = View::kHex;
  request.from_end = 16;
  const ToolResult cut = read_place(tar.substr(0, 512 + 80'000), "x.tar/in.bin", "in.bin", request);
  CHECK(cut.success);
  CHECK(cut.content.find("00013870  01 01 01") != std::string::npos);
  CHECK(warns_of(cut, "the tar file is cut off after 1 member"));
}

}  // namespace lectern
