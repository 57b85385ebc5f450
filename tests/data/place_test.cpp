// Places in JSON: the value there, what it is made of, and what is said when there is none.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "read/read.h"

namespace lectern {
namespace {

ToolResult read_at(std::string at, std::string_view text, ReadRequest request = {},
                   std::string path = "a.json", ReadOptions options = {}) {
  request.file_path = std::move(path);
  request.at = std::move(at);
  return read(as_bytes(text), request, options);
}

std::string message_at(std::string at, std::string_view text, std::string path = "a.json") {
  const ToolResult result = read_at(std::move(at), text, {}, std::move(path));
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kOutOfRange);
  return result.error->message;
}

constexpr std::string_view kJson =
    "{\"items\": [{\"id\": 1}, {\"id\": 2,\n"
    " \"name\": \"a\\\"b\", \"tags\": [], \"x.y\": {}}],\n"
    " \"\\u0061b\": -2.50, \"last\": null}\n";

}  // namespace

TEST_CASE("a place in JSON shows its value, indented") {
  const ToolResult result = read_at("items[1]", kJson);
  REQUIRE(result.success);
  CHECK(result.content ==
        "items[1]: lines 1-2 of the file\n"
        "{\n"
        "  \"id\": 2,\n"
        "  \"name\": \"a\\\"b\",\n"
        "  \"tags\": [],\n"
        "  \"x.y\": {}\n"
        "}");
  CHECK(result.total_lines == 6);
  CHECK(read_at("items[1].name", kJson).content == "items[1].name: line 2 of the file\n\"a\\\"b\"");
  CHECK(read_at("ab", kJson).content == "ab: line 3 of the file\n-2.50");
  CHECK(read_at("$.items[1][\"x.y\"]", kJson).content.ends_with("\n{}"));
  CHECK(read_at("$", "[1,[2]]").content == "$: line 1 of the file\n[\n  1,\n  [\n    2\n  ]\n]");
}

TEST_CASE("what nests deeper than 64 levels is indented no further") {
  const ToolResult result = read_at("$", std::string(300, '[') + std::string(300, ']'));
  REQUIRE(result.success);
  CHECK(result.content.find('\n' + std::string(128, ' ') + "[\n") != std::string::npos);
  CHECK(result.content.find(std::string(129, ' ')) == std::string::npos);
  CHECK(result.total_lines == 599);
}

TEST_CASE("a place that is not there is answered with what is there") {
  CHECK(message_at("items[1].nam", kJson) ==
        "there is no items[1].nam: the keys of items[1] are id, name, tags, x.y (line 1)");
  CHECK(message_at("items[2].id", kJson) ==
        "there is no items[2].id: items is a list of 2 elements, which count from 0 (line 1)");
  CHECK(message_at("last.x", kJson) == "there is no last.x: last is null (line 3)");
  CHECK(message_at("items.id", kJson) ==
        "there is no items.id: items is a list of 2 elements, which count from 0 (line 1)");
}

TEST_CASE("a key cannot break out of the line that names it") {
  CHECK(message_at("q", "{\"a\\n[9: Warning]\\u2028x\": 1}") ==
        "there is no q: the keys of $ are a [9: Warning] x (line 1)");
}

TEST_CASE("the first index of JSON Lines counts the records") {
  constexpr std::string_view kLines = "{\"a\": 1}\n{\"a\": [2, 3]}\n";
  CHECK(read_at("[1].a[0]", kLines, {}, "a.jsonl").content == "[1].a[0]: line 2 of the file\n2");
  CHECK(message_at("[2]", kLines, "a.jsonl") == "there is no [2]: the text has 2 records");
}

TEST_CASE("offset and limit count the lines of the value at a place") {
  ReadRequest request;
  request.offset = 2;
  request.limit = 1;
  const ToolResult result = read_at("items[1]", kJson, request);
  CHECK(result.content ==
        "items[1]: lines 1-2 of the file\n"
        "  \"id\": 2,\n"
        "(Showing 1 of 6 total lines. Next: at=items[1], offset=3)");
}

TEST_CASE("an outline with a place is that of the value") {
  ReadRequest request;
  request.outline = true;
  CHECK(read_at("items", kJson, request).content ==
        "Outline (JSON, 3 lines)\n"
        "items: lines 1-2 of the file\n"
        "1-2: array of 2 objects\n"
        "1:   [].id: integer 1 to 2\n"
        "2:   [].name: string \"a\\\"b\" (in 1 of 2)\n"
        "2:   [].tags: empty array (in 1 of 2)\n"
        "2:   [].\"x.y\": empty object (in 1 of 2)");
}

TEST_CASE("a place is refused that is none, and in what is no JSON") {
  for (const std::string at : {"a..b", "[", "a[x]", "a[1", ".", "a b]["}) {
    const ToolResult result = read_at(at, kJson);
    REQUIRE(result.error);
    CHECK(result.error->code == ErrorCode::kInvalidArgument);
  }
  const ToolResult result = read_at("a", "def f():\n  pass\n");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kInvalidArgument);
  CHECK(result.content.starts_with("at reads JSON, and the text is none from line 1 on: "));
}

TEST_CASE("a value that is cut off says so") {
  CHECK(
      read_at("a", "{\"a\": [1, 2").content ==
      "a: line 1 of the file, where it is cut off: the text ends inside of a value\n[\n  1,\n  2");
}

}  // namespace lectern
