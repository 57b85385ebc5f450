// Files that are no text and no document say what they are, and show their bytes on request.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <span>
#include <string>

#include "base/file_size.h"
#include "read/read.h"
#include "read/reading.h"
#include "support/media_writer.h"

namespace lectern {
namespace {

using namespace testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

ToolResult read_named(const std::string& bytes, const std::string& name) {
  ReadRequest request;
  request.file_path = name;
  return read(as_bytes(bytes), request, ReadOptions());
}

ToolResult read_hex(const std::string& bytes, std::optional<std::uint64_t> offset = std::nullopt,
                    std::optional<std::uint64_t> limit = std::nullopt, ReadOptions options = {}) {
  ReadRequest request;
  request.file_path = "a.bin";
  request.view = View::kHex;
  request.offset = offset;
  request.limit = limit;
  return read(as_bytes(bytes), request, options);
}

std::string counting(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(i);
  return bytes;
}

TEST_CASE("a program is refused with what it says about itself") {
  const std::string path = "/lib/ld.so";
  const std::string head = std::string(
                               "\x7F"
                               "ELF\2\1\1",
                               7) +
                           std::string(9, '\0') + little(3, 2) + little(183, 2) + little(1, 4) +
                           little(0, 8) + little(64, 8) + little(0, 8) + little(0, 4) +
                           little(64, 2) + little(56, 2) + little(1, 2) + std::string(6, '\0');
  const std::string table = little(3, 4) + little(0, 4) + little(120, 8) + little(0, 16) +
                            little(path.size(), 8) + std::string(16, '\0');
  const ToolResult result = read_named(head + table + path + '\0', "tool");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kBinaryFile);
  CHECK(result.error->message ==
        "Binary files cannot be read as text. tool (ELF program, 131 bytes) cannot be opened here; "
        "convert it to PDF or text. It says of itself: 64-bit ARM64 program, loaded by /lib/ld.so. "
        "view=hex shows its bytes.");
}

TEST_CASE("a WebAssembly module names its exports") {
  const std::string exports = std::string("\2\3add\0\0\3sub\0\1", 13);
  const std::string file =
      std::string("\0asm\1\0\0\0", 8) + "\7" + static_cast<char>(exports.size()) + exports;
  const ToolResult result = read_named(file, "m.wasm");
  REQUIRE(result.error);
  CHECK_THAT(result.error->message,
             ContainsSubstring("It says of itself: version 1, 0 imports, 2 exports: add, sub."));
}

TEST_CASE("a class file names its class and its Java") {
  const auto text = [](const std::string& value) { return "\1" + big(value.size(), 2) + value; };
  const std::string pool =
      text("org/example/Main") + "\7" + big(1, 2) + text("org/example/Base") + "\7" + big(3, 2);
  const std::string file = "\xCA\xFE\xBA\xBE" + big(0, 2) + big(61, 2) + big(5, 2) + pool +
                           big(0x21, 2) + big(2, 2) + big(4, 2);
  const ToolResult result = read_named(file, "Main.class");
  REQUIRE(result.error);
  CHECK_THAT(
      result.error->message,
      ContainsSubstring("class file for Java 17, org.example.Main extends org.example.Base."));
}

TEST_CASE("the bytes of a file are shown in rows of sixteen") {
  const ToolResult result = read_hex(counting(20));
  REQUIRE(result.success);
  CHECK(result.content_type == ContentType::kBinary);
  CHECK(result.content ==
        "00000000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  |................|\n"
        "00000010  10 11 12 13                                       |....|\n"
        "(Showing 20 of 20 bytes, up to the end)");
  CHECK_FALSE(result.truncated);
}

TEST_CASE("text and pictures show their bytes, too") {
  const ToolResult result = read_hex("plain text\n");
  REQUIRE(result.success);
  CHECK_THAT(result.content, ContainsSubstring("|plain text.|"));
}

/// A hex view without the line that says how to go on.
std::string rows_of(const std::string& content) {
  return content.substr(0, content.rfind("\n(") + 1);
}

TEST_CASE("a hex view goes on where it stopped until every byte was shown once") {
  const std::string bytes = counting(3000);
  std::string shown;
  ToolResult result = read_hex(bytes);
  for (int reads = 0; reads < 5; ++reads) {
    shown += rows_of(result.content);
    if (!result.truncation) break;
    REQUIRE(result.truncation->next);
    CHECK(result.truncation->next->view == View::kHex);
    result = read(as_bytes(bytes), *result.truncation->next, ReadOptions());
  }
  ReadOptions wide;
  wide.limits.max_content_chars = 1'000'000;
  const std::string whole = read_hex(bytes, std::nullopt, 3000, wide).content;
  CHECK(shown == rows_of(whole));
}

TEST_CASE("a hex view begins with the row of its address") {
  const ToolResult result = read_hex(counting(256), 0x95, 16);
  CHECK_THAT(result.content, ContainsSubstring("00000090  90 91"));
  CHECK_THAT(result.content, ContainsSubstring("000000a0  a0"));
  CHECK_THAT(result.content, EndsWith("(Showing 32 of 256 bytes. Next: offset=176, view=hex)"));
  CHECK_FALSE(result.truncated);
}

TEST_CASE("a negative offset shows the last bytes") {
  ReadRequest request;
  request.file_path = "a.bin";
  request.view = View::kHex;
  request.from_end = 1;
  const ToolResult result = read(as_bytes(counting(33)), request, ReadOptions());
  CHECK_THAT(result.content, ContainsSubstring("00000020  20 "));
}

TEST_CASE("an address past the end is refused with the size") {
  const ToolResult result = read_hex(counting(16), 16);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kOutOfRange);
  CHECK(result.error->message == "offset 16 is past the end: the file has 16 bytes");
}

