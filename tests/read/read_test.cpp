// The whole path of a read, for what does not belong to one reader.
#include "read/read.h"

#include <catch2/catch_test_macros.hpp>

#include "base/sha256.h"
#include "read/formats.h"
#include "support/archives.h"
#include "support/pictures.h"

namespace lectern {
namespace {

ToolResult read_text_bytes(std::string_view bytes, std::string path, ReadOptions options = {}) {
  ReadRequest request;
  request.file_path = std::move(path);
  return read(as_bytes(bytes), request, options);
}

}  // namespace

TEST_CASE("every result carries size, type and hash of the file") {
  const ToolResult result = read_text_bytes("hello\n", "a.txt");
  REQUIRE(result.success);
  CHECK(result.content == "     1\thello");
  CHECK(result.metadata.size_bytes == 6);
  CHECK(result.metadata.mime_type == "text/plain");
  CHECK(result.content_hash == sha256_hex(as_bytes("hello\n")));
}

TEST_CASE("a picture that was unpacked outlives the read that unpacked it") {
  const ByteVector png = testing::png_of(testing::noise({40, 30}));
  const ToolResult result =
      read_text_bytes(testing::gzipped(std::string(as_chars(png))), "x.png.gz");
  REQUIRE(result.images.size() == 1);
  CHECK(as_chars(result.images[0].data.bytes()) == as_chars(png));
}

TEST_CASE("a failure carries its message in content and error, and no image") {
  const ToolResult result = read_text_bytes(std::string_view("\x7F"
                                                             "ELF\0\0\0",
                                                             7),
                                            "program");
  CHECK_FALSE(result.success);
  CHECK(result.content_type == ContentType::kBinary);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kBinaryFile);
  CHECK(
      result.error->message ==
      "Binary files cannot be read as text. program (ELF program, 7 bytes) cannot be opened here; "
      "convert it to PDF or text. view=hex shows its bytes.");
  CHECK(result.content == result.error->message);
  CHECK(result.images.empty());
}

TEST_CASE("the hash can be turned off or handed in") {
  ReadOptions off;
  off.hash = HashKind::kNone;
  CHECK(read_text_bytes("x", "a", off).content_hash.empty());
  ReadOptions given;
  given.host.content_hash = "abc";
  CHECK(read_text_bytes("x", "a", given).content_hash == "abc");
}

TEST_CASE("what is refused unread has no hash, not even one that the host has") {
  ReadOptions small;
  small.host.content_hash = "abc";
  small.limits.max_text_bytes = 3;
  CHECK(read_text_bytes("hello", "a", small).content_hash.empty());
  ReadOptions wrong;
  wrong.text.encoding = "klingon";
  CHECK(read_text_bytes("hello", "a", wrong).content_hash.empty());
}

TEST_CASE("a file over its format's limit is refused with the limit and its own size") {
  Limits limits;
  const Format& png = *format_by_extension("png");
  const auto error = check_file_size(png, 22'020'096, limits);
  REQUIRE_FALSE(error);
  CHECK(error.error().code == ErrorCode::kFileTooLarge);
  CHECK(error.error().message == "Image file exceeds 20MB limit (actual: 21.00MB)");
  CHECK(check_file_size(png, limits.max_image_bytes, limits));
  CHECK(check_file_size(text_format(), 1ull << 50, limits));
}

}  // namespace lectern
