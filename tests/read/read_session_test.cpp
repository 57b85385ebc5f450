#include "read/read_session.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "read/json.h"
#include "read/read.h"

namespace lectern {
namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1A\n";

ReadRequest request_for(std::string path) {
  ReadRequest request;
  request.file_path = std::move(path);
  return request;
}

std::string read_in_chunks(const ByteVector& bytes, std::string path, std::size_t chunk_bytes) {
  ReadSession session(request_for(std::move(path)), {}, bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) {
    const std::size_t size = std::min(chunk_bytes, bytes.size() - at);
    if (session.push(ByteSpan(bytes).subspan(at, size)) == ReadSession::Status::kDone) break;
  }
  return to_json_text(session.finish());
}

ByteVector repeated(std::string_view text, std::size_t times) {
  ByteVector bytes;
  for (std::size_t i = 0; i < times; ++i) bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}

}  // namespace

TEST_CASE("a file in pieces gives the result of the file as a whole") {
  const struct {
    std::string path;
    ByteVector bytes;
  } files[] = {
      {"empty.txt", {}},
      {"short.txt", repeated("hello\n", 1)},
      {"long.txt", repeated("a line of text\r\n", 3000)},
      {"data.bin", repeated(std::string_view("\0\1\2", 3), 5000)},
      {"cut.png", repeated(kPngSignature, 1)},
      {"page.png", repeated("<!DOCTYPE html>", 1000)},
      {"cells.ipynb", repeated("{\"nbformat\":4,", 1)},
      {"a.ipynb",
       repeated("{\"cells\":[],\"nbformat\":4,\"nbformat_minor\":5,\"metadata\":{}}", 1)},
  };
  for (const auto& [path, bytes] : files) {
    INFO(path);
    const std::string whole = to_json_text(read(bytes, request_for(path)));
    for (const std::size_t chunk_bytes :
         {std::size_t{1}, std::size_t{4095}, std::size_t{4097}, std::size_t{1} << 20}) {
      CHECK(read_in_chunks(bytes, path, chunk_bytes) == whole);
    }
  }
}

TEST_CASE("a picture over its limit is refused after its head, before the rest is loaded") {
  ReadSession session(request_for("big.png"), {}, 30'000'000);
  ByteVector head = repeated(kPngSignature, 1);
  head.resize(ReadSession::kHeadBytes);
  CHECK(session.push(head) == ReadSession::Status::kDone);
  const ToolResult result = session.finish();
  REQUIRE(result.error);
  CHECK(result.error->message == "Image file exceeds 20MB limit (actual: 28.61MB)");
  CHECK(result.content_type == ContentType::kImage);
  CHECK(result.metadata.size_bytes == 30'000'000);
}

TEST_CASE("text over the limit of one buffer is streamed without it") {
  ReadSession session(request_for("big.txt"), {}, std::uint64_t{1} << 40);
  const ByteVector chunk = repeated("a line of text\n", 10'000);
  CHECK(session.push(chunk) == ReadSession::Status::kMore);
}

}  // namespace lectern