TEST_CASE("a hex view of an empty file says that it is empty") {
  const ToolResult result = read_hex("");
  REQUIRE(result.success);
  CHECK(result.content == "(The file is empty)");
}

TEST_CASE("a hex view keeps the limit of characters") {
  ReadOptions options;
  options.limits.max_content_chars = 1000;
  const ToolResult result = read_hex(counting(5000), std::nullopt, 4000, options);
  CHECK(result.content.size() <= 1000);
  REQUIRE(result.truncation);
  CHECK(result.truncation->next->limit == 4000 - 160);
}

/// The last bytes of a file of zeros that is said to have a size, in hexadecimal.
ToolResult read_end_of(std::uint64_t size, std::uint64_t limit, const ReadOptions& options = {}) {
  ReadRequest request;
  request.file_path = "a.bin";
  request.view = View::kHex;
  request.from_end = limit;
  request.limit = limit;
  FileReading reading(request, options, {.size_bytes = size});
  for (int asked = 0; reading.question().kind != Question::Kind::kDone; ++asked) {
    REQUIRE(asked < 100);
    const Question question = reading.question();
    if (question.kind != Question::Kind::kBytes) {
      reading.decline("");
      continue;
    }
    const std::span<std::uint8_t> room =
        reading.room(static_cast<std::size_t>(question.to - question.from));
    REQUIRE_FALSE(room.empty());
    std::fill(room.begin(), room.end(), std::uint8_t{0});
    reading.give(room.size(), question.from + room.size() == size);
  }
  return reading.take_result();
}

TEST_CASE("addresses of a large file have all of their digits") {
  constexpr std::uint64_t kTwelveDigits = std::uint64_t{1} << 48;
  CHECK_THAT(read_end_of(0xFFFF'FFFF, 1).content, StartsWith("fffffff0  00 00"));
  CHECK_THAT(read_end_of(kTwelveDigits - 1, 1).content, StartsWith("fffffffffff0  00 00"));
  CHECK_THAT(read_end_of(kTwelveDigits + 16, 1).content, StartsWith("0001000000000000  00 00"));
  CHECK_THAT(read_end_of(kMostFileBytes, 1).content, StartsWith("001ffffffffffff0  00 00"));
}

TEST_CASE("long addresses keep the limit of characters") {
  ReadOptions options;
  options.limits.max_content_chars = 1000;
  CHECK(read_end_of(kMostFileBytes, 4000, options).content.size() <= 1000);
}

TEST_CASE("a file that is longer than JavaScript's numbers tell exactly is refused everywhere") {
  const ToolResult result = read_end_of(kMostFileBytes + 1, 1);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kFileTooLarge);
  CHECK(result.error->message ==
        "File exceeds the limit of 9,007,199,254,740,991 bytes: no host counts further");
  CHECK(result.metadata.size_bytes == 0);
}

}  // namespace
}  // namespace lectern
